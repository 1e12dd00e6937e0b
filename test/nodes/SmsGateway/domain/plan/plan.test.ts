import * as fc from 'fast-check';
import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import {
	numbersWithSeveralTexts,
	planRequests,
	requestedRows,
	underSentKeys,
	type Plan,
	type PlanRules,
} from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { excluding } from '../../delivery/plans';
import { entryTo } from '../../../../fixtures/entries';
import { cases } from '../../laws/cases';

const entry = (recipient: string, message = 'Hi', more: Partial<Entry> = {}) =>
	entryTo(recipient, { message, ...more });
const entriesOf = (...given: Array<[string, string?, Partial<Entry>?]>): Entry[] =>
	given.map(([recipient, message, more], item) => entry(recipient, message, { item, ...more }));

/** Each request as "text: numbers". */
const requestsOf = ({ requests }: Plan): string[] =>
	requests.map(
		({ message, rows }) => `${message}: ${rows.map(({ entry: to }) => to.recipient).join('|')}`,
	);
const reasonsOf = ({ rows }: Plan) => rows.map(({ outcome }) => outcome?.reason);

it('of a test, keeps back what would be sent otherwise, and takes the first such text as a sample', () => {
	const plan = planRequests(entriesOf(['1'], ['2', 'Hello'], ['3']), {
		refusalOf: excluding('1', '9'),
		testers: ['3', '4', '9'],
	});
	expect(reasonsOf(plan)).toStrictEqual(['excluded', 'testRun', undefined, undefined]);
	expect(requestsOf(plan)).toStrictEqual(['Hi: 3', 'Hello: 4']);
	expect(plan.rows[3]!.entry).toMatchObject({ item: 1, key: '', isSample: true });
});

it('of a test, a sample is the SMS of its entry but for its recipient and its key, and as late', () => {
	const sms = { text: 'Hello.', expiresAt: 5, replaced: '’', key: 'order' };
	const [first] = entriesOf(['1', 'Hello', sms]);
	const { rows } = planRequests([first!], { testers: ['4', '2290197000001', '22997000001'] });
	expect(rows.slice(1).map((row) => row.entry)).toStrictEqual(
		['4', '22997000001'].map((recipient) => ({
			...first!,
			...entryTo(recipient, { message: 'Hello' }),
			key: '',
			isSample: true,
		})),
	);
});

describe('Bulk Send', () => {
	const bulk = (entries: Entry[], batchSize = 100, rules: PlanRules = {}) =>
		planRequests(entries, { batchSize, ...rules });

	it('takes different keys for different SMS, each to a number in a request of its own', () => {
		const plan = bulk(
			entriesOf(
				['1', 'a', { key: 'order-1' }],
				['1', 'a', { key: 'order-2' }],
				['2', 'a', { key: 'order-3' }],
				['2', 'a', { key: 'order-4' }],
				['1', 'a', { key: 'order-5' }],
				['1', 'a', { key: 'order-2' }],
				['2', 'a'],
				['2', 'a'],
			),
		);
		expect(requestsOf(plan)).toStrictEqual(['a: 1|2', 'a: 1|2', 'a: 1|2']);
		expect(reasonsOf(plan)).toStrictEqual([
			...new Array<undefined>(5).fill(undefined),
			'duplicate',
			undefined,
			'duplicate',
		]);
		expect(plan.rows[5]!.outcome!.causes).toStrictEqual([{ name: 'duplicate', item: 1 }]);
		expect(plan.rows[7]!.outcome!.causes).toStrictEqual([{ name: 'duplicate', item: 6 }]);
	});

	it('fills a request that was opened for the second SMS of others', () => {
		const keyed = (...keys: string[]) => keys.map((key) => ({ key }));
		const [a, b, c] = keyed('a', 'b', 'c');
		const plan = bulk(entriesOf(['1', 'x', a], ['1', 'x', b], ['2', 'x', c], ['3', 'x', a]), 2);
		expect(requestsOf(plan)).toStrictEqual(['x: 1|2', 'x: 1|3']);
	});

	it('opens a new request for those whom an open one would overtake', () => {
		const plan = bulk(entriesOf(['1', 'a'], ['2', 'b'], ['2', 'a'], ['3', 'a']));
		expect(requestsOf(plan)).toStrictEqual(['a: 1|3', 'b: 2', 'a: 2']);
	});

	it.each([
		['5491123456789', '541123456789'],
		['541123456789', '5491123456789'],
	])('keeps the order of texts to one phone that is written as %s and %s', (one, other) => {
		const plan = bulk(entriesOf(['1', 'b'], [one, 'a'], [other, 'b']));
		expect(requestsOf(plan)).toStrictEqual(['b: 1', `a: ${one}`, `b: ${other}`]);
	});
});

const BROKEN: Entry['problem'] = {
	reason: 'invalidRecipient',
	causes: [{ name: 'thrown', error: '?' }],
};

it('settles every entry or puts it in exactly one request, within the batch size and in order', () => {
	const entries = fc.array(
		fc.record({
			recipient: fc.constantFrom('1', '2', '3', '4'),
			message: fc.constantFrom('a', 'b', 'c'),
			senderId: fc.constantFrom('S', 'T'),
			key: fc.constantFrom('', '', 'one', 'two'),
			broken: fc.constantFrom(false, false, false, true),
		}),
		{ maxLength: 20 },
	);
	const batchSize = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });
	const excluded = fc.subarray(['1', '9']);
	fc.assert(
		fc.property(entries, batchSize, excluded, (given, size, opted) => {
			const plan = planRequests(
				given.map(({ broken, recipient, ...rest }, item) =>
					entryTo(recipient, { ...rest, item, ...(broken && { problem: BROKEN }) }),
				),
				{ batchSize: size, refusalOf: excluding(...opted) },
			);
			const requested = requestedRows(plan.requests);
			const unsettled = plan.rows.filter(({ outcome }) => !outcome);
			expect(requested).toHaveLength(unsettled.length);
			expect(new Set(requested)).toStrictEqual(new Set(unsettled));

			const lastTo = new Map<string, number>();
			for (const row of unsettled) {
				const { recipient } = row.entry;
				const request = plan.requests.findIndex(({ rows }) => rows.includes(row));
				const before = lastTo.get(recipient);
				if (before !== undefined) {
					expect(before).toBeLessThan(request);
				}
				lastTo.set(recipient, request);
			}
			plan.requests.forEach((request) => {
				expect(request.rows.length).toBeLessThanOrEqual(size ?? 1);
				const recipients = request.rows.map(({ entry: to }) => to.recipient);
				expect(new Set(recipients).size).toBe(recipients.length);
				for (const { entry: to } of request.rows) {
					const { senderId, message } = to;
					expect([request.senderId, request.message]).toStrictEqual([senderId, message]);
				}
			});
		}),
		cases(2_000),
	);
});

it('knows a phone by each form of its number where it gets several texts, or one key has', () => {
	const plan = planRequests(
		entriesOf(
			['5491123456789', 'x', { key: 'a' }],
			['541123456789', 'y', { key: 'b' }],
			['1', 'x', { key: 'a' }],
			['541123456789', 'z', { key: 'a' }],
		),
		{},
	);
	expect(numbersWithSeveralTexts(plan).size).toBe(1);
	expect([...underSentKeys(plan)]).toStrictEqual([plan.rows[3]]);
});
