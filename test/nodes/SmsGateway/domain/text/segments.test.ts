import fc from 'fast-check';
import { processorTime } from '../../../../support/processor-time';
import {
	estimateSms,
	segmentsOf,
	smsCountOf,
	unicodeCharactersOf,
} from '../../../../../nodes/SmsGateway/domain/text/segments';

const PLAIN =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const ESCAPED = '\f^{}\\[~]|€';

/** Texts near the limits, where the counts can differ at all. */
const textOf = (characters: string, maxLength = 500) =>
	fc
		.tuple(
			fc.constantFrom(0, 60, 66, 69, 130, 133, 150, 158, 200, 300, 305),
			fc.array(fc.constantFrom(...characters), { maxLength: 40 }),
			fc.constantFrom(...characters),
		)
		.map(([length, some, filler]) =>
			[...filler.repeat(length), ...some].slice(0, maxLength).join(''),
		);

const texts = fc.oneof(
	textOf(PLAIN),
	textOf(`${PLAIN}${ESCAPED}`),
	textOf(ESCAPED),
	textOf(`abc çê’…œ`),
	textOf('a😀€é👍🏽'),
	textOf('😀👩‍👩‍👧🇧🇯'),
	textOf('नमस्ते आपका'),
	textOf('مرحبا بكم'),
	fc.string({ unit: 'grapheme', maxLength: 300 }),
	fc.string({ unit: 'binary', maxLength: 300 }),
);

describe('segments by the standard', () => {
	it.each([
		['an empty text', '', 'GSM-7', 1],
		['160 plain characters', 'a'.repeat(160), 'GSM-7', 1],
		['161 plain characters', 'a'.repeat(161), 'GSM-7', 2],
		['306 plain characters', 'a'.repeat(306), 'GSM-7', 2],
		['307 plain characters', 'a'.repeat(307), 'GSM-7', 3],
		['80 escaped characters', '€'.repeat(80), 'GSM-7', 1],
		['81 escaped characters', '€'.repeat(81), 'GSM-7', 2],
		['an escaped character at the seam', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3],
		['70 others', 'ç'.repeat(70), 'UCS-2', 1],
		['71 others', 'ç'.repeat(71), 'UCS-2', 2],
		['134 others', 'ç'.repeat(134), 'UCS-2', 2],
		['135 others', 'ç'.repeat(135), 'UCS-2', 3],
		['35 emoji of two units', '😀'.repeat(35), 'UCS-2', 1],
		['36 emoji', '😀'.repeat(36), 'UCS-2', 2],
		['67 emoji, 33 to a part', '😀'.repeat(67), 'UCS-2', 3],
		['134 code units of Hindi', 'नमस्ते '.repeat(20).slice(0, 134), 'UCS-2', 2],
		['a letter with 999 accents', `e${'\u0301'.repeat(999)}`, 'UCS-2', 15],
		['a family of emoji over the seam', `${'ç'.repeat(65)}👩‍👩‍👧`, 'UCS-2', 2],
		['Windows line breaks', 'a\r\nb', 'GSM-7', 1],
		['one apostrophe of a word processor', `${'a'.repeat(99)}’`, 'UCS-2', 2],
	])('%s', (_, text, encoding, segments) => {
		expect(segmentsOf(text)).toStrictEqual({ encoding, segments });
	});

	it('take no longer than the text: a million characters in a second', () => {
		expect(processorTime(() => segmentsOf('a€'.repeat(500_000)))).toBeLessThan(5_000);
	});
});

describe('the characters that force Unicode', () => {
	it.each([
		['none in a plain text', 'Éric à Zürich: 3 €', []],
		['each once', '’a’b…', ['’', '…']],
		['an emoji of several code points as one', 'a👩‍👩‍👧b👍🏽', ['👩‍👩‍👧', '👍🏽']],
		['a letter with its accent', 'Re\u0301my', ['e\u0301']],
		['a flag and a key', '🇫🇷🇧🇯1️⃣', ['🇫🇷', '🇧🇯', '1️⃣']],
		['a syllable with its vowel', 'हिन्दी', ['हि', 'न्', 'दी']],
	])('%s', (_, text, expected) => expect(unicodeCharactersOf(text)).toStrictEqual(expected));
});

it('estimates by the larger of both counts', () => {
	expect(estimateSms('a'.repeat(320))).toBe(3);
	expect(estimateSms('ç'.repeat(71))).toBe(2);
	fc.assert(
		fc.property(texts, (text) => {
			expect(estimateSms(text)).toBeGreaterThanOrEqual(Math.ceil([...text].length / 160));
			expect(estimateSms(text)).toBeGreaterThanOrEqual(segmentsOf(text).segments);
		}),
		{ numRuns: 300 },
	);
});

describe("SMS by the service's rule", () => {
	it.each([
		['an empty text', '', 1],
		['160 characters', 'a'.repeat(160), 1],
		['161 characters', 'a'.repeat(161), 2],
		['320 characters', 'a'.repeat(320), 2],
		['321 characters', 'a'.repeat(321), 3],
		['160 emoji, each a character', '😀'.repeat(160), 1],
		['161 emoji', '😀'.repeat(161), 2],
		['characters that other rules count double', '€'.repeat(160), 1],
	])('%s', (_, text, count) => expect(smsCountOf(text)).toBe(count));
});
