import {
	balanceOf,
	evidenceOf,
	type Balance,
} from '../../../../../nodes/SmsGateway/domain/service/balance';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';

const answer = (status: number, body: unknown = ''): ServiceResult => ({
	kind: 'answer',
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
	expect(balanceOf(answer(200, body))).toEqual({ read: true, balance, response: body });
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
	[documented(true)],
	[documented([7])],
	[{ balance: '1,500', data: 8000 }],
	[{ balance: '', data: 8000 }],
	[{ balance: {}, data: 8000 }],
])('takes %j for no amount, whatever stands beside it', (body) => {
	expect(balanceOf(answer(200, body))).toMatchObject({
		read: false,
		explanation: expect.stringMatching(
			/^The response of the SMS service contains no balance that can be read, but "/,
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
		explanation: 'The response of the SMS service contains no balance.',
	});
});

it('finds no balance in an empty response or a page', () => {
	expect(balanceOf(answer(200))).toStrictEqual({
		read: false,
		explanation: 'The SMS service sent an empty response.',
	});
	expect(balanceOf(answer(200, '<html>'))).toMatchObject({
		read: false,
		explanation: expect.stringContaining('/api/v1') as string,
		response: '<html>',
	});
});

it('repeats the words of a 200 with an error body', () => {
	expect(balanceOf(answer(200, { status: 'error', message: 'No module', balance: 9 }))).toEqual({
		read: false,
		explanation: 'No module.',
		response: { status: 'error', message: 'No module', balance: 9 },
	});
	expect(balanceOf(answer(200, { status: 'error' }))).toMatchObject({
		explanation: "The SMS service didn't return the balance.",
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
		explanation: "n8n does not allow requests to this 'Base URL'. Ask your administrator.",
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
	[300, 'redirects to another address (HTTP 300)'],
	[399, 'redirects to another address (HTTP 399)'],
	[400, 'The SMS service failed (HTTP 400).'],
	[401, 'did not accept the access token (HTTP 401). Enter'],
	[403, 'did not accept the access token (HTTP 403). Enter'],
	[404, 'There is no balance at this address (HTTP 404).'],
	[204, 'The SMS service failed (HTTP 204).'],
])('says in own words what HTTP %i means where the service says nothing', (status, words) => {
	expect(balanceOf(answer(status))).toMatchObject({
		explanation: expect.stringContaining(words) as string,
	});
});

it.each([
	['Locked', 'Locked.'],
	['Locked!', 'Locked!'],
])('ends what the service says as a sentence: %s', (message, explanation) => {
	expect(balanceOf(answer(200, { status: 'error', message }))).toMatchObject({ explanation });
});

it.each([
	[403, 'v1.2 is over (HTTP 403). Enter a valid token in the credential.'],
	[404, "v1.2 is over (HTTP 404). The 'Base URL' usually ends in /api/v1."],
	[500, 'v1.2 is over (HTTP 500).'],
])('repeats the words of the service first for HTTP %i', (status, explanation) => {
	expect(balanceOf(answer(status, { message: 'v1.2 is over!' }))).toMatchObject({ explanation });
});

describe('a refused token', () => {
	it('is explained in the words of the service, with what to do', () => {
		expect(balanceOf(answer(401, { status: 'error', message: 'Bad token.' }))).toMatchObject({
			explanation: 'Bad token (HTTP 401). Enter a valid token in the credential.',
		});
	});

	it('is explained with the date on which it expired', () => {
		const expired = '31 Jan 2026, 10:00 (UTC)';
		expect(balanceOf(answer(401), expired)).toMatchObject({
			explanation:
				'The access token expired on 31 Jan 2026, 10:00 (UTC). Enter a valid token in the credential.',
		});
	});
});

describe('what the balance shows about unknown outcomes', () => {
	const after = (balance: number): Balance => ({ read: true, balance, response: {} });
	const UNREAD: Balance = { read: false, explanation: 'No.' };

	it.each<[string, number, Balance, number, number, number, string]>([
		[
			'nothing was spent on them',
			1000,
			after(3),
			997,
			3,
			1,
			'The balance fell by 997 SMS, and 997 were accepted; 3 are unknown. This suggests that they were not sent, but another user of the account, or a service that bills later, would have the same effect.',
		],
		[
			'they were spent, in money',
			10,
			after(9.7),
			1,
			2,
			0.1,
			'The balance fell by 3 SMS, and 1 was accepted; 2 are unknown. This suggests that they were sent, but another user of the account would have the same effect.',
		],
		[
			'neither',
			100,
			after(98.5),
			1,
			1,
			1,
			'The balance fell by 1.5, and 1 was accepted; 1 is unknown. This does not show whether they were sent.',
		],
		[
			'somebody has topped up',
			100,
			after(600),
			1,
			2,
			1,
			'The balance rose by 500, and 1 was accepted; 2 are unknown. This does not show whether they were sent.',
		],
		[
			'an SMS costs nothing',
			100,
			after(100),
			1,
			2,
			0,
			'The balance fell by 0, and 1 was accepted; 2 are unknown. This does not show whether they were sent.',
		],
		[
			'it cannot be read again',
			100,
			UNREAD,
			1,
			2,
			1,
			'The balance could not be read again, so it does not show whether the 2 unknown SMS were sent.',
		],
	])('%s', (_, before, then, accepted, unknown, price, said) => {
		expect(evidenceOf(before, then, { accepted, unknown }, price)).toBe(said);
	});
});

it.each([
	'{"status":"Error","balance":5}',
	'{"status":"failed","balance":0}',
	'"{\\"status\\":\\"error\\"}"',
])('is not read from a response that says no: %s', (body) => {
	const reply = { kind: 'answer', status: 200, headers: {}, body } as const;
	expect(balanceOf(reply)).toMatchObject({ read: false });
});
