/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What arrived since the last question. */
export interface Counts {
	requests: number;
	recipients: number;
	/** The most connections that were open at the same time. */
	mostSockets: number;
}

const ANSWER = JSON.stringify({ status: 'success', message: 'Accepted.' });
const none = (): Counts => ({ requests: 0, recipients: 0, mostSockets: 0 });

const latency = Number(process.argv[2]);
let counts = none();
let sockets = 0;

async function read(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** As cheap as a service can be, so that what is measured is the client: it reads, counts, waits. */
const server = createServer((request, response) => {
	void read(request).then((text) => {
		const body = JSON.parse(text) as { recipients?: string; recipient?: string };
		counts.requests++;
		counts.recipients += (body.recipients ?? body.recipient ?? '').split('|').length;
		setTimeout(() => {
			response.setHeader('Content-Type', 'application/json');
			response.end(ANSWER);
		}, latency);
	});
});
server.keepAliveTimeout = 60_000;
server.on('connection', (socket) => {
	counts.mostSockets = Math.max(counts.mostSockets, ++sockets);
	socket.once('close', () => sockets--);
});

process.on('message', () => {
	process.send!(counts);
	counts = none();
});
process.once('disconnect', () => process.exit());
// Clients that open 10,000 connections at once must not be measured by the length of the queue.
server.listen({ port: 0, host: '127.0.0.1', backlog: 65_535 }, () =>
	process.send!({ port: (server.address() as AddressInfo).port }),
);
