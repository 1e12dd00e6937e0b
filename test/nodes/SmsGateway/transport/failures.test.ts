/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { SsrfBlockedIpError } from '@n8n/backend-network';
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { failureResult, isOfProxy } from '../../../../nodes/SmsGateway/transport/networkErrors';

// The fields as Node and axios set them. Real sockets, which set them, are in networkErrors.test.ts.

const failureOf = (thrown: unknown, isRead = false) => {
	const reply = failureResult(thrown, isRead);
	return reply.kind === 'failure' ? reply.facts.found : reply;
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
	// Of what is sent in parts, some may have arrived.
	[{ code, request: { socket: { _bytesDispatched: 0, _pendingData: 'x' } } }, 'connectionRefused'],
	[{ code, request: { socket: { _bytesDispatched: 9, _pendingData: 'x' } } }, 'connectionLost'],
])('judges by code and system call: %j', (thrown, failure) => {
	expect(failureOf(thrown)).toBe(failure);
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
		facts: { found: 'tlsFailure', certificate },
	});
});

it("tells n8n's advice where its own protection of internal addresses blocks a request", () => {
	const blocked = new SsrfBlockedIpError('10.0.0.1', 'sms.example');
	const wrapped = new NodeApiError({ name: 'SMS' } as INode, blocked as unknown as JsonObject);
	for (const thrown of [blocked, wrapped]) {
		expect(failureResult(thrown, false)).toStrictEqual({
			kind: 'failure',
			facts: {
				found: 'connectionBlocked',
				advice: expect.stringContaining('ask your n8n administrator') as string,
			},
		});
	}
});

it.each([
	['https', { socket: { _bytesDispatched: 0 } }, true],
	['https', { socket: { encrypted: true } }, false],
	['http', { socket: {} }, false],
])('finds in n8n 1 the connection of a response in its body: %s, %j', (protocol, body, isProxy) => {
	const response = { statusCode: 403, headers: {}, body } as never;
	expect(isOfProxy(`${protocol}://sms.example.com/`, response)).toBe(isProxy);
});
