import {
	estimateSms,
	segmentsOf,
	smsCountOf,
	unicodeCharactersOf,
} from '../../../../../nodes/SmsGateway/domain/text/segments';

it.each([
	['an empty text', '', 1],
	['160 plain characters', 'a'.repeat(160), 1],
	['161 plain characters', 'a'.repeat(161), 2],
	['306 plain characters', 'a'.repeat(306), 2],
	['307 plain characters', 'a'.repeat(307), 3],
	['80 escaped characters', '€'.repeat(80), 1],
	['81 escaped characters', '€'.repeat(81), 2],
	['an escaped character at the seam', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
	['70 others', 'ç'.repeat(70), 1],
	['71 others', 'ç'.repeat(71), 2],
	['134 others', 'ç'.repeat(134), 2],
	['135 others', 'ç'.repeat(135), 3],
	['35 emoji of two units', '😀'.repeat(35), 1],
	['36 emoji', '😀'.repeat(36), 2],
	['67 emoji, 33 to a part', '😀'.repeat(67), 3],
	['134 code units of Hindi', 'नमस्ते '.repeat(20).slice(0, 134), 2],
	['a letter with 999 accents', `e${'\u0301'.repeat(999)}`, 15],
	['a family of emoji over the seam', `${'ç'.repeat(65)}👩‍👩‍👧`, 2],
	['Windows line breaks', 'a\r\nb', 1],
	['one apostrophe of a word processor', `${'a'.repeat(99)}’`, 2],
])('counts segments by the standard: %s', (_, text, segments) => {
	expect(segmentsOf(text)).toBe(segments);
});

it.each([
	['none in a plain text', 'Éric à Zürich: 3 €', []],
	['each once', '’a’b…', ['’', '…']],
	['an emoji of several code points as one', 'a👩‍👩‍👧b👍🏽', ['👩‍👩‍👧', '👍🏽']],
	['a letter with its accent', 'Re\u0301my', ['e\u0301']],
	['a flag and a key', '🇫🇷🇧🇯1️⃣', ['🇫🇷', '🇧🇯', '1️⃣']],
	['a syllable with its vowel', 'हिन्दी', ['हि', 'न्', 'दी']],
])('finds the characters that force Unicode: %s', (_, text, expected) => {
	expect(unicodeCharactersOf(text)).toStrictEqual(expected);
});

it.each([
	['an empty text', '', 1],
	['160 characters', 'a'.repeat(160), 1],
	['161 characters', 'a'.repeat(161), 2],
	['320 characters', 'a'.repeat(320), 2],
	['321 characters', 'a'.repeat(321), 3],
	['160 emoji, each a character', '😀'.repeat(160), 1],
	['161 emoji', '😀'.repeat(161), 2],
	['characters that other rules count double', '€'.repeat(160), 1],
])("counts SMS by the service's rule: %s", (_, text, count) => {
	expect(smsCountOf(text)).toBe(count);
});

it('estimates by the larger of both counts', () => {
	expect(['a'.repeat(320), 'ç'.repeat(71)].map(estimateSms)).toStrictEqual([3, 2]);
});
