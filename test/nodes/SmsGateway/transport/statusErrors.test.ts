import { isOfProxy } from '../../../../nodes/SmsGateway/transport/statusErrors';

const HTTPS = 'https://sms.example.com/';

it.each<[string, string, object, boolean]>([
	['in plain text, and nothing was sent', HTTPS, { socket: { _bytesDispatched: 0 } }, true],
	['in plain text, after something was sent', HTTPS, { socket: { _bytesDispatched: 9 } }, false],
	['encrypted', HTTPS, { socket: { encrypted: true } }, false],
	['without a connection that n8n shows', HTTPS, { socket: null }, false],
	['from an http address', 'http://sms.example.com/', { socket: {} }, false],
])('a response %s: a proxy responded: is %s', (_, url, request, expected) => {
	expect(isOfProxy(url, { statusCode: 403, headers: {}, body: '', request } as never)).toBe(
		expected,
	);
	// n8n 1 has the connection in the body.
	expect(isOfProxy(url, { statusCode: 403, headers: {}, body: request } as never)).toBe(expected);
});
