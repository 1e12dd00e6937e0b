/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from '../certificate';

/** What happens to the SMS for one recipient; `once` means the first request only. */
export type Fault = 'refused' | 'refusedOnce' | 'timeoutOnce' | 'serverErrorOnce' | 'lostOnce';

export type Service = Awaited<ReturnType<typeof startService>>;

const TWILIO = 'api.twilio.com';
/** Milliseconds for each SMS, so that a kill finds a run in the middle. */
const LATENCY = 100;

/** The recipient of a request, and how the service of its path says yes and no. */
function readRequest(url: string, body: string) {
	if (url.endsWith('/Messages.json')) {
		const to = new URLSearchParams(body).get('To') ?? '';
		return {
			recipient: to.replace('+', ''),
			accepted: { sid: 'SM1', status: 'queued', to },
			refused: { code: 21610, message: 'Refused', status: 400 },
		};
	}
	const { recipient = '' } = JSON.parse(body) as { recipient?: string };
	return {
		recipient,
		accepted: { status: 'success', message: 'Accepted' },
		refused: { status: 'error', message: 'Refused' },
	};
}

/** A service that speaks both interfaces, keeps a record of every SMS and breaks on demand. */
export async function startService() {
	const sent: string[] = [];
	let fault: Fault | undefined;
	let victim = '';

	const serve = async (url: string, body: string, response: ServerResponse): Promise<void> => {
		const { recipient, accepted, refused } = readRequest(url, body);
		const respond = (status: number, answer: object) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		};
		const current = recipient === victim ? fault : undefined;
		if (current?.endsWith('Once')) fault = undefined;
		if (current?.startsWith('refused')) return respond(400, refused);
		sent.push(recipient);
		await sleep(LATENCY);
		if (current === 'timeoutOnce') return;
		if (current === 'lostOnce') return void response.destroy();
		if (current === 'serverErrorOnce') return respond(500, refused);
		respond(200, accepted);
	};
	const handle: RequestListener = (request, response) => {
		text(request)
			.then((body) => serve(request.url!, body, response))
			.catch(() => response.destroy());
	};
	const certificate = selfSigned(TWILIO);
	const twilio = createTlsServer(certificate, handle);
	const server = createServer(handle);
	server.on('connect', ({ url }, client) => {
		if (url !== `${TWILIO}:443`) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		twilio.emit('connection', client);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		/** Of the SMS service of this package and of the HTTP Request node. */
		baseUrl: `http://127.0.0.1:${port}/api/v1`,
		/** Takes n8n's requests to api.twilio.com, and refuses everything else. */
		proxyUrl: `http://127.0.0.1:${port}`,
		/** Of the double of api.twilio.com, to be trusted by n8n. */
		certificate: certificate.cert,
		/** The recipient of each SMS that was sent, in order: the record that everything is judged by. */
		sent: sent as readonly string[],
		/** Forgets everything and breaks from now on for this recipient. */
		reset(next: Fault | undefined, recipient: string): void {
			sent.length = 0;
			fault = next;
			victim = recipient;
		},
		/** Resolves when this many SMS were sent. */
		async until(count: number): Promise<void> {
			while (sent.length < count) await sleep(5);
		},
		close(): void {
			server.close().closeAllConnections();
			twilio.closeAllConnections();
		},
	};
}
