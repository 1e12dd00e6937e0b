import { magicNumber } from '../../../sandbox';
import { items, manualTrigger, smsGateway, workflow } from '../../../scripts/workflow';

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
