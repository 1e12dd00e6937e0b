/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Recipient {
	phone: string;
	/** The deduplication key. */
	order: string;
}

/** How the service behaves to one campaign. */
export interface Behaviour {
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

export type Judge = Awaited<ReturnType<typeof startJudge>>;

/** The credential that goes with it. */
export const judgeCredential = ({ baseUrl }: Judge) => ({
	id: 'sms-gateway-sandbox',
	name: 'SMS Gateway (sandbox)',
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: 'queue-mode', allowInsecureHttp: false },
});

interface Campaign extends Behaviour {
	people: readonly Recipient[];
	together: number;
	asking: ServerResponse[];
	requests: number;
	since: number;
	begin: () => void;
}

const answer = (response: ServerResponse, body: unknown) =>
	response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

function handOut(campaign: Campaign, response: ServerResponse): void {
	campaign.asking.push(response);
	if (campaign.asking.length < campaign.together) return;
	for (const asking of campaign.asking.splice(0)) answer(asking, campaign.people);
}

/** A service that remembers what it sends, and has the lists of people to send to. */
export async function startJudge() {
	const sms = new Map<string, number>();
	const campaigns = new Map<string, Campaign>();
	const server = createServer(async (request, response) => {
		const [, list] = request.url!.split('/list/');
		if (list !== undefined) return handOut(campaigns.get(decodeURIComponent(list))!, response);
		const body = (await json(request)) as { message: string; recipients: string };
		const campaign = campaigns.get(body.message)!;
		if (campaign.requests++ === 0) campaign.since = Date.now();
		campaign.begin();
		const seconds = campaign.retryAfter?.(campaign.requests, Date.now() - campaign.since) ?? 0;
		if (seconds > 0) return response.writeHead(429, { 'retry-after': String(seconds) }).end();
		for (const one of body.recipients.split('|')) sms.set(one, (sms.get(one) ?? 0) + 1);
		await sleep(campaign.latency);
		return answer(response, { status: 'success' });
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		baseUrl: `${url}/api/v1`,
		/** GET it for the list of a campaign. */
		listUrl: (campaign: string) => `${url}/list/${encodeURIComponent(campaign)}`,
		/** How many SMS each number got. */
		sms: sms as ReadonlyMap<string, number>,
		/**
		 * From now on the message that is the campaign's name goes to these people. Their list is handed
		 * out once that many processes have asked for it. Resolves when the first request has arrived.
		 */
		open(campaign: string, people: readonly Recipient[], together = 1, behaviour: Behaviour = {}) {
			let begin = () => {};
			const begun = new Promise<void>((resolve) => (begin = resolve));
			const opened = { people, together, asking: [], requests: 0, since: 0, begin, ...behaviour };
			campaigns.set(campaign, opened);
			return { begun };
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
