import {
	claimed,
	doubt,
	look,
	sent,
	waited,
	type KeyQuestion,
} from '../../../../nodes/SmsGateway/history/marks';
import { memoryMarkStore } from './memory-mark-store';

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

// They stand in n8n's database, where a later version finds what an earlier one has sent.
it('have the names that were recorded before', () => {
	expect([claimed, sent, doubt, waited].map((mark) => mark('33612345678 order-1'))).toEqual([
		'claimed 33612345678 order-1',
		'sent 33612345678 order-1',
		'doubt 33612345678 order-1',
		'waited 33612345678 order-1',
	]);
});

describe('a key', () => {
	it.each<[string, string[], KeyQuestion, string, string[]]>([
		['that nobody has claimed is free', [], {}, 'free', []],
		['that nobody has claimed is claimed', [], { claims: true }, 'free', CLAIMED],
		['that is claimed is in flight', CLAIMED, {}, 'inFlight', CLAIMED],
		['that is claimed is not claimed again', CLAIMED, { claims: true }, 'inFlight', CLAIMED],
		['that was confirmed is sent', SENT, { claims: true, resends: true }, 'sent', SENT],
		['that was left is in doubt', DOUBT, { claims: true }, 'inDoubt', DOUBT],
		['that was left is claimed with Resend', DOUBT, { resends: true }, 'inDoubt', CLAIMED],
		['whose look was cut off is in doubt', DIED, {}, 'inDoubt', DOUBT],
		['whose look was cut off is claimed with Resend', DIED, { resends: true }, 'inDoubt', CLAIMED],
		['that one waits for is in flight', WAITED, {}, 'inFlight', WAITED],
		['that was held all the time is in doubt', WAITED, { isLate: true }, 'inDoubt', DOUBT],
		['that was sent meanwhile is sent', [...SENT, waited('k')], { isLate: true }, 'sent', SENT],
		['that has changed hands is waited for again', CLAIMED, { isLate: true }, 'inFlight', WAITED],
		['that is left by who sent it again is in doubt', CLAIMED, { isLeft: true }, 'inDoubt', DOUBT],
		['that was sent after all is sent', SENT, { isLeft: true }, 'sent', SENT],
		['that was left stays waited for', DOUBT_AWAITED, {}, 'inDoubt', DOUBT_AWAITED],
		['in doubt changes hands with Resend', DOUBT_AWAITED, { resends: true }, 'inDoubt', CLAIMED],
		['that was sent stays waited for', SENT_AWAITED, { resends: true }, 'sent', SENT_AWAITED],
		['of which the claim was forgotten is free', [sent('k')], {}, 'free', []],
	])('%s', async (_, marks, question, state, after) => {
		const store = storeWith(...marks);
		const { states, later } = await look(['k'], store, question);
		expect(states).toEqual(new Map([['k', state]]));
		expect([...store.marks].sort()).toEqual([...after].sort());
		expect(later).toEqual([]);
	});
});

describe('several keys', () => {
	const storeOfAll = () =>
		storeWith(
			claimed('flying'),
			...[claimed('sent'), sent('sent')],
			...[claimed('doubtful'), doubt('doubtful')],
		);
	const ALL = ['free', 'flying', 'sent', 'doubtful'];

	it('are looked at together', async () => {
		expect((await look(ALL, storeOfAll(), {})).states).toEqual(
			new Map([
				['free', 'free'],
				['flying', 'inFlight'],
				['sent', 'sent'],
				['doubtful', 'inDoubt'],
			]),
		);
	});

	it('are told as far as they are certain where the store fails in between', async () => {
		const store = storeOfAll();
		const gone = new Error('the database is gone.');
		store.remove = async () => await Promise.reject(gone);
		const { states, later } = await look(ALL, store, { claims: true });
		expect(states).toEqual(
			new Map<string, unknown>([
				['free', gone],
				['flying', gone],
				['sent', 'sent'],
				['doubtful', 'inDoubt'],
			]),
		);
		// A later turn takes back the doubt about what was sent, and no more.
		expect(later).toEqual(['doubt sent']);
		// The mark that says who may send again could not be taken away.
		expect((await look(ALL, store, { resends: true })).states.get('doubtful')).toBe(gone);
	});
});
