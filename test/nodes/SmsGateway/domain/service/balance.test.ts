import {
	amountInWords,
	balanceOf,
	costOf,
	difference,
	fellByMore,
	suffices,
	type Balance,
} from '../../../../../nodes/SmsGateway/domain/service/balance';
import { said } from '../../../../fixtures/causes';
import type { ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';

/** What is wrong with a balance that is not read. */
const foundIn = (...given: Parameters<typeof balanceOf>) => {
	const balance = balanceOf(...given);
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
	[{ balance: null, data: 8000 }, 8000],
])('reads %j as %d', (body, balance) => {
	expect(balanceOf(answer(200, body))).toStrictEqual({ read: true, balance, response: body });
});

it.each([
	documented(''),
	documented('1,500'),
	documented('1e3'),
	'{"balance":1e999}',
	documented('Infinity'),
	documented(true),
	documented([7]),
	{ balance: '1,500', data: 8000 },
	{ balance: {}, data: 8000 },
])('takes %j for no amount, whatever stands beside it', (body) => {
	expect(foundIn(answer(200, body))).toBe('noAmount');
});

it.each([
	documented(undefined),
	documented(null),
	{ status: 'success', data: { balance: 7 } },
	{ status: 'success', data: '1,500' },
	'7',
	'',
	'{"status":"Error","balance":5}',
	'{"status":"failed","balance":0}',
	'"{\\"status\\":\\"error\\"}"',
])('finds no balance in %j, which is not 0', (body) => {
	expect(foundIn(answer(200, body))).toBe('noBalance');
});

it.each([
	['a page', answer(200, '<html>'), 'notJson'],
	[
		'a response that is cut off',
		{ ...answer(200, documented(5)), cut: 'tooLarge' } as ServiceResult,
		'tooLarge',
	],
	['no response', { kind: 'failure', failure: 'timeout' } as ServiceResult, 'timeout'],
])('is not read from %s', (_, result, found) => {
	expect(foundIn(result)).toBe(found);
});

it.each([
	[300, 'redirected'],
	[400, 'refusedByService'],
	[401, 'unauthorized'],
	[403, 'forbidden'],
	[404, 'notHere'],
	[408, 'serverError'],
	[429, 'rateLimited'],
	[500, 'serverError'],
])('is not read from HTTP %i, with the words of the service: %s', (http, found) => {
	const balance = balanceOf(answer(http, { ...documented(5), message: 'v1.2 is over!' }));
	expect(balance).toMatchObject({
		read: false,
		causes: [{ found: found === 'notHere' ? expect.anything() : found, says: 'v1.2 is over!' }],
	});
	expect(foundIn(answer(http))).toBe(found);
	const isRefused = http === 401 || http === 403;
	expect('credentialRefused' in balance).toBe(isRefused);
});

it('tells the date on which a token expired, unless it may not do what is asked', () => {
	const date = '31 Jan 2026, 10:00 (UTC)';
	expect(balanceOf(answer(401), date)).toMatchObject({
		causes: [{ found: 'tokenExpired', value: date }],
	});
	expect(foundIn(answer(403), date)).toBe('forbidden');
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

	it.each([
		[3, 0.1, 0.3],
		[1_000_000, 1e-7, 0.1],
	])('%d SMS at %d cost %d', (sms, price, cost) => {
		expect(costOf(sms, price)).toBe(cost);
	});

	it.each([
		[1234567.5, '1234567.5'],
		[1e-7, '0.0000001'],
	])('%d reads %s', (amount, words) => {
		expect(amountInWords(amount)).toBe(words);
	});
});

describe('money that was taken for a refused request', () => {
	const after = (balance: number): Balance => ({ read: true, balance, response: {} });

	it.each<[string, number, Balance, number, number, boolean]>([
		['as much as the accepted cost', 10, after(7), 3, 1, false],
		['less', 10, after(8), 3, 1, false],
		['more', 10, after(6.9), 3, 1, true],
		['anything, with nothing accepted', 10, after(9.9), 0, 0.1, true],
		['nothing', 10, after(10), 0, 0.1, false],
		['more, where an SMS costs nothing', 10, after(1), 3, 0, false],
		['what cannot be read', 10, { read: false, causes: said('No.') }, 0, 1, false],
	])('is judged by a balance that fell by %s', (_, before, then, sms, price, shown) => {
		expect(fellByMore(before, then, sms, price)).toBe(shown);
	});
});
