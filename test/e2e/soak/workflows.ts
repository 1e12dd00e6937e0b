import { manualTrigger, smsGateway, workflow, type WorkflowNode } from '../../../host/workflow';
import { loopOver } from '../support/campaign';

export const NODE = 'SMS Gateway';
export const ITEMS = 'Items';

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

/** The timeout is short, as a part of the requests runs into it. */
const OPTIONS = { timeout: 2, concurrency: 3 };

/** Recipients of an execution; few enough for an error to name them all. */
const PEOPLE = 8;

/** Executions with ids near to each other that send to the same people, at the same time or later. */
const SHARING = 20;

/** @param group an expression: items of the same group go to the same people */
const people = (prefix: number, group: string): WorkflowNode => ({
	name: ITEMS,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const first = ${prefix} + ${group} * ${PEOPLE};
return Array.from({ length: ${PEOPLE} }, (_, index) => ({ json: { phone: '+' + (first + index) } }));`,
	},
});

const someNobodyElseHas = (prefix: number) => people(prefix, 'Number($execution.id)');
const someThatOthersHave = (prefix: number) =>
	people(prefix, `Math.floor(Number($execution.id) / ${SHARING})`);

const loop = loopOver(PEOPLE / 2);

export interface SoakWorkflow {
	saved: ReturnType<typeof workflow>;
	/** The user chose to send again on an unknown outcome. */
	resend?: true;
}

/** @param credentials the same service over http and over https */
export function soakWorkflows(credentials: Record<'http' | 'https', object>): SoakWorkflow[] {
	const node = (
		operation: 'send' | 'bulkSend',
		over: keyof typeof credentials,
		onError: string,
		{ options = {}, safeguards = {} } = {},
	) =>
		smsGateway(
			{
				operation,
				senderId: 'SHOP',
				[operation === 'send' ? 'recipient' : 'recipients']: '={{ $json.phone }}',
				message: 'Open on Saturday.',
				safeguards,
				options: { ...OPTIONS, ...(operation === 'bulkSend' && { batchSize: 2 }), ...options },
			},
			{ ...RETRY_ON_FAIL, onError, credentials: { smsGatewayApi: credentials[over] } },
		);
	const keyed = { safeguards: { deduplicationKey: 'saturday' } };
	const chain = (name: string, list: WorkflowNode, sending: WorkflowNode) =>
		workflow(name, [manualTrigger(), list, sending]);
	const looped = (name: string, list: WorkflowNode, sending: WorkflowNode) =>
		workflow(
			name,
			[manualTrigger(), list, loop],
			[
				[loop, 1, sending],
				[sending, 0, loop],
			],
		);
	return [
		{
			saved: chain(
				'send',
				someNobodyElseHas(2_290_197_000_000),
				node('send', 'https', 'stopWorkflow'),
			),
		},
		{
			saved: looped(
				'bulk-in-a-loop',
				someNobodyElseHas(2_290_196_000_000),
				node('bulkSend', 'http', 'stopWorkflow'),
			),
		},
		{
			saved: chain(
				'bulk-with-keys',
				someThatOthersHave(2_290_161_000_000),
				node('bulkSend', 'https', 'continueErrorOutput', keyed),
			),
		},
		{
			saved: looped(
				'send-with-keys-in-a-loop',
				someThatOthersHave(2_290_162_000_000),
				node('send', 'http', 'continueRegularOutput', keyed),
			),
		},
		{
			saved: chain(
				'resend',
				someNobodyElseHas(2_290_166_000_000),
				node('bulkSend', 'https', 'stopWorkflow', { options: { uncertain: 'resend' } }),
			),
			resend: true,
		},
	];
}
