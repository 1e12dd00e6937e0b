/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { SsrfBlockedIpError } from '@n8n/backend-network';
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { failureResult, isOfProxy } from '../../../../nodes/SmsGateway/transport/networkErrors';

// The fields as Node and axios set them. Real sockets, which set them, are in networkErrors.test.ts.

const failureOf = (thrown: unknown, isRead = false) => {
	const reply = failureResult(thrown, isRead);
	return reply.kind === 'failure' ? reply.failure : reply;
};

const inside = (thrown: object, levels: number): object =>
	levels === 0 ? thrown : { message: 'Wrapped', cause: inside(thrown, levels - 1) };

const circle: { cause?: unknown } = {};
circle.cause = circle;

const code = 'EWHATEVER';
const connect = { syscall: 'connect' };

it.each<[thrown: unknown, failure: string]>([
	[undefined, 'connectionLost'],
	['ECONNREFUSED', 'connectionLost'],
	[{ code: 7 }, 'connectionLost'],
	[{ code: 'ENOTFOUND' }, 'dnsFailure'],
	[{ code: 'EAI_AGAIN' }, 'dnsFailure'],
	[{ code, syscall: 'getaddrinfo' }, 'dnsFailure'],
	[{ code: 'ECONNABORTED' }, 'timeout'],
	[{ code: 'ETIMEDOUT' }, 'timeout'],
	[{ code: 'ERR_CANCELED' }, 'timeout'],
	[{ code: 'ECONNRESET' }, 'connectionLost'],
	[{ code: 'ECONNREFUSED' }, 'connectionRefused'],
	[inside({ code: 'ECONNREFUSED' }, 7), 'connectionRefused'],
	[circle, 'connectionLost'],
	[{ code, ...connect }, 'connectionRefused'],
	[{ code, syscall: 'read' }, 'connectionLost'],
	[{ errors: 'connect', ...connect }, 'connectionRefused'],
	[{ errors: [null], ...connect }, 'connectionLost'],
	[{ errors: [connect, connect] }, 'connectionRefused'],
	[{ errors: [connect, { syscall: 'read' }] }, 'connectionLost'],
])('judges by code and system call: %j', (thrown, failure) => {
	expect(failureOf(thrown)).toBe(failure);
});

const unconnected = { _bytesDispatched: 0, _pendingData: 'POST' };

it.each<[string, unknown, string]>([
	['no socket yet, as behind a proxy', null, 'connectionRefused'],
	['a socket that still waits for its connection', unconnected, 'connectionRefused'],
	['a socket that has sent', { ...unconnected, _bytesDispatched: 1 }, 'connectionLost'],
	['nothing to send', { _bytesDispatched: 0, _pendingData: null }, 'connectionLost'],
	['a handshake that is not over', { secureConnecting: true }, 'tlsFailure'],
	['a handshake that is over', { secureConnecting: false }, 'connectionLost'],
	['no socket that anybody tells', undefined, 'connectionLost'],
])('judges by how far the request came: %s', (_, socket, failure) => {
	const thrown = { code: 'ECONNRESET', request: { socket } };
	expect(failureOf(thrown)).toBe(failure);
	expect(failureOf({ request: null, cause: thrown })).toBe(failure);
});

it.each<[string, string, string]>([
	['EPROTO', 'connectionLost', 'tlsFailure'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'connectionLost', 'tlsFailure'],
	['EPROTOTYPE', 'connectionLost', 'connectionLost'],
	['CERT_REVOKED', 'tlsFailure', 'tlsFailure'],
	['NO_CERT_REVOKED', 'connectionLost', 'connectionLost'],
])('%s is %s for a send, and %s for a read', (given, send, read) => {
	expect([failureOf({ code: given }), failureOf({ code: given }, true)]).toStrictEqual([
		send,
		read,
	]);
});

it.each<[string, string]>([
	['CERT_HAS_EXPIRED', 'expired'],
	['CERT_NOT_YET_VALID', 'notYetValid'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'selfSigned'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'otherHost'],
	['HOSTNAME_MISMATCH', 'otherHost'],
	['UNABLE_TO_GET_ISSUER_CERT', 'unknownIssuer'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownIssuer'],
])('tells what is wrong with the certificate: %s', (given, certificate) => {
	expect(failureResult(inside({ code: given }, 2), false)).toStrictEqual({
		kind: 'failure',
		failure: 'tlsFailure',
		certificate,
	});
});

it("tells n8n's advice where its own protection of internal addresses blocks a request", () => {
	const blocked = new SsrfBlockedIpError('10.0.0.1', 'sms.example');
	const wrapped = new NodeApiError({ name: 'SMS' } as INode, blocked as unknown as JsonObject);
	for (const thrown of [blocked, wrapped]) {
		expect(failureResult(thrown, false)).toStrictEqual({
			kind: 'failure',
			failure: 'connectionBlocked',
			advice: expect.stringContaining('ask your n8n administrator') as string,
		});
	}
});

it.each<[string, string, object, boolean]>([
	['in plain text, and nothing was sent', 'https', { socket: { _bytesDispatched: 0 } }, true],
	['in plain text, after something was sent', 'https', { socket: { _bytesDispatched: 9 } }, false],
	['encrypted', 'https', { socket: { encrypted: true } }, false],
	['without a connection that n8n shows', 'https', { socket: null }, false],
	['from an http address', 'http', { socket: {} }, false],
])('a response %s: a proxy responded: is %s', (_, protocol, connection, expected) => {
	const url = `${protocol}://sms.example.com/`;
	const response = { statusCode: 403, headers: {} };
	expect(isOfProxy(url, { ...response, body: '', request: connection } as never)).toBe(expected);
	// n8n 1 has the connection in the body.
	expect(isOfProxy(url, { ...response, body: connection } as never)).toBe(expected);
});
