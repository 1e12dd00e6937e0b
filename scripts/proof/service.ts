/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from '../certificate';

/** What happens to the SMS for one recipient; `once` means the first request only. */
export type Fault =
	'none' | 'refused' | 'refusedOnce' | 'timeoutOnce' | 'serverErrorOnce' | 'lostOnce';

export interface Service {
	/** The SMS service of this package and of the HTTP Request node. */
	baseUrl: string;
	/** Takes n8n's requests to api.twilio.com, and refuses everything else. */
	proxyUrl: string;
	/** The certificate of the double of api.twilio.com, to be trusted by n8n. */
	certificate: string;
	/** The recipient of each SMS that was sent, in order: the record that everything is judged by. */
	sent: readonly string[];
	/** Forgets everything and breaks from now on for this recipient. */
	reset(fault: Fault, victim: string): void;
	/** Resolves when this many SMS were sent. */
	until(count: number): Promise<void>;
	close(): Promise<void>;
}

const TWILIO = 'api.twilio.com';
/** Milliseconds for each SMS, so that a kill finds a run in the middle. */
const LATENCY = 100;

/** The recipients of a request, and how the service of its path says yes and no. */
function readRequest(url: string, body: string) {
	if (url.endsWith('/Messages.json')) {
		const to = new URLSearchParams(body).get('To') ?? '';
		return {
			recipients: [to.replace(/^\+/, '')],
			accepted: { status: 201, body: { sid: 'SM1', status: 'queued', to } },
			refused: { code: 21610, message: 'Refused', status: 400 },
		};
	}
	const { recipient, recipients } = JSON.parse(body) as Record<string, string>;
	return {
		recipients: (recipients ?? recipient ?? '').split('|'),
		accepted: { status: 200, body: { status: 'success', message: 'Accepted' } },
		refused: { status: 'error', message: 'Refused' },
	};
}

/** A service that speaks both interfaces, keeps a record of every SMS and breaks on demand. */
export async function startService(): Promise<Service> {
	const sent: string[] = [];
	let fault: Fault = 'none';
	let victim = '';

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { recipients, accepted, refused } = readRequest(request.url ?? '', await text(request));
		const respond = (status: number, body: object) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		const current = recipients.includes(victim) ? fault : 'none';
		if (current.endsWith('Once')) fault = 'none';
		if (current.startsWith('refused')) return respond(400, refused);
		sent.push(...recipients);
		await sleep(LATENCY);
		if (current === 'timeoutOnce') return;
		if (current === 'lostOnce') return void request.socket.destroy();
		if (current === 'serverErrorOnce') return respond(500, refused);
		respond(accepted.status, accepted.body);
	}

	const handle = (request: IncomingMessage, response: ServerResponse): void => {
		serve(request, response).catch(() => response.destroy());
	};
	const { key, cert } = selfSigned(TWILIO);
	const twilio = createTlsServer({ key, cert }, handle);
	const own = createServer(handle);
	const proxy = createServer((_, response) => response.writeHead(502).end());
	const servers = [twilio, own, proxy];
	const ports = await Promise.all(
		servers.map(
			(server) =>
				new Promise<number>((resolve) =>
					server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
				),
		),
	);
	proxy.on('connect', ({ url }, client) => {
		if (url !== `${TWILIO}:443`) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		const upstream = connect(ports[0]!, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			client.pipe(upstream).pipe(client);
		});
		upstream.on('error', () => client.destroy());
		client.on('error', () => upstream.destroy());
	});

	return {
		baseUrl: `http://127.0.0.1:${ports[1]}/api/v1`,
		proxyUrl: `http://127.0.0.1:${ports[2]}`,
		certificate: cert,
		sent,
		reset: (next, recipient) => {
			sent.length = 0;
			fault = next;
			victim = recipient;
		},
		until: async (count) => {
			while (sent.length < count) await sleep(5);
		},
		close: async () => {
			for (const server of servers) {
				server.close();
				server.closeAllConnections();
			}
		},
	};
}
