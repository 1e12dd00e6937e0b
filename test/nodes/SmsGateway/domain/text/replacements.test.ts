import fc from 'fast-check';
import {
	plainText,
	replacementFor,
} from '../../../../../nodes/SmsGateway/domain/text/replacements';
import {
	isPlain,
	segmentsOf,
	unicodeCharactersOf,
} from '../../../../../nodes/SmsGateway/domain/text/segments';

describe('what to write instead of a character', () => {
	it.each([
		['’', "'"],
		['“', '"'],
		['«', '"'],
		['…', '...'],
		['–', '-'],
		['—', '-'],
		['\u2011', '-'],
		['•', '-'],
		['ç', 'c'],
		['ê', 'e'],
		['Â', 'A'],
		['œ', 'oe'],
		['ș', 's'],
		['ł', 'l'],
		['ệ', 'e'],
		['e\u0301', 'é'],
		['c\u0327', 'c'],
		['\u00a0', ' '],
		['\t', ' '],
		['\u200b', ''],
		['b\u200b', 'b'],
		['²', '2'],
		['½', '1/2'],
		['™', '(TM)'],
		['𝐇', 'H'],
	])('%j: %j', (character, replacement) => {
		expect(replacementFor(character)).toBe(replacement);
	});

	it.each(['😀', '👩‍👩‍👧', '🇧🇯', '❤️', '中', 'я', 'م', 'नि', '°', '✓', '\ud800'])(
		'%s has nothing that says the same',
		(character) => expect(replacementFor(character)).toBeUndefined(),
	);

	it('is always plain', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (character) => {
				const replacement = replacementFor(character);
				expect([...(replacement ?? '')].every(isPlain)).toBe(true);
			}),
			{ numRuns: 1000 },
		);
	});
});

describe('a text in plain characters', () => {
	const plain = (text: string) => plainText(text, unicodeCharactersOf(text));

	it('says the same', () => {
		expect(plain('L’école… reçoit – déjà – cœur')).toBe(
			"L'école... reçoit - déjà - coeur".replace('ç', 'c'),
		);
	});

	it('is none where something would be lost', () => {
		expect(plain('Merci ’ 😀')).toBeUndefined();
	});

	it('takes no more SMS than it did, or is not plain to begin with', () => {
		const words = fc.array(fc.constantFrom('’', 'ç', '“', ' ', 'abc', '\u00a0', 'e\u0301'));
		fc.assert(
			fc.property(words, (parts) => {
				const text = parts.join('');
				const better = plain(text);
				expect(better).toBeDefined();
				expect(segmentsOf(better!).segments).toBeLessThanOrEqual(segmentsOf(text).segments);
			}),
			{ numRuns: 500 },
		);
	});
});
