/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { Readable } from 'node:stream';
import { MAX_BODY, readResponse } from '../../../../nodes/SmsGateway/transport/readResponse';

const read = async (body: unknown) => {
	const stop = jest.fn();
	return { ...(await readResponse(body, stop)), stopped: stop.mock.calls.length };
};

it('reads a body that comes in pieces, also where a piece ends within a character', async () => {
	const bytes = Buffer.from('{"message":"né"}');
	const pieces = [...bytes].map((byte) => Buffer.from([byte]));
	expect(await read(Readable.from(pieces))).toStrictEqual({
		text: '{"message":"né"}',
		stopped: 0,
	});
});

it.each(['latin1', 'utf8'] as const)(
	'reads the words of a service that writes %s',
	async (encoding) => {
		for (const words of ['{"message":"Crédit épuisé"}', 'Refusé']) {
			const { text } = await read(Readable.from([Buffer.from(words, encoding)]));
			expect(text).toBe(words);
		}
	},
);

it('reads a body of exactly the limit to its end', async () => {
	const { cut, text } = await read(Readable.from([Buffer.alloc(MAX_BODY, 'x')]));
	expect([cut, text.length]).toStrictEqual([undefined, MAX_BODY]);
});

it('ends a body that goes on at exactly the limit', async () => {
	const pieces = [Buffer.alloc(MAX_BODY, 'x'), Buffer.from('y')];
	const { cut, text, stopped } = await read(Readable.from(pieces));
	expect([cut, text.length, text.at(-1), stopped]).toStrictEqual(['tooLarge', MAX_BODY, 'x', 1]);
});

it('does not take a body for whole that was destroyed', async () => {
	const body = new Readable({ read() {} });
	body.push('{"status":');
	const reading = read(body);
	body.destroy();
	await expect(reading).rejects.toThrow(/premature close/i);
});

it.each<[string, unknown, object]>([
	['a text', '{"a":1}', { text: '{"a":1}' }],
	['nothing', undefined, { text: '' }],
	['what was read already', { a: 1 }, { text: '{"a":1}' }],
	['a text at the limit', 'x'.repeat(MAX_BODY), { text: 'x'.repeat(MAX_BODY) }],
	['a longer text', `${'x'.repeat(MAX_BODY)}y`, { text: 'x'.repeat(MAX_BODY), cut: 'tooLarge' }],
])('takes %s from a host that does not stream', async (_, body, expected) => {
	expect(await read(body)).toStrictEqual({ ...expected, stopped: 0 });
});
