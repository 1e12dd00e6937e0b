import { classify, refusedButPaid } from '../../../../../nodes/SmsGateway/domain/service/classify';
import type { Reason, Status } from '../../../../../nodes/SmsGateway/domain/outcome';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';
import { REPLIES } from '../../../../fixtures/replies';
import { processorTime } from '../../../../support/processor-time';

type Answer = Extract<ServiceResult, { kind: 'response' }>;

const answer = (status: number, body = '', more: Partial<Answer> = {}): ServiceResult => ({
	kind: 'response',
	status,
	headers: {},
	body,
	...more,
});
const URL = 'http://a.test/v1/sms/send';
const redirect = (status: number, location: string) =>
	answer(status, '', { url: URL, headers: { location } });
const failure = (kind: Failure): ServiceResult => ({ kind: 'failure', facts: { found: kind } });

const REFUSAL = '{"status":"error","message":"Sender unknown"}';
const SUCCESS = '{"status":"success"}';
const cut = { cut: 'tooLarge' } as const;

/** The table of responses; beside it stands what no stub of the service can do. */
it.each<[string, ServiceResult, Status, Reason]>([
	...REPLIES.map(([what, reply, became, reason]): [string, ServiceResult, Status, Reason] => {
		const { status = 200, headers = {}, body } = reply;
		return [what, answer(status, body, { url: URL, headers }), became, reason];
	}),
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
	['request that n8n does not allow', failure('connectionBlocked'), 'notSent', 'connectionBlocked'],
	['refused connection', failure('connectionRefused'), 'notSent', 'connectionRefused'],
	['unknown name', failure('dnsFailure'), 'notSent', 'dnsFailure'],
	['failed handshake', failure('tlsFailure'), 'notSent', 'tlsFailure'],
	['timeout', failure('timeout'), 'unknown', 'timeout'],
	['lost connection', failure('connectionLost'), 'unknown', 'connectionLost'],
])('classifies a %s', (_, reply, status, reason) => {
	expect(classify(reply, 7, 2)).toMatchObject({
		status,
		reason,
		request: 7,
		smsCount: ['accepted', 'unknown'].includes(status) ? 2 : 0,
		causes: [{ sms: status }],
	});
});

it.each([
	[400, REFUSAL, { found: 'refusedByService', says: 'Sender unknown', http: 400 }],
	[500, '{"message":"Try later!"}', { found: 'serverError', says: 'Try later!', http: 500 }],
	[404, REFUSAL, { found: 'refusedByService', says: 'Sender unknown', http: 404 }],
	[404, '{"message":" not\\r\\nfound "}', { found: 'notHere', says: 'not found', http: 404 }],
	[405, '{"message":["no text"]}', { found: 'notHere', http: 405 }],
	[400, '{"message":" "}', { found: 'refusedByService', http: 400 }],
	[200, '{"status":"success","message":"9 SMS accepted"}', { found: 'accepted' }],
	[200, '{"status":"failed","message":"No"}', { found: 'failing', says: 'No' }],
])('tells what HTTP %i %s means, with the words of the service', (status, body, facts) => {
	const [cause] = classify(answer(status, body), 1, 1).causes;
	expect(cause).toStrictEqual({ name: 'service', sms: expect.any(String) as string, ...facts });
});

it("tells n8n's own advice where n8n refused to make the request", () => {
	const reply = {
		kind: 'failure',
		facts: { found: 'connectionBlocked', advice: 'Ask for it.' },
	} as const;
	expect(classify(reply, 1, 1).causes).toMatchObject([{ advice: 'Ask for it.' }]);
});

it('may have sent what it refused and was paid for', () => {
	const refusal = classify(answer(200, REFUSAL), 7, 0);
	expect(refusedButPaid(refusal, 'a'.repeat(161), 'paid')).toStrictEqual({
		...refusal,
		status: 'unknown',
		reason: 'balanceFell',
		smsCount: 2,
		causes: [{ name: 'service', found: 'paid', sms: 'unknown', says: 'Sender unknown' }],
	});
});

describe('the response', () => {
	const responseTo = (body: string) => classify(answer(200, body), 1, 1).response;
	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	const TOO_DEEP = '(not shown: it is nested more than 100 levels deep)';

	it.each<[string, unknown]>([
		['{"error":"none","data":[1,{"deep":null}]}', { error: 'none', data: [1, { deep: null }] }],
		['{"id":12345678901234567890}', { id: '12345678901234567890' }],
		['[9007199254740993,-9007199254740992]', ['9007199254740993', '-9007199254740992']],
		['[9007199254740991,0.1234567890123456,1e30]', [9007199254740991, 0.1234567890123456, 1e30]],
		['{"a\\"9007199254740993":"1 \\\\"}', { 'a"9007199254740993': '1 \\' }],
		['"{\\"id\\":1}"', '{"id":1}'],
	])('is the JSON body, with every digit of an ID: %s', (body, value) => {
		expect(responseTo(body)).toStrictEqual(value);
	});

	it.each(['<html>', '{"status":', ' OK ', "{'status':'success'}"])('is a text: %j', (text) => {
		expect(responseTo(text)).toBe(text);
	});

	it('is read at once where it breaks off in a text full of quotes', () => {
		const text = '"'.padEnd(60_000, '\\"');
		expect(processorTime(() => expect(responseTo(text)).toBe(text))).toBeLessThan(500);
	});

	it('is only the start of a page that stands in for the service', () => {
		const whole = 'x'.repeat(65_536);
		expect(responseTo(whole)).toBe(whole);
		expect(responseTo(`${whole}${'y'.repeat(9)}`)).toBe(`${whole}… (65545 characters in all)`);
	});

	it('is not handed on where it is nested too deep to be stored', () => {
		expect(responseTo(nested(100))).toStrictEqual(JSON.parse(nested(100)));
		for (const body of [nested(101), nested(100_000), `[1,${nested(100)}]`]) {
			expect(responseTo(body)).toBe(TOO_DEEP);
		}
	});

	it.each(['', ' ', '\r\n\t', '\uFEFF'])('is left out where there is none: %j', (body) => {
		expect(classify(answer(200, body), 1, 1)).not.toHaveProperty('response');
	});
});
