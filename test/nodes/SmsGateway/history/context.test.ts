import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { History, withoutKnown } from '../../../../nodes/SmsGateway/history/context';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Uncertain } from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import { said } from '../../../fixtures/causes';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { settledIn } from '../delivery/harness';
import { entriesOf, excluding, people } from '../delivery/plans';

const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout' };
const REFUSED: Outcome = { ...ACCEPTED, status: 'rejected', reason: 'refusedByService' };
const [ANNA] = entriesOf('2290197000001') as [Entry];

type Given = Readonly<{ run?: number; mode?: string; executionId?: string; type?: string }>;

function historyIn(saved: IDataObject, given: Given = {}, more: object = {}) {
	const { run = 0, mode = 'trigger', executionId = '7', type = 'smsGateway' } = given;
	return new History({
		getContext: (of: string) => (of === 'node' ? saved : {}),
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getExecutionId: () => executionId,
		getMode: () => mode,
		getNode: () => ({ type }),
		getWorkflow: () => ({ id: 'saved' }),
		...more,
	} as unknown as IExecuteFunctions);
}

/** What n8n has saved of a run that ended so. */
function savedAfter(entry: Entry, outcome?: Outcome, given: Given = {}): IDataObject {
	const saved: IDataObject = { smsGatewayQuestion: 'Approve?' };
	const { ledger } = historyIn(saved, given);
	ledger.begin(1, [entry]);
	if (outcome) ledger.end(1, outcome);
	return JSON.parse(JSON.stringify(saved)) as IDataObject;
}

it.each<[string, Given, string]>([
	['in a Retry', { mode: 'retry', executionId: '8' }, 'retry 7 0 0'],
	['in the execution itself, as it tries again', { mode: 'retry', executionId: '7' }, ''],
	['in no Retry', { executionId: '8' }, ''],
	['as a tool', { mode: 'retry', executionId: '8', type: 'smsGatewayTool' }, ''],
])('gives SMS the keys of the execution that is retried: %s', (_, given, key) => {
	const { plan } = historyIn(savedAfter(ANNA, REFUSED), given).withKeys(planRequests([ANNA], {}));
	expect(plan.rows[0]!.entry.retryKeys?.join() ?? '').toBe(key);
});

it.each<[string, Outcome | undefined, Partial<Entry>, Partial<Entry>, string | undefined]>([
	['in flight', undefined, {}, {}, 'interrupted'],
	['accepted', ACCEPTED, {}, {}, undefined],
	['under no key', UNKNOWN, {}, { key: 'B' }, undefined],
	['under a key of Skip Repeats', UNKNOWN, {}, { key: 'B', isRepeatKey: true }, 'timeout'],
])('knows of an SMS that another turn has sent: %s', (_, outcome, sent, asked, reason) => {
	const saved = savedAfter({ ...ANNA, ...sent }, outcome);
	const plan = planRequests([{ ...ANNA, ...asked }], {});
	const [settled] = settledIn(historyIn(saved, { run: 1 }).withoutSent(plan, 'doNotResend'));
	expect(settled?.reason).toBe(reason);
});

it('says of an SMS that another turn left in doubt what it is, also where it stood for equal items', () => {
	const saved = savedAfter({ ...ANNA, equals: [3] }, UNKNOWN);
	const plan = planRequests([ANNA], {});
	const [settled] = settledIn(historyIn(saved, { run: 1 }).withoutSent(plan, 'doNotResend'));
	expect(settled).toMatchObject({ status: 'unknown', reason: 'timeout' });
});

it('leaves no place to another for what a turn is about to send beside what it has sent', () => {
	const saved = savedAfter(ANNA, ACCEPTED);
	historyIn(saved).holdBack(2);
	expect(historyIn(saved, { run: 1 }).sms()).toBe(3);
});

it('knows whom another turn has reached', () => {
	const history = historyIn(savedAfter(ANNA, ACCEPTED), { run: 1 });
	expect(history.hasSentTo('22997000001')).toBe(true);
	expect(history.hasSentTo('33612345678')).toBe(false);
});

it('counts the SMS with a key over the other turns, and never fewer in a retry', () => {
	const saved: IDataObject = {};
	const keyed = (count: number) => planRequests(people(count), { batchSize: 100 });
	expect(historyIn(saved, { run: 0 }).withKeys(keyed(20_000)).tooMany).toBeUndefined();
	expect(historyIn(saved, { run: 1 }).withKeys(keyed(20_000)).tooMany).toBeUndefined();
	expect(historyIn(saved, { run: 1 }).withKeys(keyed(3)).tooMany).toBeUndefined();
	expect(historyIn(saved, { run: 2 }).withKeys(keyed(1)).tooMany).toMatchObject({
		recipients: 40_001,
	});
});

it.each<[Outcome, Uncertain, string | undefined]>([
	[ACCEPTED, 'doNotResend', 'duplicate'],
	[ACCEPTED, 'resend', 'duplicate'],
	[UNKNOWN, 'doNotResend', 'timeout'],
	[UNKNOWN, 'resend', undefined],
])('knows of an SMS that is now of another item, which is %j: %s', (other, uncertain, reason) => {
	const saved = savedAfter({ ...ANNA, item: 1 }, other);
	const plan = planRequests([ANNA, { ...ANNA, item: 1 }], {});
	const [first] = settledIn(historyIn(saved).withoutSent(plan, uncertain));
	expect(first?.reason).toBe(reason);
});

it('does not send again with Resend what has become an SMS that was accepted', () => {
	const saved = savedAfter(ANNA, UNKNOWN);
	const { ledger } = historyIn(saved);
	ledger.begin(2, [{ ...ANNA, item: 1 }]);
	ledger.end(2, ACCEPTED);
	const plan = planRequests([ANNA, { ...ANNA, item: 1 }], {});
	const [first] = settledIn(historyIn(saved).withoutSent(plan, 'resend'));
	expect(first?.reason).toBe('timeout');
});

const nobody = () => undefined;
const nothing = { find: nobody, findEqual: nobody };
const knowing = (outcome: Outcome, ...phones: string[]) => ({
	findEqual: nobody,
	find: ({ recipient }: Pick<Entry, 'recipient'>) =>
		phones.includes(recipient) ? outcome : undefined,
});

describe('of what is not to be sent now', () => {
	const late = () =>
		planRequests(entriesOf('1', '2'), {
			refusalOf: () => withoutRequest('expired', said('Too late.')),
		});
	const excluded = () => planRequests(entriesOf('1', '2'), { refusalOf: excluding('2') });

	it('hands out what was sent before', () => {
		for (const plan of [late, excluded]) {
			for (const outcome of [ACCEPTED, UNKNOWN]) {
				const left = withoutKnown(plan(), knowing(outcome, '2'), 'resend', nobody);
				expect(settledIn(left)[1]).toBe(outcome);
			}
		}
	});

	it('hands out what another turn does not know, unless it is skipped on purpose', () => {
		const elsewhere = knowing(UNKNOWN, '2').find;
		const secondOf = (plan: Plan) =>
			settledIn(withoutKnown(plan, nothing, 'doNotResend', elsewhere))[1];
		expect(secondOf(late())).toBe(UNKNOWN);
		expect(secondOf(excluded())).toMatchObject({ reason: 'excluded' });
	});
});
