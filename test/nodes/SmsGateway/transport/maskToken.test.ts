import fc from 'fast-check';
import { maskerOf } from '../../../../nodes/SmsGateway/transport/readResponse';
import { createToken } from '../../../support/credentials';

const token = createToken();
const maskToken = (text: string, secret: string) => maskerOf(secret)(text);

const hex = (character: string): string =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

it.each([
	['as a unicode escape', (one: string) => hex(one)],
	['as a unicode escape in capitals', (one: string) => hex(one).toUpperCase().replace('U', 'u')],
	['with an escaped slash', (one: string) => (one === '/' ? '\\/' : one)],
	['as JSON in JSON does', (one: string) => (one === '/' ? '\\\\/' : `\\${hex(one)}`)],
	['as a URL does', encodeURIComponent],
	[
		'as a URL does, in small letters',
		(one: string) => (one === one.toLowerCase() ? encodeURIComponent(one).toLowerCase() : one),
	],
	['with each character as a URL may', (one: string) => `%${one.charCodeAt(0).toString(16)}`],
])('masks a token that a response spells %s', (_, spell) => {
	const secret = `${token}/with+more=`;
	const text = `{"echo":"${[...secret].map(spell).join('')}"}`;
	expect(maskToken(text, secret)).toBe('{"echo":"[access token]"}');
	expect(maskToken(`${text} and more`, secret)).toBe('{"echo":"[access token]"} and more');
});

it('leaves a response alone that does not hold the token, to the letter', () => {
	for (const text of ['{ "id" : 12345678901234567890, "path": "a\\/b" }', 'C:\\temp', '']) {
		expect(maskToken(text, token)).toBe(text);
	}
});

it('does not take a short token for a secret, as it would garble the response', () => {
	expect(maskToken('{"status":"success"}', 'success')).toBe('{"status":"success"}');
});

it('never lets a token through, whatever is around it and however it is spelled', () => {
	const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
	const secrets = fc.array(character, { minLength: 8, maxLength: 60 }).map((all) => all.join(''));
	fc.assert(
		fc.property(secrets, fc.json(), fc.infiniteStream(fc.boolean()), (secret, other, escapes) => {
			const spelled = [...secret].map((one) =>
				escapes.next().value ? hex(one) : JSON.stringify(one).slice(1, -1),
			);
			const quoted = encodeURIComponent(secret);
			const text = `{"${spelled.join('')}":${other},"b":"x${spelled.join('')} ${quoted}"}`;
			const masked = maskToken(text, secret);
			expect(JSON.stringify(JSON.parse(masked))).not.toContain(JSON.stringify(secret).slice(1, -1));
			expect(masked).not.toContain(quoted);
			expect(maskToken(`${text}…`, secret)).not.toContain(secret);
		}),
	);
});
