import type { IExecuteFunctions, INode, WorkflowExecuteMode } from 'n8n-workflow';
import type { Cause } from '../../../../nodes/SmsGateway/domain/cause';
import type { Entry, Problem } from '../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
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
import { wholeOf } from '../../../../nodes/SmsGateway/n8n/whole';
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

const wholeIn = (ctx: IExecuteFunctions) => wholeOf(ctx, runIndexOf(ctx) > 0);

const node = contextOf('smsGateway');
const tool = contextOf('smsGatewayTool');
const inSubWorkflow = contextOf('smsGateway', 'integrated');
const inLoop = contextOf('smsGateway', 'trigger', '12', 2);
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
const REJECTED: Outcome = {
	status: 'rejected',
	reason: 'refusedByService',
	explanation: 'No.',
	smsCount: 0,
	request: 2,
};
const UNKNOWN: Outcome = {
	status: 'unknown',
	reason: 'timeout',
	explanation: 'The SMS service did not respond in time.',
	smsCount: 1,
	request: 2,
};
const REFUSED: Outcome = {
	...withoutRequest('connectionRefused', 'No connection.'),
	request: 2,
};
const STOPPED = withoutRequest('stopped', 'Not sent: an earlier request failed.');

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
		whole: wholeIn(on),
		newRun,
	});

const CURE =
	"To prevent that, add 'Safeguards > Skip Repeats' and save, and use 'Retry with currently saved workflow': it records who got the SMS.";
const WITHOUT_RETRY =
	"'Safeguards > Skip Repeats' or a 'Deduplication Key' prevents that from the second run with it on; the first one still sends to everybody.";
const EXECUTE = `Do not use 'Execute workflow' or 'Execute step': each is a new run, which sends to everybody again. ${CURE}`;
const WITHOUT_IT =
	"A retry has the same items. If one of them is the cause, set 'Settings > On Error' to 'Continue' and save, and use 'Retry with currently saved workflow': it sends to the others.";

describe('a failed delivery', () => {
	it("has the service's reason as its message, then who was sent to, then what to do", () => {
		const { message, description } = failed(node, [ACCEPTED, REJECTED, STOPPED]);
		expect(message).toBe('No.');
		expect(description).toBe(
			`Of 3 recipients: 1 accepted, 1 refused by the service, 1 not sent. Accepted: ${one}. Refused by the service: ${two}. Not sent: ${three}. Once the cause is fixed, 'Executions > Retry' sends only to those refused and not sent. ${WITHOUT_IT} ${EXECUTE}`,
		);
	});

	it('says that nothing was sent only where nothing was', () => {
		const refused = { ...REFUSED, explanation: 'No connection, so it was not sent. Wait.' };
		expect(failed(node, [ACCEPTED, refused, STOPPED]).message).toBe(refused.explanation);
		expect(failed(node, [refused, STOPPED, STOPPED])).toMatchObject({
			message: 'No connection, so it was not sent. Wait.',
			description: 'Nothing was sent to any of the 3 recipients. It is safe to run it again.',
		});
	});

	it('names both retries where waiting may be enough', () => {
		expect(failed(node, [ACCEPTED, REFUSED, STOPPED]).description).toContain(
			"'Retry On Fail' and 'Executions > Retry' send only to those not sent. Do not use 'Execute workflow'",
		);
	});

	it('names no retry that would help where all is unknown', () => {
		const { description } = failed(node, [UNKNOWN, UNKNOWN, UNKNOWN]);
		expect(description).toMatch(/^Unknown \(may have been sent\): \d+, \d+, \d+\. Do not/);
		expect(description).toContain(EXECUTE);
		expect(description).not.toContain('Retry On Fail');
	});

	it('says that unknown ones are sent again where that was chosen', () => {
		const { description } = failed(node, [ACCEPTED, UNKNOWN, STOPPED], entries, 'resend');
		expect(description).toContain(
			"send to those not sent and unknown, as 'If Outcome Is Unknown' is 'Resend'.",
		);
		expect(failed(node, [UNKNOWN], [entry(0, one)], 'resend').description).not.toContain('safe');
	});

	it('wants the token fixed first where the service did not accept it', () => {
		const unauthorized: Outcome = { ...REJECTED, reason: 'unauthorized' };
		const { description } = failed(node, [ACCEPTED, unauthorized, STOPPED]);
		expect(description).toContain(
			"Once the credential is fixed, 'Executions > Retry' sends only to those",
		);
		expect(description).not.toContain('Retry On Fail');
		expect(failed(node, [unauthorized, STOPPED, STOPPED]).description).toBe(
			'Nothing was sent to any of the 3 recipients. Once the credential is fixed, run it again.',
		);
	});

	it('promises no safe retry in a sub-workflow, whose retry knows nothing of this execution', () => {
		const { description } = failed(inSubWorkflow, [ACCEPTED, REFUSED, STOPPED]);
		expect(description).toContain(
			`This is a sub-workflow: a retry of its parent starts it from the beginning. That sends to everybody again. ${WITHOUT_RETRY}`,
		);
		expect(description).not.toMatch(/Executions|Retry On Fail|only to those/);
		const keyed = entries.map((given) => ({ ...given, key: 'order-1' }));
		expect(
			failed(inSubWorkflow, [ACCEPTED, REFUSED, STOPPED], keyed, 'doNotResend', 'keys').description,
		).toMatch(/beginning\. No run sends to them again under the same 'Deduplication Key'\.$/);
	});

	it('says all in the message on Engine 2.0, which keeps nothing else', () => {
		const { message } = failed(onEngine2, [ACCEPTED, REJECTED, STOPPED]);
		expect(message).toMatch(
			/^No\. Of 3 recipients: 1 accepted, 1 refused .* Accepted: 46701740611\./,
		);
		expect(message).toContain(
			'There is no retry here: a new run starts from the beginning. That sends to everybody again.',
		);
		expect(message).not.toContain('Executions');
	});

	it('wants a setting saved before a retry that reads it', () => {
		const tooLong: Outcome = {
			...REFUSED,
			...withoutRequest('overMaxSmsPerRecipient', 'Too long. Raise the limit.'),
		};
		expect(failed(node, [ACCEPTED, tooLong, STOPPED]).description).toContain(
			"Once the cause is fixed, 'Retry with currently saved workflow' sends only to those not sent.",
		);
	});

	it("does not warn of 'Execute' where keys make it safe, or where nothing was sent", () => {
		const keyed = entries.map((given) => ({ ...given, key: 'order-1' }));
		const saying = (newRun: NewRun) =>
			failed(node, [ACCEPTED, REFUSED, STOPPED], keyed, 'doNotResend', newRun).description;
		expect(saying('keys')).toMatch(
			/No run sends to them again under the same 'Deduplication Key'\.$/,
		);
		expect(saying('repeats')).toMatch(/no run sends the same text to them again\.$/);
		expect(saying('repeatsToday')).toMatch(/no run sends the same text to them again today\.$/);
		expect(saying('sendsAgain')).toContain("Do not use 'Execute workflow'");
		expect(failed(node, [REFUSED, STOPPED, STOPPED]).description).toMatch(
			/It is safe to run it again\.$/,
		);
	});

	it('says of a single recipient what to do, and what the message does not say', () => {
		const single = [entry(0, one)];
		expect(failed(node, [REJECTED], single).description).toBe(
			'Nothing was sent. Once the cause is fixed, run it again.',
		);
		expect(failed(node, [UNKNOWN], single).description).toBe(
			`Unknown (may have been sent): ${one}. Do not use 'Execute workflow' or 'Execute step': each is a new run, which sends it again. ${CURE}`,
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
		const invalid = withoutRequest('invalidRecipient', 'Not sent: it is too short.');
		expect(failed(node, [STOPPED, invalid, REFUSED]).message).toBe('No connection.');
		expect(failed(node, [STOPPED, invalid, ACCEPTED]).message).toBe('Not sent: it is too short.');
		expect(failed(node, [STOPPED, { ...REJECTED, replayed: true }, ACCEPTED]).message).toBe(
			STOPPED.explanation,
		);
	});

	it("hands out the service's own words as they are, and quotes nothing else", () => {
		const quoting = { ...REJECTED, explanation: 'Sender "SHOP" is unknown.' };
		expect(failed(node, [quoting]).message).toBe('Sender "SHOP" is unknown.');
		const own = withoutRequest('expired', [{ name: 'expired', at: 'today' }]);
		const { message, description } = failed(node, [ACCEPTED, own], entries.slice(0, 2));
		expect(message).toBe("Not sent: 'Do Not Send After' has passed.");
		expect(description).toMatch(/^It was today\. Of 2 recipients/);
	});

	it('names nobody to an AI agent where all ended alike', () => {
		expect(failed(tool, [REJECTED, REJECTED, REJECTED]).message).not.toContain(one);
	});

	it('names all to an AI agent in the message, and never calls a repeat safe', () => {
		expect(failed(tool, [ACCEPTED, REJECTED, STOPPED]).message).toBe(
			`No. Accepted: ${one}. Refused by the service: ${two}. Not sent: ${three}. Do not send again to those accepted. Those refused or not sent did not get it: send again to them only, after fixing the cause.`,
		);
	});
});

describe('an execution that is not saved', () => {
	it('offers no Retry', () => {
		const settings = { saveDataErrorExecution: 'none' };
		const unsaved = contextOf('smsGateway', 'trigger', '12', 0, [], settings);
		const { description } = failed(unsaved, [ACCEPTED, REJECTED, STOPPED]);
		expect(description).toContain(
			"This execution is not saved ('Workflow Settings'), so there is no 'Retry' of it. Do not use 'Execute workflow' or 'Execute step'",
		);
		expect(description).toContain(WITHOUT_RETRY);
		expect(description).not.toMatch(/Executions >|currently saved/);
		const short = planRequests([entry(0, '12', SHORT), entry(1, one)], {});
		expect(refusedEntriesError(unsaved, short, wholeIn(unsaved)).description).not.toContain(
			'Retry',
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
			"'Settings > On Error' of this tool is 'Continue (using error output)', with which n8n tells an AI agent nothing of what the tool did. Nothing was sent. Someone has to set 'On Error' to 'Stop Workflow' or 'Continue'.",
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

describe('in a loop, whose earlier turns have sent', () => {
	const BEFORE =
		'This node has sent before in this execution, as in a loop. A new run starts from the beginning.';
	const NOTHING = 'This node sent nothing more.';

	it('a failed request does not offer to run everything again', () => {
		const { message, description } = failed(inLoop, [REJECTED], [entry(0, one)]);
		expect(message).toBe('No.');
		expect(description).toBe(
			`${NOTHING} Once the cause is fixed, 'Executions > Retry' sends only to those refused. ${WITHOUT_IT} ${BEFORE}`,
		);
	});

	it('nor does what is found before sending', () => {
		const invalid = planRequests([entry(0, '12', SHORT)], {});
		const { message, description } = refusedEntriesError(inLoop, invalid, wholeIn(inLoop));
		expect(message).toBe('This node sent nothing more: the recipient is invalid.');
		expect(description).toBe(
			`${SAYS_SHORT}<br>\nSet 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others. ${BEFORE}`,
		);
	});

	it('nor does a refusal of everything', () => {
		const cause = { name: 'overMaxSms', sms: 2, most: 1, sent: 0 } as const;
		const { message } = failed(inLoop, [withoutRequest('overMaxSms', [cause])], [entry(0, one)]);
		expect(message).toMatch(/^This node sent nothing more: this would need 2 SMS, and/);
	});
});

describe('behind another node that sends', () => {
	const other = (change: Partial<INode> = {}): Partial<INode> => ({
		name: 'Send',
		type: node.getNode().type,
		parameters: { operation: 'send' },
		...change,
	});
	const behind = (parent: Partial<INode>) => contextOf('smsGateway', 'trigger', '12', 0, [parent]);
	const BEFORE =
		'Another node that may send SMS ran before in this execution. A new run runs it again.';
	const NOTHING = 'This node sent nothing.';

	it('a failed request does not offer to run everything again', () => {
		const { description } = failed(behind(other()), [REJECTED], [entry(0, one)]);
		expect(description).toBe(
			`${NOTHING} Once the cause is fixed, 'Executions > Retry' sends only to those refused. ${WITHOUT_IT} ${BEFORE}`,
		);
	});

	it('nor does what is found before sending, also where these have a key', () => {
		const invalid = planRequests([entry(0, '12', SHORT, 'A')], {});
		const { message, description } = refusedEntriesError(
			behind(other()),
			invalid,
			wholeIn(behind(other())),
		);
		expect(message).toBe('This node sent nothing: the recipient is invalid.');
		expect(description).toBe(
			`${SAYS_SHORT}<br>\nIf the cause is in this node, fix it and save: 'Executions > Retry with currently saved workflow' goes on here. ${BEFORE}`,
		);
	});

	it.each<[string, Partial<INode>]>([
		['that is disabled', { disabled: true }],
		['that was not reached', { name: 'Not Reached' }],
		['of another type', { type: 'n8n-nodes-base.set' }],
		['that reads the balance', { parameters: { operation: 'get' } }],
		['that previews', { parameters: { operation: 'preview' } }],
	])('but one %s changes nothing', (_, change) => {
		const { description } = failed(behind(other(change)), [REJECTED], [entry(0, one)]);
		expect(description).toContain('run it again');
		expect(description).not.toContain(BEFORE);
	});
});

describe('recipients that cannot be sent to', () => {
	const refused = (on: IExecuteFunctions, given: Entry[]) =>
		refusedEntriesError(on, planRequests(given, {}), wholeIn(on));

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
		expect(description).toBe('Fix this, then run it again.');
	});

	it('that are wrong in one way get one sentence, with one example', () => {
		const home = (item: number) => entry(item, '06', invalidNumber(`06 12 34 56 7${item}`));
		const { message, description } = refused(node, [entry(0, one), ...[1, 2, 3].map(home)]);
		expect(message).toMatch(/^Nothing was sent: 3 of 4 numbers (are|have) /);
		expect(message).not.toMatch(/\d{2}/);
		expect(description).toMatch(
			/^2nd item: "06 12 34 56 71": .+ The same in the 3rd, 4th items\.<br>\nFix/,
		);
	});

	it('that wait for their time need nothing but that', () => {
		const late = (item: number): Entry => ({
			...entry(item, one),
			problem: {
				reason: 'outsideWindow',
				causes: [{ name: 'outsideWindow', time: '21:07', zone: 'UTC', opens: 'Monday' }],
			},
		});
		const [short] = [entry(1, '12', SHORT)];
		expect(refused(node, [late(0), ...entries]).description).toBe(
			'It is 21:07 in UTC. It opens next on Monday.<br>\nRun it again when the window is open.',
		);
		expect(refused(node, [late(0), short, ...entries]).description).toMatch(
			/\nFix or remove these, then run the workflow again\. Or set/,
		);
		expect(refused(inLoop, [late(0), ...entries]).description).toBe(
			`It is 21:07 in UTC. It opens next on Monday.<br>\nOnce the window is open, 'Executions > Retry' sends the rest. This node has sent before in this execution, as in a loop. A new run starts from the beginning.`,
		);
		expect(refused(inLoop, [late(0), short, ...entries]).description).toContain(
			`2nd item: ${SAYS_SHORT}<br>\nSet 'Settings > On Error' to 'Continue'`,
		);
	});

	it('name no button in a later turn of a sub-workflow, which has none', () => {
		const later = contextOf('smsGateway', 'integrated', '12', 2);
		expect(refused(later, [entry(0, '12', SHORT), ...entries]).description).toBe(
			`1st item: ${SAYS_SHORT}<br>\nFix or remove it, or set 'Settings > On Error' to 'Continue' to send to the others. This is a sub-workflow: a retry of its parent starts it from the beginning.`,
		);
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

	it.each([
		['a sub-workflow', inSubWorkflow],
		['Engine 2.0', onEngine2],
	])('names no button that is not there: %s', (_, on) => {
		const { message, description } = refused(on, [...entries, entry(3, '12', SHORT)]);
		expect(`${message} ${description}`).toContain("'Continue' to send to the others.");
		expect(`${message} ${description}`).not.toContain('Retry');
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
		causes: [{ name: 'wrongSetting', field: 'Batch Size', mustBe: 'a number', value: '06 12' }],
	};
	const { message, description } = settingError(node, problem, 'Nothing.');
	expect(message).toBe("'Batch Size' must be a number.");
	expect(description).toBe('It is "06 12". Nothing.');
});

it('shows HTML that came from outside as text', () => {
	const link = '<a href=//evil.example>Sign in</a> & <img src=x>';
	expect(nodeError(node, 'No.', link).description).toBe(
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

	it('an invalid number does not come into the event log, which outlives the execution', async () => {
		gateway();
		const { error } = await bulkSend({ items: [...people(1), { phone: '0612345' }] });
		expect(error!.message).toBe('Nothing was sent: the recipient of the 2nd item is invalid.');
		expect(error!.description).toContain('"0612345"');
	});

	it.each([
		['Bulk Send', bulkSend],
		['Preview', preview],
	])('an invalid number of a setting does not come there either, by %s', async (_, run) => {
		gateway();
		const safeguards = { allowedRecipients: '0612345' };
		const { error } = await run({ items: people(1), safeguards });
		expect(error!.message).toMatch(
			/^'Allowed Recipients' contains a number that cannot be read\.$/,
		);
		expect(error!.description).toContain('"0612345"');
	});

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
