import { readBalance } from '../../../../../nodes/SmsGateway/domain/service/balance';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';

const answer = (status: number, body: unknown = ''): ServiceResult => ({
	kind: 'answer',
	status,
	headers: {},
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const documented = (balance: unknown) => ({ status: 'success', module: 'sms_module', balance });

test.each([
	[documented(1500), 1500],
	[documented(0), 0],
	[documented(-3), -3],
	[documented(12.75), 12.75],
	[documented('1500'), 1500],
	[documented(' 12.50 '), 12.5],
	[{ status: 'success', data: 8000 }, 8000],
	[{ status: 'success', data: '8000.5' }, 8000.5],
	[{ balance: 5, data: 8000 }, 5],
	[{ balance: null, data: 8000 }, 8000],
])('%j holds %d', (body, balance) => {
	expect(readBalance(answer(200, body))).toEqual({ read: true, balance, response: body });
});

test.each([
	[documented(undefined)],
	[documented(null)],
	[documented('')],
	[documented('1,500')],
	[documented('1e3')],
	[documented('NaN')],
	[documented('Infinity')],
	[documented(true)],
	[documented([7])],
	[{ status: 'success', data: { balance: 7 } }],
	[[7]],
	['null'],
	['7'],
])('%j holds no balance, and that is not 0', (body) => {
	expect(readBalance(answer(200, body))).toMatchObject({
		read: false,
		explanation: 'The answer of the service holds no balance.',
		mayRetry: false,
	});
});

test('neither an empty answer nor a page is a balance', () => {
	expect(readBalance(answer(200))).toMatchObject({ read: false, mayRetry: false });
	expect(readBalance(answer(200, '<html>'))).toMatchObject({
		read: false,
		explanation: expect.stringContaining('/api/v1') as string,
		response: '<html>',
	});
});

test('a 200 with an error body is a refusal in the words of the service', () => {
	expect(readBalance(answer(200, { status: 'error', message: 'No module', balance: 9 }))).toEqual({
		read: false,
		explanation: 'No module',
		mayRetry: false,
		response: { status: 'error', message: 'No module', balance: 9 },
	});
});

test.each([
	[400, false],
	[401, false],
	[403, false],
	[404, false],
	[302, false],
	[204, false],
	[408, true],
	[429, true],
	[500, true],
	[503, true],
])('after HTTP %i another try may help: %s', (status, mayRetry) => {
	expect(readBalance(answer(status, documented(5)))).toMatchObject({ read: false, mayRetry });
});

test.each<[Failure, boolean]>([
	['refused', true],
	['dns', true],
	['timeout', true],
	['lost', true],
	['tls', false],
])('after a failure of the kind %s another try may help: %s', (failure, mayRetry) => {
	expect(readBalance({ kind: 'failure', failure })).toMatchObject({
		read: false,
		mayRetry,
	});
});

describe('a refused token', () => {
	it('is told in the words of the service, with what to do', () => {
		expect(readBalance(answer(401, { status: 'error', message: 'Bad token' }))).toMatchObject({
			explanation: 'Bad token (HTTP 401). Put a current token into the credential.',
		});
	});

	it('is told with the date where it has expired', () => {
		const expired = new Date('2026-01-31T10:00:00Z');
		expect(readBalance(answer(401), expired)).toMatchObject({
			explanation:
				'The access token expired on 2026-01-31T10:00:00.000Z. Put a current one into the credential.',
		});
	});
});
