import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';
import {
	askedToWait,
	backoff,
	mayReadAgain,
	retryAfter,
} from '../../../../../nodes/SmsGateway/domain/service/retryPolicy';

const NOW = Date.parse('2026-01-05T12:00:00Z');

describe('Retry-After', () => {
	test.each([
		['1', 1_000],
		['0', 0],
		['120', 120_000],
		[' 30 ', 30_000],
		['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
		['Monday, 05-Jan-26 12:00:05 GMT', 5_000],
		['Mon Jan  5 12:00:10 2026', 10_000],
		['Sun, 04 Jan 2026 12:00:00 GMT', 0],
	])('%j asks for %i milliseconds', (header, milliseconds) => {
		expect(retryAfter(header, NOW)).toBe(milliseconds);
	});

	test.each([
		undefined,
		'',
		'  ',
		'soon',
		'-5',
		'1.5',
		'1e3',
		'0x10',
		'30 seconds',
		'may 5',
		'after Mon, 05 Jan 2026 12:01:30 GMT',
		'Mon, 99 Foo 2026 12:00:00 GMT',
		'2026-01-05T12:01:00Z',
	])('%j is malformed and asks for nothing', (header) => {
		expect(retryAfter(header, NOW)).toBeUndefined();
	});

	it('counts only in a 429', () => {
		const reply = (status: number) =>
			({ kind: 'response', status, headers: { 'retry-after': '2' }, body: '' }) as const;
		expect(askedToWait(reply(429), NOW)).toBe(2_000);
		expect(askedToWait(reply(503), NOW)).toBeUndefined();
		expect(askedToWait({ kind: 'failure', failure: 'connectionLost' }, NOW)).toBeUndefined();
	});
});

describe('backoff', () => {
	it('doubles from half a second to thirty', () => {
		expect([1, 2, 3, 4, 7, 8, 1_000].map((tried) => backoff(tried, 1))).toStrictEqual([
			500, 1_000, 2_000, 4_000, 30_000, 30_000, 30_000,
		]);
	});
});

describe('reading the balance again', () => {
	const failure = (kind: Failure): ServiceResult => ({ kind: 'failure', failure: kind });
	const answer = (status: number): ServiceResult => ({
		kind: 'response',
		status,
		headers: {},
		body: '',
	});

	test.each([
		...(['connectionRefused', 'dnsFailure', 'timeout', 'connectionLost'] as const).map(failure),
		...[408, 429, 500, 503].map(answer),
	])('may help after %j', (reply) => {
		expect(mayReadAgain(reply)).toBe(true);
	});

	test.each([
		...(['tlsFailure', 'connectionBlocked'] as const).map(failure),
		...[200, 302, 400, 401, 404, 499].map(answer),
	])('cannot help after %j', (reply) => {
		expect(mayReadAgain(reply)).toBe(false);
	});
});
