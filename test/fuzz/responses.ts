/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { answer, nested } from '../support/raw-server';

/** What the server does with one request: it alone knows whether the SMS was sent. */
export type Fate = Readonly<{
	/** Whether the service sends the SMS before it responds. */
	takes: boolean;
	act(socket: Socket): void;
}>;

const HEADERS: ReadonlyArray<Record<string, string>> = [
	{ 'content-type': 'application/json' },
	{},
	{ 'content-type': 'text/html', 'set-cookie': 'a=b', 'x-evil': '<script>' },
	// Nothing that would have to be waited for.
	...['0', '-1', '301', '1e9', 'NaN', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'].map((wait) => ({
		'retry-after': wait,
	})),
];

const words = fc.oneof(
	fc.constantFrom('No', '<a href=//evil.example>Sign in</a>', 'x'.repeat(50_000), '', '\u0000'),
	fc.string({ unit: 'binary' }),
);

/** @param token that a service may quote back in all the ways of JSON */
const bodies = (token: string): Arbitrary<string> => {
	const escaped = [...token].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return fc.oneof(
		fc.json(),
		fc.string(),
		words.map((message) => JSON.stringify({ status: 'error', message })),
		words.map((message) => JSON.stringify({ status: 'success', message })),
		fc.constantFrom(
			'',
			'<html>',
			'{"status":"succ',
			`{"${token}":"${token}"}`,
			`{"echo":"${escaped.join('')}","status":"error","message":"${token}"}`,
			nested(3_000),
			`"${'x'.repeat(1_200_000)}"`,
			'{"__proto__":{"status":"error"},"toJSON":1}',
		),
	);
};

const isRefusal = (status: number, body: string): boolean => {
	if (status === 429 || (status >= 300 && status < 500 && status !== 408)) return true;
	if (status !== 200) return false;
	try {
		return (JSON.parse(body) as { status?: unknown } | null)?.status === 'error';
	} catch {
		return false;
	}
};

const isAcceptance = (status: number, body: string): boolean => {
	if (status < 200 || status >= 300 || isRefusal(status, body)) return false;
	try {
		const said = (JSON.parse(body) as { status?: unknown } | null)?.status;
		return status === 200 || said === 'success';
	} catch {
		return status === 200 && body.trim() === '';
	}
};

/** A service that means what it says: it sends what it accepts and nothing that it refuses. */
const honest = (token: string): Arbitrary<Fate> =>
	fc
		.record({
			status: fc.oneof(
				{ weight: 4, arbitrary: fc.constant(200) },
				fc.constantFrom(201, 204, 302, 400, 401, 403, 404, 407, 408, 429, 500, 502, 599),
			),
			body: bodies(token),
			headers: fc.constantFrom(...HEADERS),
			packed: fc.boolean(),
			doubtful: fc.boolean(),
		})
		.map(({ status, body, headers, packed, doubtful }) => {
			const sent = packed ? gzipSync(body) : body;
			const all = packed ? { ...headers, 'content-encoding': 'gzip' } : headers;
			return {
				takes: isAcceptance(status, body) || (!isRefusal(status, body) && doubtful),
				act: (socket: Socket) => socket.end(answer(status, sent, all)),
			};
		});

const whole = answer(200, '{"status":"success"}');

/** A network or a service that fails, after the SMS was sent or before. */
const broken: Arbitrary<Fate> = fc
	.record({
		takes: fc.boolean(),
		act: fc.constantFrom<(socket: Socket) => void>(
			(socket) => socket.end(),
			(socket) => socket.resetAndDestroy(),
			(socket) => socket.end('SSH-2.0\r\n'),
			(socket) => socket.end(whole.subarray(0, -4)),
			(socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
			(socket) => socket.end(answer(200, 'no gzip', { 'content-encoding': 'gzip' })),
			(socket) => socket.end(answer(200, '{}', { 'x-more': 'x'.repeat(100_000) })),
		),
	})
	.map(({ takes, act }) => ({ takes, act }));

export const fates = (token: string): Arbitrary<Fate[]> =>
	fc.array(fc.oneof({ weight: 4, arbitrary: honest(token) }, broken), {
		minLength: 1,
		maxLength: 12,
	});
