/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { Readable } from 'node:stream';
import {
	MAX_BODY,
	readResponse,
	type ReadBody,
} from '../../../../nodes/SmsGateway/transport/readResponse';

const read = async (body: unknown) => {
	const stop = jest.fn();
	return { ...(await readResponse(body, stop)), stopped: stop.mock.calls.length };
};

it('reads a body that comes in pieces, also where a piece ends within a character', async () => {
	const bytes = Buffer.from('{"message":"né"}');
	const pieces = [...bytes].map((byte) => Buffer.from([byte]));
	expect(await read(Readable.from(pieces))).toEqual({
		text: '{"message":"né"}',
		stopped: 0,
	});
});

it.each(['latin1', 'utf8'] as const)(
	'reads the words of a service that writes %s',
	async (encoding) => {
		const { text } = await read(
			Readable.from([Buffer.from('{"message":"Crédit épuisé"}', encoding)]),
		);
		expect(text).toBe('{"message":"Crédit épuisé"}');
	},
);

it('reads a body that ends within a character at the limit', async () => {
	const { cut, text } = await read(Readable.from([Buffer.from(`xé${'é'.repeat(MAX_BODY)}`)]));
	expect(cut).toBe('tooLarge');
	expect(text.slice(0, 3)).toBe('xéé');
});

it('reads an empty body as no text', async () => {
	expect(await read(Readable.from([]))).toEqual({ text: '', stopped: 0 });
});

it('reads a body of exactly the limit to its end', async () => {
	const { cut, text } = await read(Readable.from([Buffer.alloc(MAX_BODY, 'x')]));
	expect([cut, text.length]).toEqual([undefined, MAX_BODY]);
});

it('stops an endless body at the limit and keeps its first part', async () => {
	let handedOut = 0;
	async function* endless() {
		for (;;) {
			handedOut += 100_000;
			yield Buffer.alloc(100_000, 'x');
		}
	}
	const body = Readable.from(endless());
	const stopped = new Promise<void>((resolve) => body.on('close', resolve));
	const { cut, text } = await readResponse(body, () => body.destroy());
	await stopped;

	expect([cut, text.length]).toEqual(['tooLarge', MAX_BODY]);
	expect(handedOut).toBeLessThan(2 * MAX_BODY);
});

it.each([
	['breaks off with an error', (body: Readable) => body.destroy(new Error('reset'))],
	['breaks off without one', (body: Readable) => body.destroy()],
])('fails when a body %s', async (_, end) => {
	const body = new Readable({ read() {} });
	const reading = readResponse(body, () => {});
	body.push('{"status":');
	end(body);

	await expect(reading).rejects.toThrow();
});

it('takes a text from a host that does not stream', async () => {
	expect(await read('{}')).toEqual({ text: '{}', stopped: 0 });
	expect(await read({ a: 1 })).toEqual({ text: '{"a":1}', stopped: 0 });
	expect(await read('x'.repeat(2e6))).toMatchObject({ cut: 'tooLarge' });
});

it.each([undefined, null])('takes no body for an empty one: %s', async (body) => {
	expect(await read(body)).toEqual({ text: '', stopped: 0 });
});

it.each<[number, ReadBody['cut']]>([
	[MAX_BODY, undefined],
	[MAX_BODY + 1, 'tooLarge'],
])('cuts a text from a host that does not stream: %i characters', async (length, cut) => {
	const { text, cut: found } = await read('x'.repeat(length));
	expect([text.length, found]).toEqual([MAX_BODY, cut]);
});

it('ends a request once, and takes nothing that comes after the limit', async () => {
	const listeners: Record<string, (chunk?: Uint8Array) => void> = {};
	const body = { on: (event: string, listener: () => void) => (listeners[event] = listener) };
	const stop = jest.fn();
	const reading = readResponse(body, stop);
	for (const size of [MAX_BODY - 1, 3, 2]) listeners['data']!(Buffer.alloc(size, 'x'));
	listeners['end']!();

	expect(await reading).toEqual({ text: 'x'.repeat(MAX_BODY), cut: 'tooLarge' });
	expect(stop).toHaveBeenCalledTimes(1);
});
