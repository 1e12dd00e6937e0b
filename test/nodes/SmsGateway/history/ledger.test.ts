import type { Outcome, Reason } from '../../../../nodes/SmsGateway/domain/outcome';
import { REASONS } from '../../../../nodes/SmsGateway/domain/outcome';
import { emptyLedgerData, openLedger, smsIn } from '../../../../nodes/SmsGateway/history/ledger';
import type { LedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { said } from '../../../fixtures/causes';
import { entryTo } from '../../../fixtures/entries';
import { entriesOf } from '../delivery/plans';

const [ANNA, BEN] = entriesOf('2290197000001', '33612345678');

const ended = (reason: Reason): Outcome => ({
	status: REASONS[reason].status,
	reason,
	causes: said('So it ended.'),
	smsCount: 1,
});

/** What n8n's retry finds: the data after it was saved with the execution. */
const saved = (data: LedgerData): LedgerData => JSON.parse(JSON.stringify(data)) as LedgerData;

/** Requests to Anna, one after another, that ended so; the last may be in flight. */
function after(...reasons: Array<Reason | 'inFlight'>): LedgerData {
	return reasons.reduce<LedgerData>((data, reason, index) => {
		const ledger = openLedger(data);
		ledger.begin(index + 1, [ANNA!]);
		if (reason !== 'inFlight') ledger.end(index + 1, ended(reason));
		return saved(data);
	}, emptyLedgerData());
}

it.each<[Array<Reason | 'inFlight'>, Reason | undefined, number]>([
	[[], undefined, 0],
	[['accepted'], 'accepted', 1],
	[['timeout'], 'timeout', 1],
	[['inFlight'], 'interrupted', 1],
	[['refusedByService'], undefined, 0],
	[['connectionRefused'], undefined, 0],
	[['accepted', 'timeout'], 'accepted', 1],
	[['timeout', 'accepted'], 'accepted', 2],
	[['timeout', 'accepted', 'serverError'], 'accepted', 2],
	[['accepted', 'inFlight'], 'accepted', 1],
	[['timeout', 'serverError'], 'serverError', 2],
	[['timeout', 'refusedByService'], 'timeout', 1],
])('after %p a later run finds %s', (reasons, reason, request) => {
	const found = openLedger(after(...reasons)).find(ANNA!);
	expect(found && [found.reason, found.status, found.request, found.replayed]).toStrictEqual(
		reason && [reason, REASONS[reason].status, request, true],
	);
});

it('finds an entry by its item and its phone, in any form of the number', () => {
	const ledger = openLedger(after('accepted'));
	expect(ledger.find(entryTo('22997000001'))).toBeDefined();
	expect(ledger.find({ ...ANNA!, item: 1 })).toBeUndefined();
	expect(ledger.find({ ...BEN!, item: 0 })).toBeUndefined();
});

it('finds nothing that its own run has sent, and counts requests on from earlier ones', () => {
	const data = after('accepted', 'timeout');
	const ledger = openLedger(data);
	expect(ledger.lastRequest).toBe(2);
	ledger.begin(3, [BEN!]);
	ledger.end(3, ended('accepted'));
	expect(ledger.find(BEN!)).toBeUndefined();
	expect(openLedger(saved(data)).lastRequest).toBe(3);
});

it('forgets a request that another attempt has come after, and no other', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	ledger.begin(4, [ANNA!]);
	ledger.begin(5, [BEN!]);
	ledger.forget(4);
	const later = openLedger(saved(data));
	expect([later.find(ANNA!), later.lastRequest]).toStrictEqual([undefined, 5]);
	expect(later.find(BEN!)).toMatchObject({ reason: 'interrupted' });
});

it('counts the SMS that were sent, may have been, or are in flight', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	const long = { ...ANNA!, message: 'x'.repeat(161) };
	ledger.begin(1, [long, { ...long, item: 1 }]);
	expect(smsIn(data)).toBe(4);
	ledger.end(1, ended('timeout'));
	ledger.begin(2, [BEN!]);
	expect(smsIn(data)).toBe(5);
	ledger.end(2, ended('refusedByService'));
	expect(smsIn(data)).toBe(4);
});

it('spells out no number, no text and no key', () => {
	const data = emptyLedgerData();
	const entry = { ...ANNA!, message: 'Secret text', key: 'order 1042' };
	openLedger(data, '7').begin(1, [entry]);
	const text = JSON.stringify(data);
	for (const word of [ANNA!.recipient, 'Secret', '1042']) expect(text).not.toContain(word);
	expect(openLedger(data, '7').find(entry)).toBeDefined();
	expect(openLedger(data, '8').find(entry)).toBeUndefined();
});

it('takes less than 8 MB for 100,000 recipients in requests of one', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	for (let item = 0; item < 100_000; item++) {
		ledger.begin(item + 1, [{ ...ANNA!, item, recipient: `2290197${1e5 + item}` }]);
		ledger.end(item + 1, ended('accepted'));
	}
	expect(JSON.stringify(data).length).toBeLessThan(8_000_000);
});
