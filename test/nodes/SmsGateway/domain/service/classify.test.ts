import {
	classify as classified,
	refusedButPaid,
} from '../../../../../nodes/SmsGateway/domain/service/classify';
import type { Reason, Status } from '../../../../../nodes/SmsGateway/domain/outcome';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';
import { REPLIES } from '../../../../fixtures/replies';
import { inWords } from '../../../../support/saying';

const classify = (...given: Parameters<typeof classified>) => inWords(classified(...given))!;

type Answer = Extract<ServiceResult, { kind: 'response' }>;

const answer = (status: number, body = '', more: Partial<Answer> = {}): ServiceResult => ({
	kind: 'response',
	status,
	headers: {},
	body,
	...more,
});
const url = 'http://a.test/v1/sms/send';
const redirect = (status: number, location: string) =>
	answer(status, '', { url, headers: { location } });
const failure = (kind: Failure): ServiceResult => ({ kind: 'failure', failure: kind });

const REFUSAL = '{"status":"error","message":"Sender unknown"}';
const SUCCESS = '{"status":"success"}';
const cut = { cut: 'tooLarge' } as const;

type Row = [string, ServiceResult, Status, Reason];

/** What the service responds is one table; beside it stands what no stub of it can do. */
const rows: Row[] = [
	...REPLIES.map(([what, { status = 200, headers = {}, body }, became, reason]): Row => [
		what,
		answer(status, body, { url, headers }),
		became,
		reason,
	]),
	['101 with a success body', answer(101, SUCCESS), 'unknown', 'unreadableAnswer'],
	['200 that was cut off', answer(200, '{}', cut), 'unknown', 'unreadableAnswer'],
	['201 that was cut off', answer(201, SUCCESS, cut), 'unknown', 'unreadableAnswer'],
	['400 that was cut off', answer(400, REFUSAL, cut), 'rejected', 'refusedByService'],
	['301 without an address', answer(301), 'rejected', 'redirected'],
	['302 to the same page', redirect(302, '/v1/sms/send'), 'unknown', 'seeOther'],
	['302 to more', redirect(302, 'https://a.test/v1/sms/send?ok=1'), 'unknown', 'seeOther'],
	['302 to https', redirect(302, 'https://a.test/v1/sms/send'), 'rejected', 'redirected'],
	['302 to another host', redirect(302, '//b.test/v1/sms/send'), 'rejected', 'redirected'],
	['303 to the same elsewhere', redirect(303, '//b.test/v1/sms/send'), 'unknown', 'seeOther'],
	['refusal by a proxy', failure('proxyRefused'), 'notSent', 'proxyRefused'],
	['refused connection', failure('connectionRefused'), 'notSent', 'connectionRefused'],
	['unknown name', failure('dnsFailure'), 'notSent', 'dnsFailure'],
	['failed handshake', failure('tlsFailure'), 'notSent', 'tlsFailure'],
	['request that n8n does not allow', failure('connectionBlocked'), 'notSent', 'connectionBlocked'],
	['timeout', failure('timeout'), 'unknown', 'timeout'],
	['lost connection', failure('connectionLost'), 'unknown', 'connectionLost'],
];

it.each(rows)('classifies a %s', (_, reply, status, reason) => {
	const { explanation, ...outcome } = classify(reply, 7, 2);
	const isSpent = status === 'accepted' || status === 'unknown';

	expect(outcome).toMatchObject({ status, reason, request: 7, smsCount: isSpent ? 2 : 0 });
	expect(explanation).toContain(`"sms":"${status}"`);
});

describe('what is told of it', () => {
	const causeOf = (...given: Parameters<typeof classified>) => classified(...given).explanation[0];

	it.each([
		[400, REFUSAL, { found: 'refusedByService', says: 'Sender unknown', http: 400 }],
		[500, '{"message":"Try later!"}', { found: 'serverError', says: 'Try later!', http: 500 }],
		[404, REFUSAL, { found: 'refusedByService', says: 'Sender unknown', http: 404 }],
		[404, '{"message":"not found"}', { found: 'notHere', says: 'not found', http: 404 }],
		[200, '{"status":"success","message":"9 SMS accepted"}', { found: 'accepted' }],
		[
			200,
			'{"status":"failed","message":"No"}',
			{ found: 'failingStatus', says: 'No', value: 'failed' },
		],
	])('is what HTTP %i %s means, with the words of the service', (status, body, facts) => {
		expect(causeOf(answer(status, body), 1, 1)).toStrictEqual({
			name: 'service',
			sms: expect.any(String) as string,
			...facts,
		});
	});

	it("is n8n's own advice where n8n refused to make the request", () => {
		const reply = { kind: 'failure', failure: 'connectionBlocked', advice: 'Ask for it.' } as const;
		expect(causeOf(reply, 1, 1)).toMatchObject({ advice: 'Ask for it.' });
	});
});

it.each([
	['words', REFUSAL],
	['no words', '{"status":"error"}'],
])('a refusal that was paid for may have been sent, with %s of the service', (_, body) => {
	const refusal = classified(answer(200, body), 7, 0);
	const paid = refusedButPaid(refusal, 'a'.repeat(161), 'paid');
	expect(paid).toStrictEqual({
		...refusal,
		status: 'unknown',
		reason: 'balanceFell',
		smsCount: 2,
		explanation: expect.anything() as unknown,
	});
	expect(paid!.explanation).toMatchObject([{ found: 'paid', sms: 'unknown' }]);
});

describe('the response', () => {
	it('is the JSON body, untouched', () => {
		const body = { status: 'success', error: 'none', data: [1, { deep: null }] };
		expect(classify(answer(200, JSON.stringify(body)), 1, 1).response).toStrictEqual(body);
	});

	it('is not handed on where it is nested too deep to be stored', () => {
		const body = '{"a":'.repeat(200) + '1' + '}'.repeat(200);
		expect(classify(answer(200, body), 1, 1).response).toBe(
			'(not shown: it is nested more than 100 levels deep)',
		);
	});

	it('is left out where there is none', () => {
		expect(classify(answer(200), 1, 1)).not.toHaveProperty('response');
		expect(classify(failure('connectionLost'), 1, 1)).not.toHaveProperty('response');
	});
});
