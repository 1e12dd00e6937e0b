/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recipient } from './campaign';

/** A service that accepts everything and remembers it, and the list of people to send to. */
export interface Judge {
	baseUrl: string;
	/** GET it for the list. With `together`, it is handed out once that many processes have asked. */
	listUrl: string;
	/** How many SMS each recipient got. */
	sms: ReadonlyMap<string, number>;
	requests: () => number;
	set(list: readonly Recipient[], settings?: { together?: number; latency?: number }): void;
	/** Resolves when that many requests have arrived. */
	arrived(requests: number): Promise<void>;
	close(): void;
}

const TOKEN = 'queue-mode';

/** The credential that goes with it. */
export const judgeCredential = ({ baseUrl }: Judge) => ({
	id: 'sms-gateway-sandbox',
	name: 'SMS Gateway (sandbox)',
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: TOKEN, allowInsecureHttp: false },
});

export async function startJudge(): Promise<Judge> {
	const sms = new Map<string, number>();
	let list: readonly Recipient[] = [];
	let together = 1;
	let latency = 0;
	let requests = 0;
	let asking: ServerResponse[] = [];

	const answer = (response: ServerResponse, body: unknown) =>
		response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

	function askForList(response: ServerResponse): void {
		asking.push(response);
		response.once('close', () => (asking = asking.filter((other) => other !== response)));
		if (asking.length < together) return;
		for (const one of asking.splice(0)) answer(one, list);
	}

	const server = createServer((request, response) => {
		if (request.url === '/list') return askForList(response);
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			requests++;
			const { recipients } = JSON.parse(Buffer.concat(chunks).toString()) as {
				recipients: string;
			};
			for (const one of recipients.split('|')) sms.set(one, (sms.get(one) ?? 0) + 1);
			void sleep(latency).then(() => answer(response, { status: 'success' }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		baseUrl: `${url}/api/v1`,
		listUrl: `${url}/list`,
		sms,
		requests: () => requests,
		set(newList, settings = {}) {
			list = newList;
			together = settings.together ?? 1;
			latency = settings.latency ?? 0;
			requests = 0;
			sms.clear();
		},
		async arrived(wanted) {
			while (requests < wanted) await sleep(5);
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
