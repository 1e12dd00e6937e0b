import fc from 'fast-check';
import { maskerOf } from '../../../../nodes/SmsGateway/transport/readResponse';
import { createToken } from '../../../support/credentials';
import { processorTime } from '../../../support/processor-time';

const code = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const hex = (character: string) => `\\u00${code(character)}`;

/** How JSON, JSON in JSON, and URLs may write a character. */
const SPELLINGS: Array<(character: string) => string> = [
	(one) => one,
	(one) => JSON.stringify(one).slice(1, -1),
	(one) => (one === '/' ? '\\/' : one),
	(one) => (one === '/' ? '\\\\/' : one),
	hex,
	(one) => hex(one).toUpperCase().replace('U', 'u'),
	(one) => `\\${hex(one)}`,
	encodeURIComponent,
	(one) => encodeURIComponent(one).replace(/%../, (escaped) => escaped.toLowerCase()),
	(one) => `%${code(one)}`,
];

/** No token has these, which begin a spelling. */
const printable = fc
	.integer({ min: 0x21, max: 0x7e })
	.map((at) => String.fromCharCode(at).replace(/[\\%&]/, '/'));
const letters = fc.array(fc.tuple(printable, fc.constantFrom(...SPELLINGS)), {
	minLength: 8,
	maxLength: 60,
});

it('masks a token however each of its characters is spelled, and nothing else', () => {
	fc.assert(
		fc.property(letters, fc.constantFrom(undefined, ...SPELLINGS), (secret, sameForAll) => {
			const mask = maskerOf(secret.map(([character]) => character).join(''));
			const spelled = secret.map(([character, spell]) => (sameForAll ?? spell)(character));
			const text = `{"echo":"${spelled.join('')}"} and more`;
			expect(mask(text)).toBe('{"echo":"[access token]"} and more');
		}),
		{ numRuns: 1_000 },
	);
});

it('leaves a response alone that does not hold the token, to the letter', () => {
	for (const text of ['{ "id" : 12345678901234567890, "path": "a\\/b" }', 'C:\\temp', '']) {
		expect(maskerOf(createToken())(text)).toBe(text);
	}
});

it('does not take a short token for a secret, as it would garble the response', () => {
	expect(maskerOf('success')('{"status":"success"}')).toBe('{"status":"success"}');
});

const QUOTED = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzYW5kYm94In0/KjVmwu3vYfxZtpVcuH7Dru+yU5Py';
const all = (spell: (one: string) => string) => [...QUOTED].map(spell).join('');
const htmlOf = (one: string) => `&#${one.charCodeAt(0)};`;

/** As the response is parsed, so that a mask inside of it must leave it JSON. */
const WRITTEN: Array<[string, string]> = [
	['behind its scheme', `Authorization: Bearer ${QUOTED}`],
	['in capitals and small letters', QUOTED.toUpperCase()],
	['in a URL', `?token=${encodeURIComponent(QUOTED)}`],
	['all in %', all((one) => `%${code(one)}`)],
	['all in \\u', all(hex)],
	['in a text of JSON, in a text of JSON', QUOTED.replace('/', `${'\\'.repeat(12)}/`)],
	['quoted in a text of JSON', `\\"${QUOTED}\\"`],
	['as HTML, decimal', all(htmlOf)],
	['as HTML, hexadecimal', all((one) => `&#x${code(one)};`)],
	['in base64', Buffer.from(QUOTED).toString('base64')],
	['in base64 with more behind it', Buffer.from(`${QUOTED}:more`).toString('base64')],
	['in base64url', Buffer.from(`${QUOTED}?`).toString('base64url')],
];

/** Masks what is written in a list, and tells how often; it is still a list then. */
function timesMasked(token: string, written: readonly string[]): number {
	const texts = JSON.parse(maskerOf(token)(`["${written.join('","')}"]`)) as string[];
	expect(texts).toHaveLength(written.length);
	expect(decodeURIComponent(texts.join())).not.toMatch(/KjVmwu3vYf/i);
	return texts.join().split('[access token]').length - 1;
}

it.each(WRITTEN)('masks a token that a response has %s, once, twice or more', (_, written) => {
	for (const count of [1, 2, 3]) {
		expect(timesMasked(QUOTED, Array<string>(count).fill(written))).toBe(count);
	}
});

it('masks each of them beside the others, and a token that begins a spelling with what follows', () => {
	const all = [...WRITTEN, ...WRITTEN].map(([, written]) => written);
	expect(timesMasked(QUOTED, all)).toBe(all.length);
	const text = maskerOf('abcdefgh%4')('abcdefgh%41 abcdefgh%42, abcdefgh%4');
	expect(text).toBe('[access token]1 [access token]2, [access token]');
});

it.each<[string, string, string]>([
	['backslashes', QUOTED, '\\'.repeat(1_000_000)],
	['most of the token', QUOTED, QUOTED.slice(0, -1).repeat(14_000)],
	['%', QUOTED, '%65'.repeat(333_333)],
	['&', QUOTED, '&#'.repeat(500_000)],
	['a token with backslashes', `${'\\'.repeat(12)}abcdefgh`, '\\'.repeat(1_000_000)],
])('looks through a response of 1 MB of %s in no time', (_, token, text) => {
	const times = [1, 2, 3].map(() => processorTime(() => maskerOf(token)(text)));
	expect(Math.min(...times)).toBeLessThan(2_000);
});
