import fc from 'fast-check';
import {
	plainText,
	replacementFor,
	replaceToSave,
} from '../../../../../nodes/SmsGateway/domain/text/replacements';
import {
	estimateSms,
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
		['x\u0301', 'x'],
		['q\u0303\u0323', 'q'],
		['ǆ', 'dz'],
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

	it.each([
		'😀',
		'👩‍👩‍👧',
		'🇧🇯',
		'❤️',
		'中',
		'я',
		'م',
		'नि',
		'°',
		'✓',
		'㎧',
		'1️⃣',
		'q\u0303\u20dd',
		'\ud800',
	])('%s has nothing that says the same', (character) =>
		expect(replacementFor(character)).toBeUndefined(),
	);

	it('takes an accent off only when asked for all', () => {
		expect(replacementFor('x\u0301', 'typographic')).toBeUndefined();
		expect(replacementFor('’\u200b', 'typographic')).toBe("'");
	});

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

	it('is none where one character begins another, and something of that would be left', () => {
		expect(plain('e\u0301 e\u0301\u0323')).toBeUndefined();
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

describe('replacing to save SMS', () => {
	const long = 'a'.repeat(100);

	it('replaces typographic characters and says which', () => {
		expect(replaceToSave(`${long}’s “sale”…`, 'typographic')).toEqual({
			message: `${long}'s "sale"...`,
			replaced: '’ → \', “ → ", ” → ", … → ...',
		});
	});

	it('says of what nobody sees what became of it', () => {
		expect(replaceToSave(`${long}\u00a0b\u200b`, 'typographic')?.replaced).toBe(
			'U+00A0 (invisible) → a space, U+200B (invisible) (removed)',
		);
	});

	it.each(['ç', 'ê', 'œ', 'ł'])(
		'replaces a letter such as %s only when asked for all',
		(letter) => {
			expect(replaceToSave(long + letter, 'typographic')).toBeUndefined();
			expect(replaceToSave(long + letter, 'all')?.message).toMatch(/^a+(c|e|oe|l)$/);
		},
	);

	it.each([
		['a text that is plain', long],
		['a text that is short enough as it is', 'It’s ready'],
		['a text with an emoji, which costs as much without the others', `${long}’😀`],
	])('leaves %s as it is', (_, message) => {
		expect(replaceToSave(message, 'all')).toBeUndefined();
	});

	it('always saves, and leaves only plain characters', () => {
		const unit = fc.constantFrom('a', 'é', '’', '…', 'ç', 'œ', '\u00a0', '😀', '€', 'я', '—');
		const text = fc.string({ unit, minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(text, fc.constantFrom('typographic', 'all'), (message, which) => {
				const replaced = replaceToSave(message, which);
				if (replaced === undefined) return;
				expect(estimateSms(replaced.message)).toBeLessThan(estimateSms(message));
				expect([...replaced.message].every(isPlain)).toBe(true);
			}),
		);
	});
});
