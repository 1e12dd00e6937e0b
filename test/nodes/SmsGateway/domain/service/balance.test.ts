import {
	amountInWords,
	balanceOf as readBalanceOf,
	costOf,
	difference,
	fellByMore,
	suffices,
	type Balance,
} from '../../../../../nodes/SmsGateway/domain/service/balance';
import { said } from '../../../../fixtures/causes';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';
import { explain } from '../../../../../nodes/SmsGateway/words/causes';

/** With the words for its causes. */
function balanceOf(...given: Parameters<typeof readBalanceOf>) {
	const balance = readBalanceOf(...given);
	if (balance.read) return balance;
	const { causes, ...rest } = balance;
	return { ...rest, explanation: explain(causes) };
}

const answer = (status: number, body: unknown = ''): ServiceResult => ({
	kind: 'response',
	status,
	headers: {},
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const documented = (balance: unknown) => ({ status: 'success', module: 'sms_module', balance });

it.each([
	[documented(1500), 1500],
	[documented(0), 0],
	[documented(-3), -3],
	[documented(12.75), 12.75],
	[documented('1500'), 1500],
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
	[documented('')],
	[documented('1,500')],
	[documented('1e3')],
	[documented('EUR 5')],
	[documented('5 EUR')],
	['{"balance":1e999}'],
	[documented('NaN')],
	[documented('Infinity')],
	[documented('9'.repeat(400))],
	[documented(true)],
	[documented([7])],
	[{ balance: '1,500', data: 8000 }],
	[{ balance: '', data: 8000 }],
	[{ balance: {}, data: 8000 }],
])('takes %j for no amount, whatever stands beside it', (body) => {
	expect(balanceOf(answer(200, body))).toMatchObject({
		read: false,
		explanation: expect.stringMatching(
			/^The SMS service returned a balance that cannot be read: "/,
		) as string,
	});
});

it.each([
	[documented(undefined)],
	[documented(null)],
	[{ status: 'success', data: { balance: 7 } }],
	[{ status: 'success', data: '1,500' }],
	[[7]],
	['null'],
	['7'],
])('finds no balance in %j, which is not 0', (body) => {
	expect(balanceOf(answer(200, body))).toMatchObject({
		read: false,
		explanation: "The SMS service didn't return the balance.",
	});
});

it('finds no balance in an empty response or a page', () => {
	expect(balanceOf(answer(200))).toStrictEqual({
		read: false,
		explanation: "The SMS service didn't return the balance.",
	});
	expect(balanceOf(answer(200, '<html>'))).toMatchObject({
		read: false,
		explanation: expect.stringContaining('/api/v1') as string,
		response: '<html>',
	});
});

it.each([400, 401, 403, 404, 302, 204, 408, 429, 500, 503])(
	'does not take a balance from HTTP %i',
	(status) => {
		expect(balanceOf(answer(status, documented(5)))).toMatchObject({ read: false });
	},
);

it.each<[Failure, string]>([
	['connectionRefused', 'No connection'],
	['dnsFailure', 'not found'],
	['tlsFailure', 'No secure connection'],
	['timeout', 'did not respond in time'],
	['connectionLost', 'was lost'],
])('says what a failure of the kind %s means', (failure, words) => {
	expect(balanceOf({ kind: 'failure', failure })).toMatchObject({
		read: false,
		explanation: expect.stringMatching(new RegExp(`${words}.*\\.$`)) as string,
	});
});

it("adds n8n's own advice where n8n refused to make the request", () => {
	const reply = {
		kind: 'failure',
		failure: 'connectionBlocked',
		advice: 'Ask your administrator.',
	} as const;
	expect(balanceOf(reply)).toStrictEqual({
		read: false,
		explanation: "Requests to this 'Base URL' are not allowed by n8n. Ask your administrator.",
	});
});

it('does not take a balance from a response that was not read to its end', () => {
	const reply: ServiceResult = { ...answer(200, documented(5)), cut: 'tooLarge' } as ServiceResult;
	expect(balanceOf(reply)).toMatchObject({
		read: false,
		explanation: expect.stringContaining('larger than 1 MB') as string,
	});
});

it.each([
	[300, 'redirected'],
	[399, 'redirected'],
	[400, 'refusedByService'],
	[401, 'unauthorized'],
	[403, 'forbidden'],
	[404, 'notHere'],
	[204, 'notOk'],
	[500, 'serverError'],
] as const)('knows what HTTP %i means, and has the words of the service', (http, found) => {
	const words = { message: 'v1.2 is over!' };
	expect(readBalanceOf(answer(http))).toMatchObject({ causes: [{ found, http }] });
	expect(readBalanceOf(answer(http, words))).toMatchObject({
		causes: [{ found, http, says: 'v1.2 is over!' }],
	});
});

describe('a refused token', () => {
	it('is explained with the date on which it expired', () => {
		const expired = '31 Jan 2026, 10:00 (UTC)';
		expect(balanceOf(answer(401), expired)).toMatchObject({
			explanation:
				'The access token expired on 31 Jan 2026, 10:00 (UTC). Enter a valid token in the credential.',
		});
	});

	it.each([
		[401, true],
		[403, true],
		[400, false],
		[404, false],
	])('asks for another credential after HTTP %i: %s', (status, credentialRefused) => {
		expect(balanceOf(answer(status, { message: 'Go away' }))).toMatchObject({
			explanation: expect.stringMatching(/^Go away\. /) as string,
		});
		const balance = { credentialRefused: false, ...balanceOf(answer(status)) };
		expect(balance).toMatchObject({ credentialRefused });
	});

	it('is not said to have expired where the service forbids what it may do', () => {
		const forbidden = balanceOf(answer(403), '31 Jan 2026, 10:00 (UTC)');
		expect(forbidden).toMatchObject({
			explanation: expect.not.stringContaining('expired') as string,
		});
	});
});

describe('amounts', () => {
	it.each([
		[0.3, 0.1, 0.2],
		[10, 9.7, 0.3],
		[1e-7, 2e-7, -1e-7],
		[1.5e-7, 0, 1.5e-7],
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
		[0, 5, 0],
	])('%d SMS at %d cost %d', (sms, price, cost) => {
		expect(costOf(sms, price)).toBe(cost);
	});

	it.each([
		[1234567.5, '1234567.5'],
		[1e-7, '0.0000001'],
		[-3, '-3'],
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

it.each([
	'{"status":"Error","balance":5}',
	'{"status":"failed","balance":0}',
	'"{\\"status\\":\\"error\\"}"',
])('is not read from a response that says no: %s', (body) => {
	const reply = { kind: 'response', status: 200, headers: {}, body } as const;
	expect(balanceOf(reply)).toMatchObject({ read: false });
});
