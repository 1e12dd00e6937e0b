import fc from 'fast-check';
import { maskerOf } from '../../../../nodes/SmsGateway/transport/readResponse';
import { createToken } from '../../../support/credentials';

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

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((at) => String.fromCharCode(at));
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
