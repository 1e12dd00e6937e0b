/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';

export type RawRequest = { path: string; recipients: string[] };

export type Behaviour = {
	/** A connection was made, before a byte of it is read; true where that is the end of it. */
	connected?(socket: Socket): boolean;
	/** Answers, or does not; `take` notes that the service has sent the SMS. */
	received(request: RawRequest, socket: Socket, take: () => void): void;
};

export type RawServer = Awaited<ReturnType<typeof startRawServer>>;

/** The request once head and body are complete; undefined before. */
function parse(bytes: Buffer): RawRequest | undefined {
	const end = bytes.indexOf('\r\n\r\n');
	if (end < 0) return undefined;
	const head = bytes.subarray(0, end).toString('latin1');
	const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
	if (bytes.length < end + 4 + length) return undefined;
	const body = bytes.subarray(end + 4, end + 4 + length).toString('utf8');
	const { recipient = '', recipients = recipient } = JSON.parse(body || '{}') as Record<
		string,
		string
	>;
	return { path: head.split(' ')[1] ?? '', recipients: recipients.split('|') };
}

/**
 * The SMS service below HTTP: it can answer with anything, half of it, or not at all, and it alone knows
 * whom it has sent an SMS to. One request per connection.
 *
 * @param tls speaks TLS with these options; plain TCP unless given
 */
export async function startRawServer(behaviour: Behaviour, tls?: TlsOptions) {
	const taken: string[] = [];
	const requests: RawRequest[] = [];
	const sockets = new Set<Socket>();
	let received = 0;

	const serve = (socket: Socket): void => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// The client's going away is part of many tests.
		socket.on('error', () => {});
		// Node.js resets no TLS.
		if (tls) socket.resetAndDestroy = () => socket.destroy();
		if (behaviour.connected?.(socket)) return;
		let bytes = Buffer.alloc(0);
		const read = (chunk: Buffer) => {
			received += chunk.length;
			bytes = Buffer.concat([bytes, chunk]);
			const request = parse(bytes);
			if (request === undefined) return;
			socket.off('data', read).resume();
			requests.push(request);
			behaviour.received(request, socket, () => taken.push(...request.recipients));
		};
		socket.on('data', read);
	};

	const server = tls ? createTlsServer(tls, serve) : createServer(serve);
	server.on('tlsClientError', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		port,
		/** Every recipient the service has sent an SMS to, in order: the judge of all outcomes. */
		taken: taken as readonly string[],
		requests: requests as readonly RawRequest[],
		/** Bytes of requests, whole or not, that could be read. */
		get received() {
			return received;
		},
		async close(): Promise<void> {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export const answer = (
	status: number,
	body: string | Buffer = '',
	headers: Record<string, string> = { 'content-type': 'application/json' },
): Buffer => {
	const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	if (status !== 204) fields.push(`content-length: ${Buffer.byteLength(body)}`);
	const head = [`HTTP/1.1 ${status} Whatever`, ...fields, 'connection: close', '\r\n'];
	return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from(body)]);
};

/** One byte at a time, so that the connection is never idle. */
export function trickle(socket: Socket): void {
	socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
	const timer = setInterval(() => socket.write(' '), 30);
	socket.on('close', () => clearInterval(timer));
}

/** As fast as it is read, without an end. */
export function pour(socket: Socket): void {
	socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
	const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`);
	const more = () => {
		while (!socket.destroyed && socket.write(chunk));
	};
	socket.on('drain', more);
	more();
}

/** 2 MB of gzip that hold 2 GB: packing makes zeros a thousand times smaller. */
export const bomb = (): Buffer => {
	const zeros = Buffer.concat(Array<Buffer>(2_000).fill(gzipSync(Buffer.alloc(1e6))));
	return answer(200, zeros, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
};

export const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
