import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';
import {
	askedToWait,
	backoff,
	mayReadAgain,
} from '../../../../../nodes/SmsGateway/domain/service/retryPolicy';

const NOW = Date.parse('2026-01-05T12:00:00Z');

const failure = (kind: Failure): ServiceResult => ({ kind: 'failure', facts: { found: kind } });
const answer = (status: number, after?: string): ServiceResult => ({
	kind: 'response',
	status,
	headers: after === undefined ? {} : { 'retry-after': after },
	body: '',
});

it.each<[string | undefined, number | undefined]>([
	['1', 1_000],
	['0', 0],
	['120', 120_000],
	[' 30 ', 30_000],
	['9'.repeat(400), 99_999_999_000],
	['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
	['Monday, 05-Jan-26 12:00:05 GMT', 5_000],
	['Mon Jan  5 12:00:10 2026', 10_000],
	['Sun, 04 Jan 2026 12:00:00 GMT', 0],
	...'|  |soon|-5|1.5|1e3|0x10|30 seconds|may 5|after Mon, 05 Jan 2026 12:01:30 GMT|Mon, 99 Foo 2026 12:00:00 GMT|2026-01-05T12:01:00Z'
		.split('|')
		.map((header): [string, undefined] => [header, undefined]),
	[undefined, undefined],
])('Retry-After %j asks for %s milliseconds, in a 429 alone', (header, milliseconds) => {
	expect(askedToWait(answer(429, header), NOW)).toBe(milliseconds);
	expect(askedToWait(answer(503, header), NOW)).toBeUndefined();
});

it('backs off from half a second, doubled up to thirty', () => {
	expect([1, 2, 3, 4, 7, 8, 1_000].map((tried) => backoff(tried, 1))).toStrictEqual([
		500, 1_000, 2_000, 4_000, 30_000, 30_000, 30_000,
	]);
});

it.each<[boolean, ServiceResult[]]>([
	[true, (['connectionRefused', 'dnsFailure', 'timeout', 'connectionLost'] as const).map(failure)],
	[true, [408, 429, 500, 503].map((status) => answer(status))],
	[false, (['tlsFailure', 'connectionBlocked'] as const).map(failure)],
	[false, [200, 302, 400, 401, 404, 499].map((status) => answer(status))],
])('reads the balance again (%s) after %j', (again, replies) => {
	expect(replies.filter((reply) => mayReadAgain(reply) !== again)).toStrictEqual([]);
});
