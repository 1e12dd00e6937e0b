/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Recipient {
	phone: string;
	/** The deduplication key. */
	order: string;
}

/** How the service behaves to one campaign. */
export interface Behaviour {
	/** The list of people is handed out once that many processes have asked for it. */
	together?: number;
	/** Milliseconds that a response takes. */
	latency?: number;
	/**
	 * Seconds of a 429, 0 for none.
	 *
	 * @param request 1 for the first
	 * @param since milliseconds since then
	 */
	retryAfter?: (request: number, since: number) => number;
}

/** A campaign by the service's own record. */
export interface Campaign {
	people: readonly Recipient[];
	/** How many SMS each recipient got. */
	sms: ReadonlyMap<string, number>;
	/** Resolves when the first request has arrived. */
	begun: Promise<void>;
}

/** A service that remembers what it sends, and has the lists of people to send to. */
export interface Judge {
	baseUrl: string;
	/** GET it for the list of a campaign. */
	listUrl(campaign: string): string;
	/** From now on to these people; forgets what was sent in a campaign of that name before. */
	open(campaign: string, people: readonly Recipient[], behaviour?: Behaviour): Campaign;
	close(): void;
}

/** The credential that goes with it. */
export const judgeCredential = ({ baseUrl }: Judge) => ({
	id: 'sms-gateway-sandbox',
	name: 'SMS Gateway (sandbox)',
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: 'queue-mode', allowInsecureHttp: false },
});

/** The text of each campaign, by which the service tells them apart. */
export const messageOf = (campaign: string): string => `Campaign ${campaign}`;

export async function startJudge(): Promise<Judge> {
	const campaigns = new Map<string, ReturnType<typeof openCampaign>>();
	const server = createServer((request, response) => {
		const [, list] = request.url!.split('/list/');
		if (list !== undefined) return campaigns.get(decodeURIComponent(list))!.ask(response);
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { message, recipients } = JSON.parse(Buffer.concat(chunks).toString()) as {
				message: string;
				recipients: string;
			};
			void campaigns.get(message)!.send(recipients.split('|'), response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		baseUrl: `${url}/api/v1`,
		listUrl: (campaign) => `${url}/list/${encodeURIComponent(messageOf(campaign))}`,
		open(campaign, people, behaviour = {}) {
			const opened = openCampaign(people, behaviour);
			campaigns.set(messageOf(campaign), opened);
			return opened;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

const answer = (response: ServerResponse, body: unknown) =>
	response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

function openCampaign(
	people: readonly Recipient[],
	{ together = 1, latency = 0, retryAfter = () => 0 }: Behaviour,
) {
	const sms = new Map<string, number>();
	let asking: ServerResponse[] = [];
	let requests = 0;
	let since = 0;
	let begin = () => {};
	const begun = new Promise<void>((resolve) => (begin = resolve));
	return {
		people,
		sms,
		begun,
		ask(response: ServerResponse) {
			asking.push(response);
			response.once('close', () => (asking = asking.filter((other) => other !== response)));
			if (asking.length < together) return;
			for (const one of asking.splice(0)) answer(one, people);
		},
		async send(recipients: readonly string[], response: ServerResponse) {
			if (requests++ === 0) since = Date.now();
			begin();
			const seconds = retryAfter(requests, Date.now() - since);
			if (seconds > 0) {
				response.writeHead(429, { 'retry-after': String(seconds) }).end();
				return;
			}
			for (const one of recipients) sms.set(one, (sms.get(one) ?? 0) + 1);
			await sleep(latency);
			answer(response, { status: 'success' });
		},
	};
}
