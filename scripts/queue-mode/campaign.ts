/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

export interface CampaignSettings {
	batchSize: number;
	concurrency: number;
}

export interface Recipient {
	phone: string;
	/** The deduplication key. */
	order: string;
}

/** What the workflow's webhook takes. */
export interface CampaignInput {
	people: Recipient[];
	uncertain: 'doNotResend' | 'resend';
}

export const SENDING_NODE = 'Send to Everyone';

/** A workflow that sends to the recipients that its webhook gets: POST /webhook/<id>. */
export function campaignWorkflow(id: string, { batchSize, concurrency }: CampaignSettings) {
	const node = (name: string, more: object, index: number) => ({
		id: `${id}-${index}`,
		name,
		position: [index * 220, 0],
		...more,
	});
	const nodes = [
		{
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
		},
		{
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.people' },
		},
		{
			type: 'n8n-nodes-sms-gateway.smsGateway',
			typeVersion: 1,
			onError: 'continueRegularOutput',
			credentials: { smsGatewayApi: { id: 'sms-gateway-sandbox', name: 'SMS Gateway (sandbox)' } },
			parameters: {
				resource: 'sms',
				operation: 'bulkSend',
				senderId: 'QUEUE',
				recipients: '={{ $json.phone }}',
				message: `Campaign ${id}`,
				safeguards: { deduplicationKey: '={{ $json.order }}' },
				options: {
					batchSize,
					concurrency,
					uncertain: "={{ $('Webhook').first().json.body.uncertain }}",
				},
			},
		},
	];
	const names = ['Webhook', 'People', SENDING_NODE];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	return {
		id,
		name: id,
		nodes: nodes.map((one, index) => node(names[index]!, one, index)),
		connections: { [names[0]!]: to(names[1]!), [names[1]!]: to(names[2]!) },
		settings: { executionOrder: 'v1' },
	};
}

/** Starts a campaign; n8n answers before it runs. */
export async function callWebhook(
	url: string,
	id: string,
	input: CampaignInput | Record<string, never>,
): Promise<void> {
	const request = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(input),
	};
	const deadline = Date.now() + 20_000;
	for (;;) {
		const response = await fetch(`${url}/webhook/${id}`, request);
		if (response.ok) return;
		const problem = `Webhook ${id}: ${response.status} ${await response.text()}`;
		// In queue mode n8n listens a moment after it has answered the activation.
		if (response.status !== 404 || Date.now() > deadline) throw new Error(problem);
		await sleep(100);
	}
}
