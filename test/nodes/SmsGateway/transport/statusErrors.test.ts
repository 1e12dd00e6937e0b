import { isOfProxy, thrownResponse } from '../../../../nodes/SmsGateway/transport/statusErrors';

const thrown = (data: unknown) =>
	Object.assign(new Error('n8n'), {
		cause: { response: { status: 503, headers: { a: 'b' }, data }, request: { path: '/' } },
	});

describe('the response that an error is about', () => {
	it('is found in what n8n wrapped, and ended with its request', () => {
		const end = new AbortController();
		const body = { destroy: jest.fn() };
		expect(thrownResponse(thrown(body), end.signal)).toStrictEqual({
			statusCode: 503,
			headers: { a: 'b' },
			body,
			request: { path: '/' },
		});
		expect(body.destroy).not.toHaveBeenCalled();
		end.abort();
		expect(body.destroy).toHaveBeenCalledTimes(1);
	});

	it.each([undefined, 'a text', {}])('may have a body that cannot be ended: %p', (data) => {
		const end = new AbortController();
		expect(thrownResponse(thrown(data), end.signal).body).toBe(data);
		expect(() => end.abort()).not.toThrow();
	});
});

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
