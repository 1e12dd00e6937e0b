import fc from 'fast-check';
import {
	adviceOn,
	replaceToSave,
	replaceWhereSafe,
	type Replaceable,
} from '../../../../../nodes/SmsGateway/domain/text/replacements';
import { processorTime } from '../../../../support/processor-time';
import { cases } from '../../laws/cases';
import replaced from './replaced.json';

const LEVELS: readonly Replaceable[] = ['typographic', 'all'];

const all = (text: string): string => replaceWhereSafe(text, 'all').text;
const typographic = (text: string): string => replaceWhereSafe(text, 'typographic').text;

describe('characters that stand for plain ones', () => {
	it.each(replaced as Array<[string, string]>)('%j: %j', (text, plain) => {
		for (const replaced of [typographic(text), all(text)]) {
			expect(replaced.replaceAll('ç', 'c')).toBe(plain.replaceAll('ç', 'c'));
		}
	});

	it.each([
		['ça prêt Âge', 'ca pret Age'],
		['cœur Œuvre', 'coeur OEuvre'],
		['mulțumesc łódź đá ệ ħ ı ẞ', 'multumesc lodz da e h i SS'],
		['c\u0327a x\u0301 q\u0303\u0323', 'ca x q'],
		['ﬁn cʼhoari', "fin c'hoari"],
	])('letters lose their marks only where all are asked for: %j: %j', (text, plain) => {
		expect(all(text).normalize('NFC')).toBe(plain);
		expect(typographic(text)).not.toBe(plain);
	});
});

const KEPT =
	'5 ≠ 6 10⁶ m² 1̶0̶0̶ s̶o̶l̶d̶ £2·50 a`b´c 5′ 6″ 2×3 1⁄2 ① Ⅳ A→B ⇒ № 5, 5 ㎏, 20 ℃, 3 µm, 300 K © ® ™ • ' +
	'😀 👩‍👩‍👧 ❤️ 1️⃣ 中 я م नि x\u20dd \ud800 𝐇 Ｈ https://garçon.example/ê?a=“1” garçon.example/ www.garçon.example ' +
	'example.com\u200b/x x.example… rené.ç@x.org @françois #fête rené_ç C:\\ç mailto:ç É7-ÇA4 ç4711 1\u200b0 suite…fin.Ça mot…suite';

it.each(KEPT.split(' '))('leaves %j, as it says something of its own', (text) => {
	expect(LEVELS.map((level) => replaceWhereSafe(text, level).text)).toStrictEqual([text, text]);
});

describe('the law: digits, signs, links and addresses are the same before and after', () => {
	/** Judges by rules of its own. */
	const said = (text: string) => ({
		numbers: text.match(/\p{N}+/gu) ?? [],
		signs: text
			.replace(/[\p{Pd}\u2212]/gu, '-')
			.match(/[-=<>+%]|\p{S}/gu)
			?.join(''),
		addresses: text.split(/\s+/).filter((word) => /\/\/|@|www\.|[^\s.]\.\p{L}{2,}/u.test(word)),
		codes: text.match(/[\p{L}\p{M}]+\p{N}[\p{L}\p{M}\p{N}]*|\p{N}+[\p{L}\p{M}]+/gu) ?? [],
	});

	function check(text: string, level: Replaceable): void {
		const { text: after } = replaceWhereSafe(text, level);
		// An `expect` per text would take longer than all else.
		if (JSON.stringify(said(after)) === JSON.stringify(said(text))) return;
		expect({ text, ...said(after) }).toStrictEqual({ text, ...said(text) });
	}

	it('for texts of any kind', () => {
		const unit = fc.oneof(
			fc.constantFrom(...'’“»‚…–\u2212\u00ad\u200b\ufeff\u00a0\u2028ç œ\u0301\u0327\u0338'),
			fc.constantFrom(...'ab.:/@#_-+=<>%€$£0123½×·′→ '),
			fc.constantFrom('www.', 'https://', '.com', 'x.org', ' 12 ', '5€'),
			fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
		);
		const text = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''));
		fc.assert(fc.property(text, fc.constantFrom(...LEVELS), check), cases(20_000));
	});
});

it.each([
	['accents on one letter', '\u0301'],
	['quotes', '’'],
])('takes a time that grows with the length: %s', (_, unit) => {
	const timeOf = (length: number): number => {
		const text = `a${unit.repeat(length / unit.length)}1`;
		const replace = () => {
			replaceToSave(text, 'all');
			adviceOn(text);
		};
		return Math.min(...Array.from({ length: 3 }, () => processorTime(replace)));
	};
	timeOf(1000);

	// With the square of the length it would be 100 times.
	expect(timeOf(20_000) / timeOf(2000)).toBeLessThan(60);
});

describe('replacing to save SMS', () => {
	const long = 'a'.repeat(100);

	it('replaces typographic characters and says which', () => {
		expect(replaceToSave(`${long}’s “sale”…`, 'typographic')).toStrictEqual({
			message: `${long}'s "sale"...`,
			replaced: '’ → \', “ → ", ” → ", … → ...',
		});
	});

	it('says of what nobody sees what became of it', () => {
		expect(replaceToSave(`${long}\u00a0b\u200b`, 'typographic')?.replaced).toBe(
			'U+00A0 (invisible) → a space, U+200B (invisible) (removed)',
		);
	});

	it('replaces a letter only when asked for all', () => {
		expect(replaceToSave(`${long}ç`, 'typographic')).toBeUndefined();
		expect(replaceToSave(`${long}ç`, 'all')?.message).toBe(`${long}c`);
	});

	it.each([
		['a text that is plain', long],
		['a text that is short enough as it is', 'It’s ready'],
		['a text with an emoji, which costs as much without the others', `${long}’😀`],
		['a text with a link that needs Unicode', `${long} ça https://garçon.example`],
	])('leaves %s as it is', (_, message) => {
		expect(replaceToSave(message, 'all')).toBeUndefined();
	});
});

describe('the advice of Preview', () => {
	it('follows the same rule, and has none for a character that has to stay in one place', () => {
		expect(adviceOn('Ça va… 1½')).toStrictEqual([['…', '...'], ['½']]);
		expect(adviceOn('ça')).toStrictEqual([['ç', 'c']]);
		expect(adviceOn('ça https://garçon.example')).toStrictEqual([['ç']]);
	});
});
