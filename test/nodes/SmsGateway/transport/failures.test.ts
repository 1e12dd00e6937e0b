import { failureResult } from '../../../../nodes/SmsGateway/transport/networkErrors';

// The fields as Node and axios set them. Real sockets, which set them, are in networkErrors.test.ts.

const failureOf = (thrown: unknown, isRead?: boolean) => {
	const reply = failureResult(thrown, isRead);
	return reply.kind === 'failure' ? reply.failure : reply;
};

const inside = (thrown: object, levels: number): object =>
	levels === 0 ? thrown : { message: 'Wrapped', cause: inside(thrown, levels - 1) };

type Row = [thrown: unknown, failure: string];

it.each<Row>([
	...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'].map((code): Row => [{ code }, 'dnsFailure']),
	...['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED'].map((code): Row => [{ code }, 'timeout']),
	...[undefined, null, 'ECONNREFUSED', 7].map((thrown): Row => [thrown, 'connectionLost']),
	[{ code: 'ECONNREFUSED' }, 'connectionRefused'],
	[{ code: 'EWHATEVER', syscall: 'connect' }, 'connectionRefused'],
	[{ code: 'EWHATEVER', syscall: 'getaddrinfo' }, 'dnsFailure'],
	[{ code: 'EWHATEVER', syscall: 'read' }, 'connectionLost'],
	[{ code: 'ECONNRESET' }, 'connectionLost'],
	[{ code: 7 }, 'connectionLost'],
	[{ errors: [], syscall: 'connect' }, 'connectionRefused'],
	[{ errors: [], syscall: 'read' }, 'connectionLost'],
	[{ errors: [null], syscall: 'connect' }, 'connectionLost'],
	[{ errors: 'connect', syscall: 'connect' }, 'connectionRefused'],
	[{ errors: [{ syscall: 'connect' }, { syscall: 'connect' }] }, 'connectionRefused'],
	[{ errors: [{ syscall: 'connect' }, { syscall: 'read' }] }, 'connectionLost'],
])('judges by code and system call: %j', (thrown, failure) => {
	expect(failureOf(thrown)).toBe(failure);
});

it('looks for the cause within what wraps it, and ends where that is a circle', () => {
	expect(failureOf(inside({ code: 'ECONNREFUSED' }, 3))).toBe('connectionRefused');
	expect(failureOf(inside({ code: 'ECONNREFUSED' }, 7))).toBe('connectionRefused');
	const circle: { cause?: unknown } = {};
	circle.cause = circle;
	expect(failureOf(circle)).toBe('connectionLost');
});

describe('how far the request came', () => {
	const unconnected = { _bytesDispatched: 0, _pendingData: 'POST' };

	it.each<[string, unknown, string]>([
		['no socket yet, as behind a proxy', { socket: null }, 'connectionRefused'],
		['a socket that still waits for its connection', { socket: unconnected }, 'connectionRefused'],
		[
			'a socket that has sent something',
			{ socket: { ...unconnected, _bytesDispatched: 1 } },
			'connectionLost',
		],
		[
			'a socket with nothing to send',
			{ socket: { _bytesDispatched: 0, _pendingData: null } },
			'connectionLost',
		],
		['a socket that does not tell', { socket: { _bytesDispatched: 0 } }, 'connectionLost'],
		['a handshake that is not over', { socket: { secureConnecting: true } }, 'tlsFailure'],
		['a handshake that is over', { socket: { secureConnecting: false } }, 'connectionLost'],
		['a request without a socket', {}, 'connectionLost'],
		['a socket that is none', { socket: 'x' }, 'connectionLost'],
	])('is told by %s', (_, request, failure) => {
		expect(failureOf({ code: 'ECONNRESET', request })).toBe(failure);
		expect(failureOf({ request: null, cause: { code: 'ECONNRESET', request } })).toBe(failure);
	});
});

describe('a secure connection', () => {
	it.each<[string, string, string]>([
		['EPROTO', 'connectionLost', 'tlsFailure'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'connectionLost', 'tlsFailure'],
		['EPROTOTYPE', 'connectionLost', 'connectionLost'],
		['CERT_REVOKED', 'tlsFailure', 'tlsFailure'],
		['NO_CERT_REVOKED', 'connectionLost', 'connectionLost'],
	])('%s is %s for a send, and %s for a read', (code, send, read) => {
		expect([failureOf({ code }), failureOf({ code }, true)]).toStrictEqual([send, read]);
	});

	it.each<[string, string]>([
		['CERT_HAS_EXPIRED', 'expired'],
		['CERT_NOT_YET_VALID', 'notYetValid'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'otherHost'],
		['HOSTNAME_MISMATCH', 'otherHost'],
		['UNABLE_TO_GET_ISSUER_CERT', 'unknownIssuer'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownIssuer'],
	])('fails with what is wrong with the certificate: %s', (code, certificate) => {
		expect(failureResult(inside({ code }, 2))).toStrictEqual({
			kind: 'failure',
			failure: 'tlsFailure',
			certificate,
		});
	});
});
