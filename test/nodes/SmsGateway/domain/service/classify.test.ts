import { classify } from '../../../../../nodes/SmsGateway/domain/service/classify';
import type { Reason, Status } from '../../../../../nodes/SmsGateway/domain/outcome';
import type { Failure, ServiceResult } from '../../../../../nodes/SmsGateway/domain/service/result';

const answer = (status: number, body = ''): ServiceResult => ({
	kind: 'answer',
	status,
	headers: {},
	body,
});
const failure = (kind: Failure): ServiceResult => ({ kind: 'failure', failure: kind });

const REFUSAL = '{"status":"error","message":"Sender unknown"}';
const PAGE = '<!doctype html><title>Sign in</title>';

const rows: Array<[string, ServiceResult, Status, Reason]> = [
	['200 with a success body', answer(200, '{"status":"success"}'), 'accepted', 'accepted'],
	['200 with an empty body', answer(200), 'accepted', 'accepted'],
	['200 with blanks only', answer(200, ' \r\n'), 'accepted', 'accepted'],
	['200 with JSON that is no object', answer(200, '"queued"'), 'accepted', 'accepted'],
	['200 with null', answer(200, 'null'), 'accepted', 'accepted'],
	['200 with an array', answer(200, '[{"status":"error"}]'), 'accepted', 'accepted'],
	['200 with another status', answer(200, '{"status":"errors"}'), 'accepted', 'accepted'],
	['200 with an error body', answer(200, REFUSAL), 'rejected', 'refusedByService'],
	['200 with a page', answer(200, PAGE), 'unknown', 'unreadableAnswer'],
	['200 with half a JSON', answer(200, '{"status":"succ'), 'unknown', 'unreadableAnswer'],
	['201', answer(201, '{"status":"success"}'), 'unknown', 'unreadableAnswer'],
	['204', answer(204), 'unknown', 'unreadableAnswer'],
	['301', answer(301), 'rejected', 'redirected'],
	['302 with a success body', answer(302, '{"status":"success"}'), 'rejected', 'redirected'],
	['308', answer(308), 'rejected', 'redirected'],
	['400 with an error body', answer(400, REFUSAL), 'rejected', 'refusedByService'],
	['400 with a success body', answer(400, '{"status":"success"}'), 'rejected', 'refusedByService'],
	['400 with a page', answer(400, PAGE), 'rejected', 'refusedByService'],
	['401', answer(401, REFUSAL), 'rejected', 'unauthorized'],
	['402', answer(402), 'rejected', 'refusedByService'],
	['403', answer(403), 'rejected', 'forbidden'],
	['404', answer(404), 'rejected', 'refusedByService'],
	['408', answer(408, REFUSAL), 'unknown', 'serverError'],
	['422', answer(422), 'rejected', 'refusedByService'],
	['429', answer(429, REFUSAL), 'notSent', 'rateLimited'],
	['499', answer(499), 'rejected', 'refusedByService'],
	['500 with an error body', answer(500, REFUSAL), 'unknown', 'serverError'],
	['502 with a page', answer(502, PAGE), 'unknown', 'serverError'],
	['503 with a success body', answer(503, '{"status":"success"}'), 'unknown', 'serverError'],
	['refused connection', failure('refused'), 'notSent', 'connectionRefused'],
	['unknown name', failure('dns'), 'notSent', 'dnsFailure'],
	['failed handshake', failure('tls'), 'notSent', 'tlsFailure'],
	['timeout', failure('timeout'), 'unknown', 'timeout'],
	['lost connection', failure('lost'), 'unknown', 'connectionLost'],
];

test.each(rows)('%s', (_, reply, status, reason) => {
	expect(classify(reply, 7, 2)).toMatchObject({ status, reason, request: 7 });
});

test.each(rows)('%s: counts the SMS that were, or may have been, spent', (_, reply, status) => {
	const spent = status === 'accepted' || status === 'unknown';
	expect(classify(reply, 7, 2).smsCount).toBe(spent ? 2 : 0);
});

test.each(rows.filter(([, , status]) => status === 'unknown'))(
	'%s: says that the SMS may have been sent',
	(_, reply) => {
		expect(classify(reply, 1, 1).explanation).toContain('may have been sent');
	},
);

describe('the explanation', () => {
	it("begins with the service's own words", () => {
		expect(classify(answer(400, REFUSAL), 1, 1).explanation).toBe(
			'Sender unknown. The service refused the request (HTTP 400).',
		);
		expect(classify(answer(500, '{"message":"Try later!"}'), 1, 1).explanation).toMatch(
			/^Try later! The service failed \(HTTP 500\)\./,
		);
	});

	it('stands alone where the service gave no words', () => {
		expect(classify(answer(400, '{"status":"error","message":"  "}'), 1, 1).explanation).toBe(
			'The service refused the request (HTTP 400).',
		);
		expect(classify(answer(400, '{"message":{"code":1}}'), 1, 1).explanation).toBe(
			'The service refused the request (HTTP 400).',
		);
	});

	it('names the day on which the token expired', () => {
		const expired = new Date('2026-01-31T10:00:00Z');
		expect(classify(answer(401, REFUSAL), 1, 1, expired).explanation).toBe(
			'Sender unknown. The access token expired on 2026-01-31T10:00:00.000Z. Put a current one into the credential.',
		);
	});
});

describe('the response', () => {
	it('is the JSON body, untouched', () => {
		const body = { status: 'success', error: 'none', data: [1, { deep: null }] };
		expect(classify(answer(200, JSON.stringify(body)), 1, 1).response).toEqual(body);
	});

	it('is the text where the body is no JSON', () => {
		expect(classify(answer(502, PAGE), 1, 1).response).toBe(PAGE);
	});

	it('is left out where there is none', () => {
		expect(classify(answer(200), 1, 1)).not.toHaveProperty('response');
		expect(classify(failure('lost'), 1, 1)).not.toHaveProperty('response');
	});
});
