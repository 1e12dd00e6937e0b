import fc from 'fast-check';
import { costOf, type Balance } from '../../../../../nodes/SmsGateway/domain/service/balance';
import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import { estimateOf, refusalOf } from '../../../../../nodes/SmsGateway/domain/plan/limits';
import {
	MAX_TIMEOUT,
	SMS_REMEMBERED,
	keysIn,
	whyKeysRefused as refusedFor,
} from '../../../../../nodes/SmsGateway/domain/plan/memory';
import { planRequests, type Plan } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { said } from '../../../../fixtures/causes';
import { inWords } from '../../../../support/saying';

const balanceOf = (balance: number): Balance => ({ read: true, balance, response: null });

const unread: Balance = { read: false, causes: said('No connection.') };

const saidRefusal = (...given: Parameters<typeof refusalOf>) => inWords(refusalOf(...given));

const unlimited = { maxSms: Infinity, unitsPerSms: 1 };

describe('Max SMS per Execution', () => {
	it.each([
		[10, 10],
		[9, 10],
		[1_000_000, Infinity],
	])('lets %i SMS pass a limit of %i', (sms, maxSms) => {
		expect(saidRefusal(sms, { ...unlimited, maxSms }, undefined)).toBeUndefined();
	});

	it('does not matter where no SMS is left to be sent, as after the limit was lowered', () => {
		expect(saidRefusal(0, { ...unlimited, maxSms: 5 }, undefined, 9)).toBeUndefined();
	});

	it('refuses what is above it, and says by how much', () => {
		expect(saidRefusal(12, { ...unlimited, maxSms: 10 }, undefined)).toStrictEqual({
			status: 'notSent',
			reason: 'overMaxSms',
			explanation:
				"Not sent: this would need 12 SMS, and 'Safeguards > Max SMS per Execution' allows 10 (2 too many). Send to fewer recipients, shorten the message, or raise the limit.",
			smsCount: 0,
		});
	});
});

describe('the balance', () => {
	it('may be used up to the last unit', () => {
		expect(saidRefusal(10, unlimited, balanceOf(10))).toBeUndefined();
		expect(saidRefusal(3, { ...unlimited, unitsPerSms: 0.1 }, balanceOf(0.3))).toBeUndefined();
	});

	it('that could not be read is not zero, and lets nothing pass', () => {
		expect(saidRefusal(1, unlimited, unread)).toMatchObject({
			status: 'notSent',
			reason: 'balanceUnreadable',
			explanation: 'The balance could not be read. No connection.',
		});
	});

	it('is of no matter where nothing is to be sent', () => {
		expect(saidRefusal(0, unlimited, unread)).toBeUndefined();
		expect(saidRefusal(0, unlimited, balanceOf(-5))).toBeUndefined();
	});
});

it('never rounds a cost, or what is missing, to 0', () => {
	const millionths = fc.integer({ min: 1, max: 1_000_000_000 });
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 1000 }),
			millionths,
			millionths,
			fc.integer({ min: 0, max: 12 }),
			(sms, price, balance, digits) => {
				const unit = Number(`1e-${digits}`);
				const limits = {
					maxSms: Infinity,
					unitsPerSms: Number(`${price}e-${digits}`),
				};
				const refusal = saidRefusal(sms, limits, balanceOf(Number(`${balance}e-${digits}`)));

				expect(costOf(sms, limits.unitsPerSms)).toBeGreaterThanOrEqual(unit);
				expect(refusal === undefined).toBe(sms * price <= balance);
				if (refusal) expect(refusal.explanation).not.toMatch(/: 0 more|\(0 of|\de[+-]\d/);
			},
		),
		{ numRuns: 2000 },
	);
});

it('says small amounts in digits', () => {
	const limits = { maxSms: Infinity, unitsPerSms: 0.0000004 };

	expect(saidRefusal(2, limits, balanceOf(0.0000001))?.explanation).toContain(
		'2 SMS (0.0000008 of your balance), and the balance is 0.0000001: 0.0000007 more needed.',
	);
});

const planOf = (...given: Array<Partial<Entry>>) => {
	const plain = { senderId: 'S', message: 'M', recipient: '46701740601', key: '' };
	return planRequests(
		given.map((more, item) => ({ item, ...plain, ...more })),
		{ batchSize: 100 },
	);
};

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
	const whyKeysRefused = (plan: Plan, ...rest: [timeout: number, before?: number]) =>
		refusedFor(keysIn(plan), ...rest);
	const seconds = MAX_TIMEOUT / 1000;

	it('allow a timeout up to the limit, and without keys any', () => {
		expect(whyKeysRefused(planOf({ key: 'k' }), seconds)).toBeUndefined();
		expect(whyKeysRefused(planOf({ key: 'k' }), seconds + 1)).toStrictEqual({
			name: 'longTimeout',
			most: seconds,
		});
		expect(whyKeysRefused(planOf({}), seconds + 1)).toBeUndefined();
	});

	it('can be as many as are remembered, two for one in a Retry', () => {
		const keyed = (count: number, retryKey?: string) =>
			planOf(...Array.from({ length: count }, (_, index) => ({ key: `k${index}`, retryKey })));

		expect(whyKeysRefused(keyed(SMS_REMEMBERED), 1)).toBeUndefined();
		expect(whyKeysRefused(keyed(SMS_REMEMBERED, 'retry'), 1)).toMatchObject({
			recipients: SMS_REMEMBERED + 1,
		});
		expect(whyKeysRefused(keyed(1), 1, SMS_REMEMBERED - 1)).toBeUndefined();
		expect(whyKeysRefused(keyed(0), 1, SMS_REMEMBERED + 1)).toBeUndefined();
		expect(whyKeysRefused(keyed(1), 1, SMS_REMEMBERED)).toMatchObject({ name: 'tooManyKeys' });
		expect(whyKeysRefused(keyed(SMS_REMEMBERED + 1), 1)).toStrictEqual({
			name: 'tooManyKeys',
			recipients: SMS_REMEMBERED + 1,
			most: SMS_REMEMBERED,
		});
	});
});
