import { magicNumber } from '../../../sandbox';
import { HOST_VERSIONS, itemsOf, type Run } from '../../../host';
import { items, manualTrigger, smsGateway, workflow } from '../../../host/workflow';
import type { WorkflowNode } from '../../../host/workflow';

/** `npm run test:all` runs a part of the tests in the last n8n 1, too. */
export const IN_N8N_1 = HOST_VERSIONS[0].startsWith('1.');

export const NODE = 'SMS Gateway';

/** What the sandbox does with the SMS to these. */
export const ALWAYS_REFUSED = `+${magicNumber('0422')}`;
export const REFUSED_ONCE = `+${magicNumber('1400')}`;
export const ALSO_REFUSED_ONCE = `+${magicNumber('7008')}`;
export const SENT_BUT_500 = `+${magicNumber('2500')}`;
/** Accepted, and never responded to: there a campaign stays until n8n ends it. */
export const HANGS = `+${magicNumber('8102')}`;

export const ADA = '+46701740611';
export const BEN = '+491713920023';
export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const people = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+${2_250_700_000_100 + index}`);

export const send = {
	operation: 'send',
	senderId: 'SHOP',
	recipient: '={{ $json.phone }}',
	message: 'Open on Saturday.',
	options: { concurrency: 1 },
};
export const bulkSend = (options: object = {}) => ({
	...send,
	operation: 'bulkSend',
	recipients: '={{ $json.phone }}',
	options,
});

export const listOf = (phones: readonly string[]): WorkflowNode =>
	items(phones.map((phone) => ({ phone })));

/** One SMS to each, one after the other, unless other parameters are given. */
export const campaign = (
	phones: readonly string[],
	parameters: object = {},
	settings: object = {},
) =>
	workflow('campaign', [
		manualTrigger(),
		listOf(phones),
		smsGateway({ ...send, ...parameters }, { ...settings }),
	]);

/** n8n's Loop Over Items: its second output is the body of the loop. */
export const loopOver = (batchSize: number): WorkflowNode => ({
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize, options: {} },
});

/** What the node returned in its last run, unless another node or run is named. */
export const outcomesOf = (run: Run, node = NODE, runIndex = -1): Array<Record<string, unknown>> =>
	itemsOf(run, node, { runIndex }).map(({ json }) => json);
export const reasonsOf = (...of: Parameters<typeof outcomesOf>): unknown[] =>
	outcomesOf(...of).map(({ reason }) => reason);
export const recipientsOf = (run: Run, node = NODE): unknown[] =>
	outcomesOf(run, node).map(({ recipient }) => recipient);
export const pairingOf = (run: Run): number[] =>
	itemsOf(run, NODE).map(({ pairedItem }) => (pairedItem as { item: number }).item);
export const hintsOf = (run: Run): string =>
	JSON.stringify(run.data.resultData.runData[NODE]?.at(-1)?.hints ?? []);
export const failureOf = ({ data }: Run) =>
	data.resultData.error ?? data.resultData.runData[NODE]?.at(-1)?.error;
