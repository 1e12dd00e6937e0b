import { isPlain } from './segments';

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
	œ: 'oe',
	Œ: 'OE',
	ẞ: 'SS',
	ł: 'l',
	Ł: 'L',
	đ: 'd',
	Đ: 'D',
	ı: 'i',
	'\u2028': '\n',
	'\u2029': '\n',
};

function replacementForOne(character: string): string | undefined {
	if (isPlain(character)) return character;
	const typographic = TYPOGRAPHIC[character];
	if (typographic !== undefined) return typographic;
	if (/\s/.test(character)) return ' ';
	if (/\p{Pd}/u.test(character)) return '-';
	// Marks that nobody sees. Those of scripts and emoji change what is next to them.
	if (/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/.test(character)) return '';
	const base = character.normalize('NFKD').replace(/\p{M}/gu, '').replace('⁄', '/');
	return /^[A-Za-z0-9/]+$/.test(base) ? base : undefined;
}

/** Plain characters of the SMS alphabet that can stand for this one; undefined where none can. */
export function replacementFor(character: string): string | undefined {
	const parts = [...character.normalize('NFC')].map(replacementForOne);
	const replacement = parts.every((part) => part !== undefined) ? parts.join('') : undefined;
	if (replacement !== undefined) return replacement;
	// An accent that stands alone after its letter.
	const [base = '', ...marks] = [...character.normalize('NFD')];
	return marks.length > 0 && marks.every((mark) => /[\u0300-\u036f]/.test(mark))
		? replacementForOne(base)
		: undefined;
}

/** The text in plain characters; undefined where one of its characters has no replacement. */
export function plainText(
	message: string,
	unicodeCharacters: readonly string[],
): string | undefined {
	let text = message;
	for (const character of unicodeCharacters) {
		const replacement = replacementFor(character);
		if (replacement === undefined) return undefined;
		text = text.replaceAll(character, replacement);
	}
	return [...text].every(isPlain) ? text : undefined;
}
