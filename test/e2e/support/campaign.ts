import { magicNumber } from '../../../sandbox';
import {
	items,
	manualTrigger,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';

export const NODE = 'SMS Gateway';

/** Who the sandbox always refuses. */
export const ALWAYS_REFUSED = '12045550122';

/** The sandbox accepts its SMS and never responds: there a campaign stays until n8n ends it. */
export const HANGS = magicNumber('8102');

export const people = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(2_250_700_000_100 + index));

export const send = {
	operation: 'send',
	senderId: 'SHOP',
	recipient: '={{ $json.phone }}',
	message: 'Open on Saturday.',
	options: { concurrency: 1 },
};

/** One SMS to each, one after the other. */
export const campaign = (phones: string[], settings: object = {}, parameters: object = {}) =>
	workflow('campaign', [
		manualTrigger(),
		items(phones.map((phone) => ({ phone }))),
		smsGateway({ ...send, ...parameters }, { ...settings }),
	]);

/** n8n's Loop Over Items: its second output is the body of the loop. */
export const loopOver = (batchSize: number): WorkflowNode => ({
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize, options: {} },
});

/** A workflow that others call, and that sends to what they hand to it. */
export const subWorkflow = (parameters: Record<string, unknown>) =>
	workflow('child', [
		{
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		},
		smsGateway(parameters),
	]);

export const callOf = (id: string, more: object = {}): WorkflowNode => ({
	name: 'Call',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {}, ...more },
});
