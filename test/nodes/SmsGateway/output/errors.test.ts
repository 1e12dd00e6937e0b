import type { IExecuteFunctions, INode, WorkflowExecuteMode } from 'n8n-workflow';
import type { Cause } from '../../../../nodes/SmsGateway/domain/cause';
import type { Entry, Problem } from '../../../../nodes/SmsGateway/domain/entry';
import {
	withoutRequest,
	type Outcome,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { explain } from '../../../../nodes/SmsGateway/words/causes';
import { summarize } from '../../../../nodes/SmsGateway/words/summary';
import {
	nodeError,
	refuseToHideFromAgent,
	settingError,
} from '../../../../nodes/SmsGateway/output/errors';
import {
	failedDeliveryError,
	refusedEntriesError,
} from '../../../../nodes/SmsGateway/output/failures';
import { runIndexOf } from '../../../../nodes/SmsGateway/n8n/nodeContext';
import { rootExecutionOf } from '../../../../nodes/SmsGateway/n8n/rootExecution';
import type { NewRun } from '../../../../nodes/SmsGateway/words/nextSteps';
import { invalidNumber } from '../../../fixtures/causes';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { createToken } from '../../../support/credentials';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, preview, refusal, send } from '../run';

const contextOf = (
	type: string,
	mode: WorkflowExecuteMode = 'trigger',
	executionId = '12',
	runIndex = 0,
	parents: ReadonlyArray<Partial<INode>> = [],
	settings: object = {},
) =>
	({
		getNode: () => ({
			id: '1',
			name: 'SMS Gateway',
			type: `n8n-nodes-sms-gateway.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getMode: () => mode,
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		getWorkflowSettings: () => settings,
		getParentNodes: () => parents,
		getChildNodes: () => [],
		runExecutionData: { resultData: { runData: { Send: [] } } },
	}) as unknown as IExecuteFunctions;

const rootExecutionIn = (ctx: IExecuteFunctions) => rootExecutionOf(ctx, runIndexOf(ctx) > 0);

const node = contextOf('smsGateway');
const tool = contextOf('smsGatewayTool');
const onEngine2 = contextOf('smsGateway', 'trigger', '019ab1c2-7d3e-7f40-8a51-b6c7d8e9f012');

const SHORT = invalidNumber('12');
const LETTERS = invalidNumber('anna');
const SAYS_SHORT = explain([SHORT]);
const SAYS_LETTERS = explain([LETTERS]);

const entry = (item: number, recipient: string, problem?: Cause, key = ''): Entry => ({
	item,
	senderId: 'SHOP',
	message: 'Hi',
	key,
	recipient,
	...(problem && { problem: { reason: 'invalidRecipient', causes: [problem] } }),
});

const [one, two, three] = ['46701740611', '46701740612', '46701740613'] as const;
const entries = [entry(0, one), entry(1, two), entry(2, three)];
const answered = (says: string, sms: Status): Cause[] => [
	{ name: 'service', found: 'refusedByService', says, sms },
];
const SAYS_NO = explain(answered('No.', 'rejected'));
const SAYS_NO_CONNECTION = explain(answered('No connection.', 'notSent'));
const REJECTED: Outcome = {
	status: 'rejected',
	reason: 'refusedByService',
	explanation: answered('No.', 'rejected'),
	smsCount: 0,
	request: 2,
};
const UNKNOWN: Outcome = {
	status: 'unknown',
	reason: 'timeout',
	explanation: answered('Late.', 'unknown'),
	smsCount: 1,
	request: 2,
};
const REFUSED: Outcome = {
	...withoutRequest('connectionRefused', answered('No connection.', 'notSent')),
	request: 2,
};
const STOPPED = withoutRequest('stopped', [{ name: 'stopped', by: 'failure' }]);

const failed = (
	on: IExecuteFunctions,
	outcomes: Outcome[],
	given: Entry[] = entries,
	uncertain: 'doNotResend' | 'resend' = 'doNotResend',
	newRun: NewRun = 'sendsAgain',
) =>
	failedDeliveryError(on, {
		entries: given,
		outcomes,
		summary: summarize(given, outcomes),
		uncertain,
		root: rootExecutionIn(on),
		newRun,
	});

const CURE =
	"'Safeguards > Skip Repeats' or a 'Safeguards > Deduplication Key' prevents that from the second run with it on; the first one still sends to everybody.";
const EXECUTE = `Do not use 'Execute workflow' or 'Execute step': each is a new run, which sends to everybody again. ${CURE}`;
const WITHOUT_IT =
	"A retry has the same items. If one of them is the cause, set 'Settings > On Error' to 'Continue' and save, and use 'Retry with currently saved workflow': it sends to the others.";

describe('a failed delivery', () => {
	it("has the service's reason as its message, then who was sent to, then what to do", () => {
		const { message, description } = failed(node, [ACCEPTED, REJECTED, STOPPED]);
		expect(message).toBe(SAYS_NO);
		expect(description).toBe(
			`Of 3 recipients: 1 accepted, 1 refused by the service, 1 not sent. Accepted: ${one}. Refused by the service: ${two}. Not sent: ${three}. Once the cause is fixed, 'Executions > Retry' sends only to those refused and not sent. ${WITHOUT_IT} ${EXECUTE}`,
		);
	});

	it('says that nothing was sent only where nothing was', () => {
		expect(failed(node, [ACCEPTED, REFUSED, STOPPED]).message).toBe(SAYS_NO_CONNECTION);
		expect(failed(node, [REFUSED, STOPPED, STOPPED])).toMatchObject({
			message: SAYS_NO_CONNECTION,
			description: 'Nothing was sent to any of the 3 recipients. It is safe to run it again.',
		});
	});

	it('says all in the message on Engine 2.0, which keeps nothing else', () => {
		const { message } = failed(onEngine2, [ACCEPTED, REJECTED, STOPPED]);
		expect(message).toMatch(
			/^No\. The .+ sent\. Of 3 recipients: 1 accepted, 1 refused .* Accepted: 46701740611\./,
		);
		expect(message).toContain(
			'There is no retry here: a new run starts from the beginning. That sends to everybody again.',
		);
		expect(message).not.toContain('Executions');
	});

	it('says of a single recipient what to do, and what the message does not say', () => {
		const single = [entry(0, one)];
		expect(failed(node, [REJECTED], single).description).toBe(
			'Nothing was sent. Once the cause is fixed, run it again.',
		);
		expect(failed(node, [UNKNOWN], single).description).toBe(
			`Unknown (may have been sent): ${one}. A retry ends here again, as it sends nothing to those unknown. To go on with the workflow, set 'Settings > On Error' to 'Continue' and save, and use 'Retry with currently saved workflow'. Do not use 'Execute workflow' or 'Execute step': each is a new run, which sends it again. ${CURE}`,
		);
	});

	it('names the first ten of many', () => {
		const many = Array.from({ length: 25 }, (_, item) =>
			entry(item, String(46_701_740_600 + item)),
		);
		const outcomes = many.map((_, index) => (index < 12 ? ACCEPTED : REFUSED));
		const { description } = failed(node, outcomes, many);
		expect(description).toContain('46701740609 and 2 more. Not sent: 46701740612');
		expect(description).toContain('46701740621 and 3 more.');
	});

	it('is about what tells most: a request, else a refusal, else what was stopped because of it', () => {
		const invalid = withoutRequest('cancelled', [{ name: 'cancelled' }]);
		expect(failed(node, [STOPPED, invalid, REFUSED]).message).toBe(SAYS_NO_CONNECTION);
		expect(failed(node, [STOPPED, invalid, ACCEPTED]).message).toBe(explain(invalid.explanation));
		expect(failed(node, [STOPPED, { ...REJECTED, replayed: true }, ACCEPTED]).message).toBe(
			explain(STOPPED.explanation),
		);
	});

	it("hands out the service's own words as they are, and quotes nothing else", () => {
		const quoting = { ...REJECTED, explanation: answered('Sender "SHOP" is unknown.', 'rejected') };
		expect(failed(node, [quoting]).message).toMatch(/^Sender "SHOP" is unknown\. The /);
		const own = withoutRequest('expired', [{ name: 'expired', at: 'today' }]);
		const { message, description } = failed(node, [ACCEPTED, own], entries.slice(0, 2));
		expect(message).toBe("Not sent: 'Safeguards > Do Not Send After' has passed.");
		expect(description).toMatch(/^It was today\. Of 2 recipients/);
		expect(failed(node, [own], entries.slice(0, 1)).description).not.toContain('Nothing');
	});

	it('names nobody to an AI agent where all ended alike', () => {
		expect(failed(tool, [REJECTED, REJECTED, REJECTED]).message).not.toContain(one);
	});

	it('names all to an AI agent in the message, and never calls a repeat safe', () => {
		expect(failed(tool, [ACCEPTED, REJECTED, STOPPED]).message).toBe(
			`${SAYS_NO} Accepted: ${one}. Refused by the service: ${two}. Not sent: ${three}. Do not send again to those accepted. Those refused or not sent did not get it: send again to them only, after fixing the cause.`,
		);
	});
});

describe('a tool with an error output, of which n8n tells an agent nothing', () => {
	const as = (type: string, onError?: INode['onError']) =>
		({
			getNode: () => ({ ...contextOf(type).getNode(), onError }),
		}) as unknown as IExecuteFunctions;
	const refusal = (type: string, onError?: INode['onError']) => () =>
		refuseToHideFromAgent({ ...contextOf(type), ...as(type, onError) });

	it('sends nothing, and says what to set', () => {
		expect(refusal('smsGatewayTool', 'continueErrorOutput')).toThrow(
			"'Settings > On Error' of this tool is 'Continue (using error output)', with which n8n tells an AI agent nothing of what the tool did. Someone has to set it to 'Stop Workflow' or 'Continue'. Nothing was sent.",
		);
	});

	it.each([
		['smsGatewayTool', 'continueRegularOutput'],
		['smsGatewayTool', 'stopWorkflow'],
		['smsGatewayTool', undefined],
		['smsGateway', 'continueErrorOutput'],
	] as const)('but not a %s with %s', (type, onError) => {
		expect(refusal(type, onError)).not.toThrow();
	});
});

describe('behind another node that sends', () => {
	const behind = contextOf('smsGateway', 'trigger', '12', 0, [
		{ name: 'Send', type: node.getNode().type, parameters: { operation: 'send' } },
	]);
	const BEFORE =
		'Another node that may send SMS ran before in this execution. A new run runs it again.';
	const NOTHING = 'This node sent nothing.';

	it('a failed request does not offer to run everything again', () => {
		const { description } = failed(behind, [REJECTED], [entry(0, one)]);
		expect(description).toBe(
			`${NOTHING} Once the cause is fixed, 'Executions > Retry' sends only to those refused. ${WITHOUT_IT.replace('it sends to the others', 'the workflow then goes on')} ${BEFORE}`,
		);
		const two = entries.slice(0, 2);
		const { description: ofTwo } = failed(behind, [REJECTED, STOPPED], two);
		expect(ofTwo).toMatch(new RegExp(`^${NOTHING} Once`));
	});
});

describe('recipients that cannot be sent to', () => {
	const refused = (on: IExecuteFunctions, given: Entry[]) =>
		refusedEntriesError(
			on,
			planRequests(given, {}),
			given.map(() => STOPPED),
			rootExecutionIn(on),
		);

	it('are named in the description, by the row that people count, and not in the message', () => {
		const given = [...entries, entry(3, '12', SHORT), entry(4, 'x', LETTERS)];
		const { message, description } = refused(node, given);
		expect(message).toBe('Nothing was sent: 2 of 5 recipients are invalid.');
		expect(description).toBe(
			`4th item: ${SAYS_SHORT}<br>\n5th item: ${SAYS_LETTERS}<br>\nFix or remove these, then run the workflow again. Or set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others.`,
		);
	});

	it('leave no value in the message where there is one', () => {
		const { message, description } = refused(node, [...entries, entry(3, '12', SHORT)]);
		expect(message).toBe('Nothing was sent: the recipient of the 4th item is invalid.');
		expect(description).toContain(`4th item: ${SAYS_SHORT}<br>\nFix or remove it`);
		expect(refused(node, [entry(0, '12', SHORT)]).message).toBe(
			'Nothing was sent: the recipient is invalid.',
		);
	});

	it('that all have one cause get one sentence', () => {
		const empty = (item: number) => entry(item, '', { name: 'noRecipient' });
		const { message, description } = refused(node, [empty(0), empty(1), empty(2)]);
		expect(message).toBe(
			'Nothing was sent: the recipient is empty in 3 items. Check the field or its expression.',
		);
		expect(description).toBe('Once the cause is fixed, run it again.');
	});

	it('that are wrong in one way get one sentence, with one example', () => {
		const home = (item: number) => entry(item, '06', invalidNumber(`06 12 34 56 7${item}`));
		const { message, description } = refused(node, [entry(0, one), ...[1, 2, 3].map(home)]);
		expect(message).toMatch(/^Nothing was sent: 3 of 4 numbers (are|have) /);
		expect(message).not.toMatch(/\d{2}/);
		expect(description).toMatch(
			/^2nd item: "06 12 34 56 71": .+ The same in the 3rd, 4th items\.<br>\nFix/,
		);
		const many = Array.from({ length: 12 }, (_, item) => entry(item, 'x', LETTERS));
		expect(refused(node, many).description).toContain(' 11th and 1 more items.');
	});

	it('say which item it is where the message is about some of them', () => {
		const empty = (item: number) => entry(item, '', { name: 'noRecipient' });
		expect(refused(node, [entry(0, one), empty(1), empty(2)]).description).toMatch(
			/^2nd item: The recipient is empty\. Check .+ The same in the 3rd item\.<br>\nFix or remove these/,
		);
		const missing = {
			...entry(2, ''),
			problem: {
				reason: 'missingValue',
				causes: [{ name: 'noMessage' }],
			},
		} as const;
		const { message, description } = refused(node, [entry(0, one), entry(1, two), missing]);
		expect(message).toBe("Nothing was sent: 'Message' is empty in the 3rd item. Enter a text.");
		expect(description).toMatch(/^Fix or remove it, then run/);
	});

	it('say once what has no value, with the item that the explanation names', () => {
		const missing = {
			...entry(1, ''),
			problem: {
				reason: 'missingValue',
				causes: [{ name: 'noValue', field: 'Message', expression: '{{ $json.name }}' }],
			},
		} as const;
		expect(refused(node, [entry(0, one), missing]).message).toBe(
			"Nothing was sent: 'Message' has no value for {{ $json.name }} in the 2nd item.",
		);
	});

	it('are named with ten of their causes', () => {
		const wrong = Array.from({ length: 12 }, (_, item) =>
			entry(item, 'x', { name: 'noValue', field: `Field ${item}`, expression: '{{ $json.x }}' }),
		);
		const { description } = refused(node, wrong);
		expect(description).toContain(
			"10th item: 'Field 9' has no value for {{ $json.x }}.<br>\nAnd 2 more.",
		);
		expect(refused(node, wrong.slice(0, 10)).description).not.toContain('more');
	});

	it('that are wrong in several ways are counted', () => {
		const expired: Entry = {
			...entry(1, two),
			problem: {
				reason: 'expired',
				causes: [{ name: 'expired', at: 'today' }],
			},
		};
		const { message } = refused(node, [expired, entry(2, '12', SHORT), ...entries]);
		expect(message).toBe(
			"Nothing was sent: 2 of 5 recipients cannot be sent to: 1 invalid, 1 past 'Do Not Send After'.",
		);
	});

	it('are named to an AI agent in the message, without items, which it does not know', () => {
		const given = [...entries, entry(3, '12', SHORT), entry(4, 'x', LETTERS)];
		expect(refused(tool, given).message).toBe(
			`This node sent nothing: 2 of 5 recipients are invalid. ${SAYS_SHORT}\n${SAYS_LETTERS}\nCorrect or omit what is named here, then send.`,
		);
	});
});

it('keeps a number in a setting out of the message', () => {
	const problem: Problem = {
		reason: 'invalidParameter',
		causes: [
			{ name: 'wrongSetting', field: 'Options > Batch Size', mustBe: 'a number', value: '06 12' },
		],
	};
	const { message, description } = settingError(node, problem, 'Nothing.');
	expect(message).toBe("'Options > Batch Size' must be a number.");
	expect(description).toBe('It is "06 12". Nothing.');
});

it('shows HTML that came from outside as text', () => {
	const link = '<a href=//evil.example>Sign in</a> & <img src=x>';
	expect(nodeError(node, 'No.', link, { causes: [] }).description).toBe(
		'&lt;a href=//evil.example>Sign in&lt;/a> &amp; &lt;img src=x>',
	);
});

describe('in the engine', () => {
	it('a link from a webhook or from the service becomes no link, in errors or hints', async () => {
		const link = '<a href=//evil.example>Sign in</a>';
		gateway();
		const invalid = await bulkSend({ items: [{ phone: link }] });
		expect(invalid.error!.description).toContain('&lt;a href=//evil');
		expect(invalid.error!.message).not.toContain('evil');

		gateway().bulk([accepted, refusal(link)]);
		const options = { batchSize: 1, concurrency: 1 };
		const refusedLink = await bulkSend({ items: people(2), options });
		expect(refusedLink.error!.description).not.toContain('<a');

		gateway().bulk(accepted);
		const { hints } = await bulkSend({
			items: people(1),
			options: { maxSms: 1 },
			parameters: { message: `${link}’`.repeat(20) },
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(hints)).not.toContain('<a');
	});

	it.each([
		['Bulk Send', bulkSend],
		['Preview', preview],
	])(
		'an invalid number of a setting does not come into the event log, which outlives the execution, by %s',
		async (_, run) => {
			gateway();
			const safeguards = { allowedRecipients: '0612345' };
			const { error } = await run({ items: people(1), safeguards });
			expect(error!.message).toMatch(
				/^'Safeguards > Allowed Recipients' contains a number that cannot be read\.$/,
			);
			expect(error!.description).toContain('"0612345"');
		},
	);

	it('a number that is invalid in a retry only does not come there either', async () => {
		gateway().bulk([accepted, refusal('No')]);
		const items = [{ phone: phones(1)[0] }, { phone: phones(2)[1], later: '0612345' }];
		const options = { batchSize: 1, concurrency: 1 };
		const failed = await bulkSend({ items, options });
		// The user has changed the workflow before the Retry.
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.recipients = '={{ $json.later ?? $json.phone }}';
		const { error } = await (await createEngine()).retry(failed);
		expect(error!.message).not.toContain('0612345');
		expect(error!.description).toContain('0612345');
	});

	it('a refused token names no retry before the token is fixed', async () => {
		gateway().send({ status: 401, body: { status: 'error', message: 'Unauthenticated' } });
		const { error } = await send({ items: people(2), options: { concurrency: 1 } });
		expect(error!.message).toMatch(/^Unauthenticated\. /);
		expect(error!.description).not.toMatch(/Retry/);
		expect(error!.description).toMatch(
			/^Nothing was sent to any of the 2 recipients\. Once the credential is fixed, run it again\.$/,
		);
		expect(JSON.stringify(error)).not.toContain(createToken());
	});
});
