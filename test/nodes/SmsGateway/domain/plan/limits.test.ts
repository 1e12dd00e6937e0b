import { entryTo } from '../../../../fixtures/entries';
import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import {
	estimateOf,
	KEYS_REMEMBERED,
	keysIn,
	whyKeysRefused as refusedFor,
	withinMemory,
} from '../../../../../nodes/SmsGateway/domain/plan/limits';
import { INTERRUPTED } from '../../../../../nodes/SmsGateway/domain/outcome';
import { planRequests, requestedRows } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import type { Plan } from '../../../../../nodes/SmsGateway/domain/plan/plan';

const planOf = (...given: Array<Partial<Entry>>) =>
	planRequests(
		given.map(({ recipient = '46701740601', ...more }, item) =>
			entryTo(recipient, { item, ...more }),
		),
		{ batchSize: 100 },
	);

describe('the SMS that a run may need', () => {
	const long = 'a'.repeat(161);

	it.each<[string, number, Array<Partial<Entry>>]>([
		['all of one number, without a key', 3, [{}, { message: long }]],
		['the longest of one number, under one key', 2, [{ key: 'k' }, { message: long, key: 'k' }]],
		['the longest, also where it is first', 2, [{ message: long, key: 'k' }, { key: 'k' }]],
		['each, under two keys', 3, [{ key: 'k' }, { message: long, key: 'l' }]],
		['each, of two numbers', 2, [{ key: 'k' }, { recipient: '46701740602', key: 'k' }]],
	])('are %s', (_, sms, entries) => {
		expect(estimateOf(planOf(...entries))).toBe(sms);
	});
});

describe('deduplication keys', () => {
	const whyKeysRefused = (plan: Plan, before?: number) => refusedFor(keysIn(plan), before);

	it.each([
		[0, KEYS_REMEMBERED + 2],
		[2, KEYS_REMEMBERED],
		[KEYS_REMEMBERED, 2],
	])('of a Retry are sent as many as are remembered beside %i: of %i', (before, count) => {
		const people = Array.from({ length: count }, (_, index) => ({
			recipient: `${2_290_000_000_000 + index}`,
			retryKeys: [`retry ${index}`],
		}));
		const { requests, rows } = withinMemory(planOf(...people), before);
		const left = KEYS_REMEMBERED - before;
		expect(requestedRows(requests).map(({ index }) => index)).toStrictEqual([
			...Array(left).keys(),
		]);
		expect(rows.slice(left).map(({ outcome }) => outcome?.causes)).toStrictEqual(
			Array(count - left).fill([{ name: 'beyondRetry', most: KEYS_REMEMBERED }]),
		);
	});

	it('of a Retry count two for one that has its own', () => {
		const keyed = planOf({ key: 'k', retryKeys: ['r'] }, { recipient: '46701740602', key: 'k' });
		const { requests } = withinMemory(keyed, KEYS_REMEMBERED - 2);
		expect(requestedRows(requests)).toHaveLength(1);
	});

	it('of a Retry leave in doubt what may have been sent before', () => {
		const plan = planOf({ key: 'k' });
		plan.rows[0]!.doubt = INTERRUPTED;
		expect(withinMemory(plan, KEYS_REMEMBERED).rows[0]!.outcome).toBe(INTERRUPTED);
	});

	it('can be as many as are remembered, two for one in a Retry', () => {
		const keyed = (count: number, ...retryKeys: string[]) =>
			planOf(...Array.from({ length: count }, (_, index) => ({ key: `k${index}`, retryKeys })));

		expect(whyKeysRefused(keyed(KEYS_REMEMBERED))).toBeUndefined();
		expect(whyKeysRefused(keyed(KEYS_REMEMBERED, 'retry'))).toMatchObject({
			recipients: KEYS_REMEMBERED + 1,
		});
		expect(whyKeysRefused(keyed(1), KEYS_REMEMBERED - 1)).toBeUndefined();
		expect(whyKeysRefused(keyed(0), KEYS_REMEMBERED + 1)).toBeUndefined();
		expect(whyKeysRefused(keyed(1), KEYS_REMEMBERED)).toMatchObject({ name: 'tooManyKeys' });
		expect(whyKeysRefused(keyed(KEYS_REMEMBERED + 1))).toStrictEqual({
			name: 'tooManyKeys',
			recipients: KEYS_REMEMBERED + 1,
			most: KEYS_REMEMBERED,
		});
	});
});
