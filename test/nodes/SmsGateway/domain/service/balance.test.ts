import * as fc from 'fast-check';
import {
	amountInWords,
	balanceOf,
	costOf,
	difference,
	fellByMore,
	suffices,
} from '../../../../../nodes/SmsGateway/domain/service/balance';
import type { ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';

/** What is wrong with a balance that is not read. */
const foundIn = (result: ServiceResult) => {
	const balance = balanceOf(result);
	return balance.read ? 'read' : (balance.causes[0] as { found?: string }).found;
};

const answer = (status: number, body: unknown = ''): ServiceResult => ({
	kind: 'response',
	status,
	headers: {},
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const documented = (balance: unknown) => ({ status: 'success', module: 'sms_module', balance });

it.each([
	[documented(1500), 1500],
	[documented(-3), -3],
	[documented(' 12.50 '), 12.5],
	[documented('-3.5'), -3.5],
	[documented('+5'), 5],
	[{ status: 'success', data: 8000 }, 8000],
	[{ status: 'success', data: '8000.5' }, 8000.5],
	[{ balance: 5, data: 8000 }, 5],
	[{ status: 'success', error: 'none', balance: 5 }, 5],
	[{ balance: null, data: 8000 }, 8000],
])('reads %j as %d', (body, balance) => {
	expect(balanceOf(answer(200, body))).toStrictEqual({ read: true, balance, response: body });
});

it.each<[string, unknown[]]>([
	[
		'noAmount',
		[
			...['1,500', '1e3', 'Infinity', true, [7]].map(documented),
			'{"balance":1e999}',
			{ balance: '1,500', data: 8000 },
			{ balance: {}, data: 8000 },
		],
	],
	[
		'noBalance',
		[
			...[undefined, null, ''].map(documented),
			{ status: 'success', data: { balance: 7 } },
			{ status: 'success', data: '1,500' },
			'7',
			'',
			'{"status":"Error","balance":5}',
			'{"status":"failed","balance":0}',
			'{"success":false,"balance":0}',
		],
	],
	['notJson', ['<html>']],
])('finds %s in %j, which is not 0', (found, bodies) => {
	expect(bodies.map((body) => foundIn(answer(200, body)))).toStrictEqual(bodies.map(() => found));
});

it('is not read from what is cut off, or never came', () => {
	const short = { ...answer(200, documented(5)), cut: 'tooLarge' } as ServiceResult;
	expect(foundIn(short)).toBe('tooLarge');
	expect(foundIn({ kind: 'failure', facts: { found: 'timeout' } })).toBe('timeout');
});

it.each([
	[204, 'notOk'],
	[301, 'redirected'],
	[302, 'seeOther'],
	[400, 'refusedByService'],
	[401, 'unauthorized'],
	[403, 'forbidden'],
	[405, 'notHere'],
	[408, 'serverError'],
	[429, 'rateLimited'],
	[500, 'serverError'],
])('is not read from HTTP %i, with the words of the service: %s', (http, found) => {
	expect(balanceOf(answer(http, { balance: 5, message: 'v1.2 is over!' }))).toMatchObject({
		read: false,
		causes: [{ found, says: 'v1.2 is over!' }],
	});
});

it('tells the date on which a token expired, unless it may not do what is asked', () => {
	const tokenExpired = '31 Jan 2026, 10:00 (UTC)';
	expect(balanceOf({ ...answer(401), tokenExpired } as ServiceResult)).toMatchObject({
		causes: [{ found: 'tokenExpired', value: tokenExpired }],
	});
	expect(foundIn({ ...answer(403), tokenExpired } as ServiceResult)).toBe('forbidden');
});

describe('amounts', () => {
	it.each([
		[0.3, 0.1, 0.2],
		[10, 9.7, 0.3],
		[1e-7, 2e-7, -1e-7],
		[1e21, 1e21, 0],
		[5e-324, 0, 0],
		[1e300, 1, 1e300],
	])('%d less %d is %d', (one, other, expected) => {
		expect(difference(one, other)).toBe(expected);
		expect(suffices(one, other)).toBe(expected >= 0);
		expect(suffices(other, one)).toBe(expected <= 0);
	});

	it('are neither rounded nor written with an exponent, and have at least two digits', () => {
		expect([costOf(3, 0.1), costOf(1_000_000, 1e-7)]).toStrictEqual([0.3, 0.1]);
		const words = ['1234567.50', '0.0000001', '12'];
		expect([1234567.5, 1e-7, 12].map(amountInWords)).toStrictEqual(words);
	});
});

it.each([
	['as much as the accepted cost', 7, 3, false],
	['less', 8, 3, false],
	['more', 6.9, 3, true],
	['anything, with nothing accepted', 9.9, 0, true],
	['nothing', 10, 0, false],
])('knows money that a refused request cost: the balance fell by %s', (_, after, cost, shown) => {
	expect(fellByMore(10, after, cost)).toBe(shown);
});

it('adds up in fractions as on paper: neither the last SMS nor a doubt for a rounding', () => {
	const amount = fc.integer({ min: 0, max: 100_000 });
	const digits = fc.integer({ min: 0, max: 4 });
	fc.assert(
		fc.property(
			amount,
			fc.integer({ min: 0, max: 300 }),
			amount,
			digits,
			(price, sms, rest, of) => {
				const paper = (units: number) => units / 10 ** of;
				const cost = costOf(sms, paper(price));
				const before = price * sms + rest;
				expect(cost).toBe(paper(price * sms));
				expect(suffices(paper(before), cost)).toBe(true);
				expect(suffices(paper(price * sms - 1), cost)).toBe(false);
				expect(fellByMore(paper(before), paper(rest), cost)).toBe(false);
				expect(fellByMore(paper(before), paper(rest - 1), cost)).toBe(true);
			},
		),
		{ numRuns: 1_000 },
	);
});
