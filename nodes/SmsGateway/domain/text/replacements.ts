import { estimateSms, isPlain, nameOf, unicodeCharactersOf } from './segments';

// What word processors and phones put in place of plain characters.
const TYPOGRAPHIC: Readonly<Record<string, string>> = {
	'‘': "'",
	'’': "'",
	'‚': "'",
	'‛': "'",
	'‹': "'",
	'›': "'",
	'′': "'",
	ʼ: "'",
	'`': "'",
	'´': "'",
	'“': '"',
	'”': '"',
	'„': '"',
	'«': '"',
	'»': '"',
	'″': '"',
	'−': '-',
	'•': '-',
	'·': '-',
	'…': '...',
	'×': 'x',
	'⁄': '/',
	'→': '->',
	'©': '(C)',
	'®': '(R)',
	'™': '(TM)',
	'№': 'No.',
	'\u2028': '\n',
	'\u2029': '\n',
};

// Letters that Unicode takes for letters of their own, not for one with an accent.
const LETTERS: Readonly<Record<string, string>> = {
	œ: 'oe',
	Œ: 'OE',
	ẞ: 'SS',
	ł: 'l',
	Ł: 'L',
	đ: 'd',
	Đ: 'D',
	ı: 'i',
};

/** `typographic`: what stands for a plain character; `all`: also letters that look like a plain one. */
export type Replaceable = 'typographic' | 'all';

function replacementForOne(character: string, which: Replaceable): string | undefined {
	if (isPlain(character)) return character;
	const typographic = TYPOGRAPHIC[character];
	if (typographic !== undefined) return typographic;
	if (/\s/.test(character)) return ' ';
	if (/\p{Pd}/u.test(character)) return '-';
	// Marks that nobody sees. Those of scripts and emoji change what is next to them.
	if (/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/.test(character)) return '';
	if (which !== 'all') return undefined;
	const letter = LETTERS[character];
	if (letter !== undefined) return letter;
	const base = character.normalize('NFKD').replace(/\p{M}/gu, '').replace('⁄', '/');
	return /^[A-Za-z0-9/]+$/.test(base) ? base : undefined;
}

/** Plain characters of the SMS alphabet that can stand for this one; undefined where none can. */
export function replacementFor(character: string, which: Replaceable = 'all'): string | undefined {
	const parts = [...character.normalize('NFC')].map((part) => replacementForOne(part, which));
	const replacement = parts.every((part) => part !== undefined) ? parts.join('') : undefined;
	if (replacement !== undefined || which !== 'all') return replacement;
	// An accent that stands alone after its letter.
	const [base, ...marks] = [...character.normalize('NFD')];
	return marks.every((mark) => /[\u0300-\u036f]/.test(mark))
		? replacementForOne(base!, which)
		: undefined;
}

/** The text in plain characters; undefined where one of its characters has no replacement. */
export function plainText(
	message: string,
	unicodeCharacters: readonly string[],
	which: Replaceable = 'all',
): string | undefined {
	let text = message;
	for (const character of unicodeCharacters) {
		const replacement = replacementFor(character, which);
		if (replacement === undefined) return undefined;
		text = text.replaceAll(character, replacement);
	}
	return isPlain(text) ? text : undefined;
}

export type Replaced = Readonly<{
	message: string;
	/** Such as "’ → ', … → ...". */
	replaced: string;
}>;

function wordsFor(character: string): string {
	const replacement = replacementFor(character)!;
	if (replacement === '') return `${nameOf(character)} (removed)`;
	return `${nameOf(character)} → ${replacement.trim() === '' ? 'a space' : replacement}`;
}

/**
 * The message in plain characters, where that saves SMS; undefined where it does not, or where one
 * of its characters, such as an emoji, has no replacement: then nothing is saved by the others.
 */
export function replaceToSave(message: string, which: Replaceable): Replaced | undefined {
	const characters = unicodeCharactersOf(message);
	if (characters.length === 0) return undefined;
	const text = plainText(message, characters, which);
	if (text === undefined || estimateSms(text) >= estimateSms(message)) return undefined;
	return { message: text, replaced: characters.map(wordsFor).join(', ') };
}
