import {
	claimed,
	doubt,
	marksToAsk,
	judgeKey,
	sent,
	waited,
	type KeyQuestion,
	type MarkStore,
} from '../../../../nodes/SmsGateway/history/marks';
import { memoryMarkStore } from './memory-mark-store';

/** Asks for keys as a lease does. */
async function look(key: string, store: MarkStore, question: KeyQuestion) {
	const { state, undo } = judgeKey(key, await store.record(marksToAsk(key, question)), question);
	await store.remove(undo);
	return state;
}

/** The marks of one key, k, as they came. */
const storeWith = (...marks: string[]) => {
	const store = memoryMarkStore();
	for (const mark of marks) store.marks.add(mark);
	return store;
};

const CLAIMED = [claimed('k')];
const SENT = [claimed('k'), sent('k')];
const DOUBT = [claimed('k'), doubt('k')];
/** Who asked for it died before it had taken its marks back. */
const DIED = [claimed('k'), sent('k'), doubt('k')];
const WAITED = [claimed('k'), waited('k')];
const DOUBT_AWAITED = [...DOUBT, waited('k')];
const SENT_AWAITED = [...SENT, waited('k')];

const CLAIMS: KeyQuestion = { becomes: { free: 'claimed' } };
const RESENDS: KeyQuestion = { becomes: { free: 'claimed', inDoubt: 'claimed' } };
const LEAVES: KeyQuestion = { becomes: { claimed: 'inDoubt' } };
const WAITS: KeyQuestion = { waits: new Map([['k', 'new']]) };
const WAITED_LONG: KeyQuestion = { waits: new Map([['k', 'long']]) };

// They stand in n8n's database, where a later version finds what an earlier one has sent.
it('have the names that were recorded before', () => {
	expect([claimed, sent, doubt, waited].map((mark) => mark('33612345678 order-1'))).toStrictEqual([
		'claimed 33612345678 order-1',
		'sent 33612345678 order-1',
		'doubt 33612345678 order-1',
		'waited 33612345678 order-1',
	]);
});

describe('a key', () => {
	it.each<[string, string[], KeyQuestion, string, string[]]>([
		['that nobody has claimed is free', [], {}, 'free', []],
		['that nobody has claimed is claimed', [], CLAIMS, 'free', CLAIMED],
		['that is claimed is claimed', CLAIMED, {}, 'claimed', CLAIMED],
		['that is claimed is not claimed again', CLAIMED, CLAIMS, 'claimed', CLAIMED],
		['that was confirmed is sent', SENT, RESENDS, 'sent', SENT],
		['that was left is in doubt', DOUBT, CLAIMS, 'inDoubt', DOUBT],
		['that was left is claimed with Resend', DOUBT, RESENDS, 'inDoubt', CLAIMED],
		['whose look was cut off is in doubt', DIED, {}, 'inDoubt', DOUBT],
		['whose look was cut off is claimed with Resend', DIED, RESENDS, 'inDoubt', CLAIMED],
		['that one waits for is claimed', WAITED, {}, 'claimed', WAITED],
		['that was held all the time is in doubt', WAITED, WAITED_LONG, 'inDoubt', DOUBT],
		['that one begins to wait for gets a mark', CLAIMED, WAITS, 'claimed', WAITED],
		['that others wait for is claimed', WAITED, WAITS, 'claimed', WAITED],
		['that was sent meanwhile is sent', [...SENT, waited('k')], WAITED_LONG, 'sent', SENT],
		['that has changed hands is waited for again', CLAIMED, WAITED_LONG, 'claimed', WAITED],
		['that is put in doubt was claimed', CLAIMED, LEAVES, 'claimed', DOUBT],
		['that was sent after all stays sent', SENT, LEAVES, 'sent', SENT],
		['that was left stays waited for', DOUBT_AWAITED, {}, 'inDoubt', DOUBT_AWAITED],
		['in doubt changes hands with Resend', DOUBT_AWAITED, RESENDS, 'inDoubt', CLAIMED],
		['that was sent stays waited for', SENT_AWAITED, RESENDS, 'sent', SENT_AWAITED],
		['of which the claim was forgotten is free', [sent('k')], {}, 'free', []],
	])('%s', async (_, marks, question, state, after) => {
		const store = storeWith(...marks);
		expect(await look('k', store, question)).toBe(state);
		expect([...store.marks].sort()).toStrictEqual([...after].sort());
	});
});
