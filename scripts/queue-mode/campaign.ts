/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import { smsGateway, workflow, type WorkflowNode } from '../workflow';

export interface CampaignSettings {
	batchSize: number;
	concurrency: number;
	/** Whether there is a deduplication key (the default). */
	isKeyed?: boolean;
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

export const SENDING_NODE = 'Send SMS';

/** Bulk Send to everybody whom the node before it names; On Error is Continue. */
export const campaignNode = (parameters: Record<string, unknown>): WorkflowNode => ({
	...smsGateway(
		{
			resource: 'sms',
			operation: 'bulkSend',
			senderId: 'QUEUE',
			recipients: '={{ $json.phone }}',
			...parameters,
		},
		{ onError: 'continueRegularOutput' },
	),
	name: SENDING_NODE,
});

/** A workflow that sends an SMS to everybody whom its webhook is called with: POST /webhook/<id>. */
export const campaignWorkflow = (
	id: string,
	{ batchSize, concurrency, isKeyed = true }: CampaignSettings,
) =>
	workflow(id, [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
		},
		{
			name: 'People',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.people' },
		},
		campaignNode({
			message: `Campaign ${id}`,
			safeguards: isKeyed ? { deduplicationKey: '={{ $json.order }}' } : {},
			options: {
				batchSize,
				concurrency,
				uncertain: "={{ $('Webhook').first().json.body.uncertain }}",
			},
		}),
	]);

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
