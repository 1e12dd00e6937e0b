import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { inRetry, storedKeysOf } from '../../../../../nodes/SmsGateway/domain/plan/sameSms';
import { withoutRequest } from '../../../../../nodes/SmsGateway/domain/outcome';
import { emptyLedgerData, openLedger } from '../../../../../nodes/SmsGateway/history/ledger';
import { entryTo } from '../../../../fixtures/entries';
import { entriesIn, settledIn } from '../../delivery/harness';

type Sms = Partial<Entry> & { to?: string };

const ADA = '2290197000001';
/** Of before 2021's plan, the same phone. */
const ADA_BEFORE = '22997000001';

const entriesOf = (...given: Sms[]): Entry[] =>
	given.map(({ to = ADA, ...more }, item) => entryTo(to, { item, ...more }));

const plan = (...given: Sms[]) => planRequests(entriesOf(...given), {});

/** Which SMS is the same one: what a plan makes of two. */
it.each<[string, Sms, Sms, string | undefined]>([
	['one text to one phone', {}, {}, 'duplicate'],
	['one text to two phones', {}, { to: '2290197000002' }, undefined],
	['one text to one phone, written in two ways', {}, { to: ADA_BEFORE }, 'duplicate'],
	['two texts', {}, { message: 'Bye' }, undefined],
	['two senders', {}, { senderId: 'CLINIC' }, undefined],
	['a key and none', { key: 'a' }, {}, undefined],
	['two keys', { key: 'a' }, { key: 'b' }, undefined],
	['one key', { key: 'a' }, { key: 'a' }, 'duplicate'],
	['one key of Skip Repeats', { key: 'a', isRepeatKey: true }, { key: 'a' }, 'duplicate'],
	[
		'a question with two links',
		{ message: 'Q\na', text: 'Q' },
		{ message: 'Q\nb', text: 'Q' },
		'duplicate',
	],
	['two dates', { expiresAt: 5 }, { expiresAt: 7 }, 'duplicate'],
	['two items that are equal but for what was replaced', { replaced: "’ → '" }, {}, 'duplicate'],
])('of %s a plan makes %j', (_, one, other, reason) => {
	const [first, second] = settledIn(plan(one, other));
	expect([first, second?.reason]).toStrictEqual([undefined, reason]);
});

describe('the first of equal ones', () => {
	it('stands for all, until the last of them is too late', () => {
		const late = withoutRequest('expired', [{ name: 'datePassed', field: 'Date' }]);
		const at = (now: number) =>
			settledIn(
				planRequests(entriesOf({ expiresAt: 5 }, { expiresAt: 7 }, { expiresAt: 6 }), {
					refusalNow: ({ expiresAt = 0 }) => (now >= expiresAt ? late : undefined),
				}),
			).map((outcome) => outcome?.reason);
		expect(at(4)).toStrictEqual([undefined, 'duplicate', 'duplicate']);
		expect(at(6)).toStrictEqual([undefined, 'duplicate', 'duplicate']);
		expect(at(7)).toStrictEqual(['expired', 'expired', 'expired']);
	});

	it('is known to a later run by each of their items', () => {
		const entries = entriesIn(plan({}, { to: '2290197000002' }, {}, { to: ADA_BEFORE }));
		const ledger = emptyLedgerData();
		openLedger(ledger).begin(1, entries.slice(0, 1));
		const found = entries.map((entry) => openLedger(ledger).find(entry)?.reason);
		expect(found).toStrictEqual(['interrupted', undefined, 'duplicate', 'duplicate']);
	});

	it('has in a Retry a key for each of their items', () => {
		const [first] = entriesIn(plan({ key: 'order' }, {}, { key: 'order' })) as [Entry];
		const keys = storedKeysOf(inRetry(first, '7', '2'));
		expect(keys).toStrictEqual(
			['order', 'retry 7 2 0', 'retry 7 2 2'].map((key) => `${ADA} ${key}`),
		);
	});
});

it.each<[string, Sms, string[]]>([
	['no key', {}, []],
	['a key', { key: 'order' }, [`${ADA} order`]],
	['a phone with an old number', { to: ADA_BEFORE, key: 'order' }, [`${ADA} order`]],
])('the store knows an SMS with %s by %j', (_, sms, keys) => {
	expect(storedKeysOf(entriesOf(sms)[0]!)).toStrictEqual(keys);
});
