import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import {
	otherTurns,
	smsIn,
	smsTakenBy,
	type KeptTurn,
} from '../../../../nodes/SmsGateway/history/otherTurns';
import { ACCEPTED } from '../../../fixtures/outcomes';

const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout' };
const SKIPPED: Outcome = { ...ACCEPTED, status: 'skipped', reason: 'duplicate' };
const REFUSED: Outcome = { ...ACCEPTED, status: 'notSent', reason: 'refusedByService' };

const entry = (given: Partial<Entry> = {}): Entry => ({
	item: 0,
	senderId: 'MyShop',
	recipient: '2290197000001',
	message: 'Hello',
	key: '',
	...given,
});
const ANNA = entry();
const AT_ANOTHER = entry({ recipient: '229019700000' });

describe.each([[undefined], ['salt']])('with the salt %s', (salt) => {
	/** A turn that has ended so for each of these. */
	function turnOf(...ends: Array<[Entry, Outcome]>): KeptTurn {
		const data: KeptTurn = emptyLedgerData(salt);
		const ledger = openLedger(data);
		for (const [request, [one, outcome]] of ends.entries()) ledger.end(request, [one], outcome);
		return JSON.parse(JSON.stringify(data)) as KeptTurn;
	}
	const after = (...ends: Array<[Entry, Outcome]>) => otherTurns(new Map([['0', turnOf(...ends)]]));
	const cameFrom = (hasFailed: boolean, turn = 0) => [{ turn, item: 0, hasFailed }];

	it.each([
		['the same', ACCEPTED, ANNA, true],
		['the same of another item', ACCEPTED, entry({ item: 7 }), true],
		[
			'the same to the phone in its older form',
			ACCEPTED,
			entry({ recipient: '22997000001' }),
			true,
		],
		['one in doubt', UNKNOWN, ANNA, true],
		['another text', ACCEPTED, entry({ message: 'Hello!' }), false],
		['another recipient', ACCEPTED, AT_ANOTHER, false],
		['one that was skipped', SKIPPED, ANNA, false],
		['one that was refused', REFUSED, ANNA, false],
	])('knows whether it has sent %s', (_, outcome, asked, isSent) => {
		expect(after([ANNA, outcome]).hasSent(asked)).toBe(isSent);
	});

	it('has sent what is in flight, and knows of no text that another execution has sent', () => {
		const data = turnOf();
		openLedger(data).begin(1, [ANNA]);
		expect(otherTurns(new Map([['0', data]])).hasSent(ANNA)).toBe(true);
		expect(smsIn(data)).toBe(1);

		const elsewhere = turnOf();
		openLedger(elsewhere).keep([ANNA], UNKNOWN);
		const others = otherTurns(new Map([['0', elsewhere]]));
		expect([others.hasSent(ANNA), others.hasSentTo(ANNA.recipient)]).toStrictEqual([false, false]);
		expect(others.keptOf(ANNA, [])).toBeUndefined();
		expect(others.keptOf(ANNA, cameFrom(false))).toMatchObject({ status: 'unknown' });
		expect(smsIn(elsewhere)).toBe(0);
	});

	it('knows whether it has sent somebody anything', () => {
		const others = after([ANNA, ACCEPTED]);
		expect(others.hasSentTo(ANNA.recipient)).toBe(true);
		expect(others.hasSentTo(AT_ANOTHER.recipient)).toBe(false);
	});

	it.each([
		['in doubt', UNKNOWN, {}, {}, 'unknown'],
		['accepted', ACCEPTED, {}, {}, undefined],
		['in doubt, of another text', UNKNOWN, {}, { message: 'Hello!' }, undefined],
		['in doubt, under the same key', UNKNOWN, { key: 'A' }, { key: 'A' }, 'unknown'],
		['in doubt, under another key', UNKNOWN, { key: 'A' }, { key: 'B' }, undefined],
		['in doubt, under none', UNKNOWN, {}, { key: 'B' }, undefined],
		['in doubt, asked for with none', UNKNOWN, { key: 'A' }, {}, 'unknown'],
		['in doubt, under a key made for it', UNKNOWN, {}, { key: 'B', madeFor: 1 }, 'unknown'],
	])('keeps an SMS that is %s', (_, outcome, sent, asked, status) => {
		const others = after([entry(sent), outcome]);
		expect(others.keptOf(entry({ item: 9, ...asked } as Partial<Entry>), [])?.status).toBe(status);
	});

	it.each([
		['accepted, where that item has failed', ACCEPTED, cameFrom(true), 'accepted'],
		['accepted, where it has not', ACCEPTED, cameFrom(false), undefined],
		['in doubt', UNKNOWN, cameFrom(false), 'unknown'],
		['in doubt in no turn that is kept', UNKNOWN, cameFrom(true, 3), undefined],
		['refused', REFUSED, cameFrom(true), undefined],
	])('keeps for an item what the one that it comes from has: %s', (_, outcome, from, status) => {
		const asked = entry({ item: 9, message: 'Hello!' });
		expect(after([ANNA, outcome]).keptOf(asked, from)?.status).toBe(status);
		const keyed = after([entry({ key: 'A' }), outcome]);
		expect(keyed.keptOf({ ...asked, key: 'B' }, from)).toBeUndefined();
	});

	it('knows whether a recipient was sent to for an item', () => {
		const others = after([ANNA, ACCEPTED]);
		expect(others.hasSentFor({ turn: 0, item: 0 }, entry({ item: 5 }))).toBe(true);
		expect(others.hasSentFor({ turn: 0, item: 1 }, ANNA)).toBe(false);
		expect(others.hasSentFor({ turn: 1, item: 0 }, ANNA)).toBe(false);
		expect(others.hasSentFor({ turn: 0, item: 0 }, AT_ANOTHER)).toBe(false);
	});

	it('counts SMS as they come, or what is reserved where that is more', () => {
		const data = turnOf();
		expect(smsIn(data)).toBe(0);
		const ledger = openLedger(data);
		const long = entry({ message: 'x'.repeat(161) });
		ledger.end(1, [long, { ...long, item: 1 }], ACCEPTED);
		expect(smsIn(data)).toBe(4);
		ledger.begin(2, [ANNA]);
		ledger.begin(3, [entry({ item: 2 })]);
		expect(smsIn(data)).toBe(6);
		expect([smsTakenBy(data), smsTakenBy({ ...data, reserved: 7 })]).toStrictEqual([6, 7]);
		expect(smsTakenBy({ ...data, reserved: 5 })).toBe(6);
	});
});
