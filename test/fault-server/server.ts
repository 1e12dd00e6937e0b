/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A request that arrived as a whole. */
export type FaultRequest = {
	method: string;
	path: string;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	/** Read as UTF-8. */
	body: string;
};

export type Behaviour = {
	/** A connection was made, before a byte of it is read; true where that is the end of it. */
	connected?(socket: Socket): boolean;
	/** Answers, or does not; `work` notes that the service has done what was asked. */
	received(request: FaultRequest, socket: Socket, work: () => void): void;
};

export type FaultServer = {
	readonly port: number;
	/** What the service has done, in order: the judge of all that the client says. */
	readonly done: readonly FaultRequest[];
	/** Every request that arrived as a whole, done or not. */
	readonly requests: readonly FaultRequest[];
	/** Bytes of requests, whole or not, that could be read. */
	readonly received: number;
	close(): Promise<void>;
};

/** A response as it stands on the wire. */
export const answer = (
	status: number,
	body: string | Buffer = '',
	headers: Record<string, string> = { 'content-type': 'application/json' },
): Buffer =>
	Buffer.concat([
		Buffer.from(
			[
				`HTTP/1.1 ${status} Whatever`,
				...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
				...(status === 204 ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
				'connection: close',
				'\r\n',
			].join('\r\n'),
		),
		Buffer.from(body),
	]);

/** The request once head and body are complete; undefined before. */
function parse(bytes: Buffer): FaultRequest | undefined {
	const end = bytes.indexOf('\r\n\r\n');
	if (end < 0) return undefined;
	const [first = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
	const [method = '', path = ''] = first.split(' ');
	const headers = Object.fromEntries(
		fields.map((field) => {
			const colon = field.indexOf(':');
			return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
		}),
	);
	const length = Number(headers['content-length'] ?? 0);
	if (bytes.length < end + 4 + length) return undefined;
	const body = bytes.subarray(end + 4, end + 4 + length).toString('utf8');
	return { method, path, headers, body };
}

/**
 * A server below HTTP: it can answer with anything, half of it, or not at all, and it alone knows
 * what it has done. One request per connection.
 *
 * @param tls speaks TLS with these options; plain TCP unless given
 */
export async function startFaultServer(
	behaviour: Behaviour,
	tls?: TlsOptions,
): Promise<FaultServer> {
	const done: FaultRequest[] = [];
	const requests: FaultRequest[] = [];
	const sockets = new Set<Socket>();
	let received = 0;

	const serve = (socket: Socket): void => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// The client's going away is part of many tests.
		socket.on('error', () => {});
		if (behaviour.connected?.(socket)) return;
		let bytes = Buffer.alloc(0);
		const read = (chunk: Buffer) => {
			received += chunk.length;
			bytes = Buffer.concat([bytes, chunk]);
			const request = parse(bytes);
			if (request === undefined) return;
			socket.off('data', read).resume();
			requests.push(request);
			behaviour.received(request, socket, () => done.push(request));
		};
		socket.on('data', read);
	};

	const server: Server = tls ? createTlsServer(tls, serve) : createServer(serve);
	server.on('tlsClientError', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		port,
		done,
		requests,
		get received() {
			return received;
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
