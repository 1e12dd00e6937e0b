import { createHash } from 'crypto';
import {
	emptyLedgerData,
	namesWith,
	openLedger,
	type EntryId,
	type LedgerData,
} from '../../../../nodes/SmsGateway/history/ledger';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { said } from '../../../fixtures/causes';

const ANNA: EntryId = { item: 0, recipient: '2290197000001' };
const BEN: EntryId = { item: 40, recipient: '33612345678' };

const accepted = (request: number, response: unknown = { status: 'success' }): Outcome => ({
	status: 'accepted',
	reason: 'accepted',
	explanation: said('The service accepted the SMS.'),
	smsCount: 1,
	request,
	response,
});
const unknown = (request: number): Outcome => ({
	status: 'unknown',
	reason: 'timeout',
	explanation: said('No answer in time.'),
	smsCount: 1,
	request,
});
const rejected = (request: number): Outcome => ({
	status: 'rejected',
	reason: 'refusedByService',
	explanation: said('No.'),
	smsCount: 0,
	request,
});
const duplicate: Outcome = {
	status: 'skipped',
	reason: 'duplicate',
	explanation: said('Skipped: duplicate.'),
	smsCount: 0,
};

/** What n8n's retry finds: the data after it was saved with the execution. */
const saved = (data: LedgerData): LedgerData => JSON.parse(JSON.stringify(data)) as LedgerData;

function dataAfter(...ends: Array<[EntryId[], Outcome]>): LedgerData {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	for (const [entries, outcome] of ends) {
		ledger.begin(outcome.request ?? 0, entries);
		ledger.end(outcome.request ?? 0, entries, outcome);
	}
	return saved(data);
}

test('it is empty at first, and has a salt only where it was given one', () => {
	const empty = { ended: [], inFlight: {}, texts: [], keys: {} };
	expect(emptyLedgerData()).toStrictEqual(empty);
	expect(emptyLedgerData('salt')).toStrictEqual({ ...empty, salt: 'salt' });
});

test('it names texts and keys by their hashes, with its salt', () => {
	const [plain, salted, other] = [undefined, 'a', 'b'].map(namesWith);
	const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10);
	const keyed = { ...ANNA, key: 'Hi' };
	expect([plain!.text('Hi'), plain!.key(keyed)]).toStrictEqual([hash('Hi'), hash('Hi')]);
	expect([salted!.text('Hi'), salted!.key(keyed)]).toStrictEqual([hash('aHi'), hash('aHi')]);
	expect(other!.recipient('1')).not.toBe(salted!.recipient('1'));
});

test('it keeps a text once over all runs, and keys of what is unknown only', () => {
	const data = emptyLedgerData();
	for (const request of [1, 2]) {
		openLedger(data).end(request, [{ ...ANNA, message: 'Hi', key: 'A' }], accepted(request));
	}
	openLedger(data).end(3, [{ ...BEN, message: 'Hi' }], unknown(3));
	openLedger(data).end(4, [], accepted(4));
	expect(data.texts).toHaveLength(1);
	expect(data.keys).toStrictEqual({});
});

test('it goes on where it has no room for any words', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	const response = { text: 'x'.repeat(1900) };
	for (let request = 1; request <= 300; request++) {
		const one = { item: request, recipient: '2290197000001' };
		ledger.end(request, [one], { ...accepted(request, response), smsCount: request });
	}
	expect(JSON.stringify(data).length).toBeLessThan(350_000);
	expect(openLedger(saved(data)).find({ ...ANNA, item: 300 })).toMatchObject({
		status: 'accepted',
		explanation: [{ name: 'notKept', because: 'room' }],
	});
});

test('a first run finds nothing and counts its requests from 1', () => {
	const ledger = openLedger(emptyLedgerData());
	expect(ledger.find(ANNA)).toBeUndefined();
	expect(ledger.lastRequest).toBe(0);
});

test('within a run nothing is handed out again, as nothing was sent before', () => {
	const ledger = openLedger(emptyLedgerData());
	ledger.end(1, [ANNA], accepted(1));
	expect(ledger.find(ANNA)).toBeUndefined();
});

test.each([accepted(3), unknown(3), duplicate])(
	'a later run hands out again what was $status',
	(outcome) => {
		const ledger = openLedger(dataAfter([[ANNA, BEN], outcome]));
		expect(ledger.find(ANNA)).toStrictEqual({ ...outcome, replayed: true });
		expect(ledger.find(BEN)).toStrictEqual({ ...outcome, replayed: true });
	},
);

test.each<Outcome>([rejected(1), { ...rejected(1), status: 'notSent', reason: 'rateLimited' }])(
	'a later run sends again what was $status',
	(outcome) => {
		expect(openLedger(dataAfter([[ANNA], outcome])).find(ANNA)).toBeUndefined();
	},
);

test('entries are told apart by item and by recipient', () => {
	const ledger = openLedger(dataAfter([[ANNA], accepted(1)]));
	expect(ledger.find({ ...ANNA, item: 1 })).toBeUndefined();
	expect(ledger.find({ ...ANNA, recipient: '229019700000' })).toBeUndefined();
	expect(ledger.find({ item: 36, recipient: ANNA.recipient })).toBeUndefined();
});

test('a request in flight when the run was cut off is unknown to the next one', () => {
	const data = emptyLedgerData();
	openLedger(data).begin(4, [ANNA]);
	const again = saved(data);
	expect(openLedger(again).find(ANNA)).toMatchObject({
		status: 'unknown',
		reason: 'interrupted',
		request: 4,
		replayed: true,
	});
	expect(openLedger(saved(again)).find(ANNA)).toMatchObject({ reason: 'interrupted' });
});

test('so are all of several', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	ledger.begin(4, [ANNA]);
	ledger.begin(5, [BEN]);
	const again = openLedger(saved(data));
	expect(again.find(ANNA)).toMatchObject({ reason: 'interrupted', request: 4 });
	expect(again.find(BEN)).toMatchObject({ reason: 'interrupted', request: 5 });
	expect(again.lastRequest).toBe(5);
});

test('an interrupted SMS may have been sent, and the user reads it', () => {
	const data = emptyLedgerData();
	openLedger(data).begin(4, [ANNA]);
	expect(openLedger(data).find(ANNA)!.explanation).toStrictEqual([
		{ name: 'interrupted', by: 'run' },
	]);
});

test('a request that has nobody left to send to is forgotten, and no other', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	ledger.begin(4, [ANNA]);
	ledger.begin(5, [BEN]);
	ledger.free(4);
	const again = openLedger(saved(data));
	expect(again.find(ANNA)).toBeUndefined();
	expect(again.find(BEN)).toMatchObject({ reason: 'interrupted' });
});

test('a number that is hashed takes 16 characters, however many recipients there are', () => {
	const data = emptyLedgerData('salt');
	openLedger(data).keep([ANNA, BEN], duplicate);
	expect(data.ended[0]!.groups).toMatch(/^\.:0\.[\w-]{16},14\.[\w-]{16};$/);
});

describe('what was accepted stays accepted', () => {
	test.each<[string, Outcome[]]>([
		['before', [accepted(1), unknown(2)]],
		['after', [unknown(1), accepted(2)]],
		['among', [unknown(1), accepted(2), unknown(3)]],
	])('%s an unknown outcome', (_, outcomes) => {
		const data = outcomes.reduce<LedgerData>((before, outcome) => {
			openLedger(before).end(outcome.request!, [ANNA], outcome);
			return saved(before);
		}, emptyLedgerData());
		expect(openLedger(data).find(ANNA)).toMatchObject({ status: 'accepted' });
	});

	it('when a second request was cut off', () => {
		const data = dataAfter([[ANNA], accepted(1)]);
		openLedger(data).begin(2, [ANNA]);
		expect(openLedger(saved(data)).find(ANNA)).toMatchObject({ status: 'accepted', request: 1 });
	});

	it('while an unknown outcome stays unknown after a refusal', () => {
		const data = dataAfter([[ANNA], unknown(1)]);
		openLedger(data).end(2, [ANNA], rejected(2));
		expect(openLedger(saved(data)).find(ANNA)).toMatchObject({ status: 'unknown', request: 1 });
	});
});

test('requests are counted on from what is handed out again', () => {
	expect(openLedger(dataAfter([[ANNA], accepted(7)], [[BEN], unknown(41)])).lastRequest).toBe(41);
	const data = dataAfter([[ANNA], accepted(7)]);
	openLedger(data).begin(9, [BEN]);
	expect(openLedger(saved(data)).lastRequest).toBe(9);
});

test('the response is handed out again, untouched, unless it is large', () => {
	const small = { status: 'success', ids: ['a:1', 'b;2', '__proto__'] };
	const again = (response: unknown) =>
		openLedger(dataAfter([[ANNA], accepted(1, response)])).find(ANNA)!;
	expect(again(small).response).toStrictEqual(small);
	expect(again('x'.repeat(5_000))).not.toHaveProperty('response');
	expect(again('x'.repeat(5_000))).toMatchObject({ status: 'accepted', request: 1 });
});

test.each([
	[2_000, true],
	[2_001, false],
])('of a response of %i characters of JSON, the whole is kept: %s', (length, isKept) => {
	const response = 'x'.repeat(length - 2);
	const outcome = openLedger(dataAfter([[ANNA], accepted(1, response)])).find(ANNA);
	expect(outcome).toStrictEqual(
		isKept
			? { ...accepted(1, response), replayed: true }
			: expect.not.objectContaining({ response }),
	);
});

test('a skip never hides that an SMS may have been sent, and of two doubts the later is told', () => {
	const find = (...outcomes: Outcome[]) =>
		openLedger(dataAfter(...outcomes.map((one): [EntryId[], Outcome] => [[ANNA], one]))).find(ANNA);
	expect(find(unknown(1), duplicate)).toMatchObject({ status: 'unknown', request: 1 });
	expect(find(duplicate, unknown(1))).toMatchObject({ status: 'unknown', request: 1 });
	expect(find(unknown(1), { ...unknown(2), reason: 'serverError' })).toMatchObject({
		reason: 'serverError',
		request: 2,
	});
});

test('an outcome that needed no request has no number', () => {
	const data = emptyLedgerData();
	openLedger(data).keep([ANNA], duplicate);
	const later = openLedger(saved(data));
	expect(later.find(ANNA)).not.toHaveProperty('request');
	expect(later.lastRequest).toBe(0);
});

test('nothing is kept of what ended for nobody, was refused, or was not in flight', () => {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	ledger.keep([], duplicate);
	ledger.begin(1, [ANNA]);
	ledger.end(1, [ANNA], rejected(1));
	openLedger(data);
	expect(data).toStrictEqual(emptyLedgerData());
});

test('recipients that ended alike share one outcome, in later runs too', () => {
	const data = dataAfter([[ANNA], accepted(1)], [[BEN], accepted(2)]);
	expect(data.ended).toHaveLength(1);
	openLedger(data).end(3, [{ item: 2, recipient: '1' }], accepted(3));
	expect(data.ended).toHaveLength(1);
	expect(openLedger(saved(data)).find(BEN)).toMatchObject({ request: 2 });
});

test('retries do not make room for more responses that differ', () => {
	const response = (request: number) => ({ id: request, text: 'x'.repeat(1_500) });
	let data = emptyLedgerData();
	for (let run = 0; run < 4; run++) {
		const ledger = openLedger(data);
		for (let index = 0; index < 300; index++) {
			const request = run * 300 + index;
			ledger.end(
				request,
				[{ item: request, recipient: '1' }],
				accepted(request, response(request)),
			);
		}
		data = saved(data);
	}
	expect(JSON.stringify(data).length).toBeLessThan(400_000);
	const later = openLedger(data);
	expect(later.find({ item: 0, recipient: '1' })!.response).toStrictEqual(response(0));
	// Where there is no room, the outcome says that its response was not kept.
	const last = later.find({ item: 1_199, recipient: '1' })!;
	expect(last).toMatchObject({ status: 'accepted', reason: 'accepted', smsCount: 1 });
	expect(last.explanation).toStrictEqual([{ name: 'notKept', because: 'room' }]);
	expect(last).not.toHaveProperty('response');
});

describe('100,000 recipients add less than 3 MB', () => {
	const RECIPIENTS = 100_000;
	const LIMIT = 3_000_000;
	const idOf = (index: number): EntryId => ({
		item: index,
		recipient: `2290197${1e5 + index}`,
	});
	const ALL = Array.from({ length: RECIPIENTS }, (_, index) => idOf(index));

	const batchesOf = (size: number) =>
		Array.from({ length: RECIPIENTS / size }, (_, batch) =>
			ALL.slice(batch * size, (batch + 1) * size),
		);
	const sizeAfter = (size: number, outcomeOf: (request: number) => Outcome): number => {
		const data = emptyLedgerData();
		const ledger = openLedger(data);
		batchesOf(size).forEach((entries, index) => {
			ledger.begin(index + 1, entries);
			ledger.end(index + 1, entries, outcomeOf(index + 1));
		});
		const text = JSON.stringify(data);
		const last = openLedger(JSON.parse(text) as LedgerData).find(ALL.at(-1)!);
		expect(last).toMatchObject({ status: outcomeOf(1).status, request: RECIPIENTS / size });
		return text.length;
	};

	test.each([100, 1])('in requests of %i', (size) => {
		expect(sizeAfter(size, (request) => accepted(request))).toBeLessThan(LIMIT);
	});

	it('where every one is answered differently', () => {
		const answered = (request: number): Outcome => ({
			...accepted(request, { status: 'success', id: `message ${request}` }),
			explanation: said(`Queued as ${request}. The service accepted the SMS.`),
		});
		expect(sizeAfter(1, answered)).toBeLessThan(LIMIT);
	});

	it('however long the service explains itself', () => {
		const wordy = (request: number): Outcome => ({
			...unknown(request),
			explanation: said(`Request ${request}: ${'sorry '.repeat(5_000)}`),
		});
		expect(sizeAfter(100, wordy)).toBeLessThan(LIMIT);
	});

	it('where most are duplicates', () => {
		const data = emptyLedgerData();
		openLedger(data).keep(ALL, duplicate);
		expect(JSON.stringify(data).length).toBeLessThan(LIMIT);
	});
});
