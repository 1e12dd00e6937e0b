import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { openHistory } from '../../../../nodes/SmsGateway/history/context';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { ACCEPTED } from '../../../fixtures/outcomes';

const ANNA = { item: 0, recipient: '2290197000001' };

/** The node in one of its runs, with what n8n has saved of the execution. */
const inRun = (saved: IDataObject, runIndex: number): IExecuteFunctions => {
	const ctx: Partial<IExecuteFunctions> = {
		getContext: (type) => (type === 'node' ? saved : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }) as never,
	};
	return ctx as IExecuteFunctions;
};

const ledgerOf = (ctx: IExecuteFunctions) => openHistory(ctx).ledger;
const ledgerOfRetry = (ctx: IExecuteFunctions) => openHistory(ctx).ledgerOfRetry();

const savedAgain = (saved: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(saved)) as IDataObject;

it('finds in a retry what was sent in the same turn', () => {
	const saved: IDataObject = {};
	ledgerOf(inRun(saved, 2)).end(1, [ANNA], ACCEPTED);
	const retry = ledgerOf(inRun(savedAgain(saved), 2));
	expect(retry.find(ANNA)).toStrictEqual({ ...ACCEPTED, replayed: true });
	expect(retry.lastRequest).toBe(1);
});

it('keeps each turn of a loop to itself', () => {
	const saved: IDataObject = {};
	ledgerOf(inRun(saved, 0)).end(1, [ANNA], ACCEPTED);
	const second = ledgerOf(inRun(savedAgain(saved), 1));
	expect(second.find(ANNA)).toBeUndefined();
	expect(second.lastRequest).toBe(0);
});

it('leaves what else the node keeps', () => {
	const saved: IDataObject = { smsGatewayQuestion: 'Approve?' };
	ledgerOf(inRun(saved, 0)).end(1, [ANNA], ACCEPTED);
	ledgerOf(inRun(saved, 1));
	expect(saved.smsGatewayQuestion).toBe('Approve?');
	expect(ledgerOf(inRun(saved, 0)).find(ANNA)).toBeDefined();
});

it('tells recipients of one item apart, also where their numbers are hashed', () => {
	const data = emptyLedgerData('salt');
	openLedger(data).end(1, [ANNA], ACCEPTED);
	const saved = JSON.parse(JSON.stringify(data)) as typeof data;
	const retry = openLedger(saved);
	expect(retry.find(ANNA)).toMatchObject({ status: 'accepted', replayed: true });
	expect(retry.find({ ...ANNA, recipient: '2290197000002' })).toBeUndefined();
	expect(retry.find({ ...ANNA, item: 1 })).toBeUndefined();
	expect(JSON.stringify(saved)).not.toContain(ANNA.recipient);
});

it('shows what a retry would find, without ending what is in flight', () => {
	const saved: IDataObject = {};
	const history = openHistory(inRun(saved, 0));
	history.ledger.begin(1, [ANNA]);
	expect(history.ledgerOfRetry().find(ANNA)).toMatchObject({ reason: 'interrupted' });
	history.ledger.end(1, [ANNA], ACCEPTED);
	expect(history.ledgerOfRetry().find(ANNA)).toStrictEqual({ ...ACCEPTED, replayed: true });
	expect(ledgerOfRetry(inRun(saved, 1)).find(ANNA)).toBeUndefined();
});

it('hands out no call to another where an agent gives several one run index', () => {
	const saved: IDataObject = {};
	const inAgent = () => ({ ...inRun(saved, 0), getNextRunIndex: () => 1 });
	ledgerOf(inAgent()).end(1, [ANNA], ACCEPTED);
	expect(ledgerOf(inAgent()).find(ANNA)).toBeUndefined();
	expect(ledgerOf(inRun(saved, 0)).find(ANNA)).toBeUndefined();
});

it('counts what a call that began later is about to send', () => {
	const saved: IDataObject = {};
	const [first, second] = [0, 1].map((run) => openHistory(inRun(saved, run)));
	second!.reserve(2);
	expect([first!.sms(), first!.smsOfOthers()]).toStrictEqual([2, 2]);
	expect(second!.sms()).toBe(0);
});

it('counts what this turn and the others have sent, and no longer what was reserved', () => {
	const saved: IDataObject = {};
	const [first, second] = [0, 1].map((run) => openHistory(inRun(saved, run)));
	expect([first!.sms(), second!.smsOfOthers()]).toStrictEqual([0, 0]);
	for (const one of [first, second]) {
		one!.reserve(3);
		one!.ledger.end(1, [{ ...ANNA, message: 'Hello' }], ACCEPTED);
		one!.done();
	}
	expect([first!.sms(), first!.smsOfOthers(), second!.smsOfOthers()]).toStrictEqual([2, 1, 1]);
});

it.each([
	['none', false],
	[undefined, false],
	['all', true],
])('hashes what it keeps where the workflow redacts its data: %s', (redactionPolicy, isHashed) => {
	const saved: IDataObject = {};
	const ctx = { ...inRun(saved, 0), getWorkflowSettings: () => ({ redactionPolicy }) as never };
	ledgerOf(ctx).end(1, [ANNA], ACCEPTED);
	expect(JSON.stringify(saved).includes(ANNA.recipient)).toBe(!isHashed);
	expect(ledgerOf(ctx).find(ANNA)).toMatchObject({ status: 'accepted' });
	const notKept = { name: 'notKept', because: 'redaction' };
	expect(JSON.stringify(saved).includes(JSON.stringify(notKept))).toBe(isHashed);
});

describe('the item that one comes from by nothing but failures', () => {
	/** The 2nd turn, whose 1st item comes from the 1st item of a turn, by an output. */
	const origin = (output: number, turn = 0, sent: IDataObject = {}) => {
		const source = {
			main: [{ previousNode: 'SMS', previousNodeOutput: output, previousNodeRun: turn }],
		};
		const outputs = [0, 1].map(() => [{ json: {}, pairedItem: 0 }]);
		const tasks = [0, 1, 2].map(() => ({ source: [], data: { main: outputs } }));
		const ctx = {
			...inRun(sent, 1),
			getNode: () => ({ name: 'SMS' }),
			getExecuteData: () => ({ source }),
			runExecutionData: { resultData: { runData: { SMS: tasks } } },
		};
		return openHistory(ctx as never).originOf({ ...ANNA, item: 0 } as Entry);
	};
	const itself = { turn: 1, item: 0 };

	it('is that of the first turn in which it failed and was not sent', () => {
		expect(origin(1)).toMatchObject({ turn: 0, item: 0 });
		expect(origin(0)).toStrictEqual(itself);
	});

	it.each([1, 2])('is none of turn %i, which is no earlier one', (turn) => {
		expect(origin(1, turn)).toStrictEqual(itself);
	});

	it('is itself where it was sent before', () => {
		const saved: IDataObject = {};
		ledgerOf(inRun(saved, 0)).end(1, [ANNA], ACCEPTED);
		expect(origin(1, 0, saved)).toStrictEqual(itself);
	});
});

it('counts the SMS with a key over all other turns, and those of a retry once', () => {
	const saved: IDataObject = {};
	openHistory(inRun(saved, 0)).noteKeys(20_000);
	openHistory(inRun(saved, 1)).noteKeys(20_000);
	openHistory(inRun(savedAgain(saved), 1)).noteKeys(20_000);
	expect(openHistory(inRun(saved, 2)).keysOfOthers()).toBe(40_000);
	expect(openHistory(inRun(saved, 1)).keysOfOthers()).toBe(20_000);
});
