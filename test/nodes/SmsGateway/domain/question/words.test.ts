import { LANGUAGES, wordsIn } from '../../../../../nodes/SmsGateway/domain/question/words';

it.each(LANGUAGES)(
	'says all in the language of the page, and none of it in English: %s',
	(code) => {
		const english = Object.values(wordsIn('en'));
		const words = Object.values(wordsIn(code));

		expect(words.filter((text) => text.trim() !== '')).toHaveLength(english.length);
		expect(words.filter((text) => english.includes(text))).toStrictEqual([]);
		expect(new Set(words).size).toBe(english.length);
	},
);

it('has words for a language of a country, and English for one that it does not know', () => {
	expect(wordsIn('pt-BR')).toStrictEqual(wordsIn('pt'));
	expect(wordsIn('ja').approve).toBe('Approve');
});
