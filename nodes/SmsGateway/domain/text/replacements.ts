import { CHARACTER, estimateSms, isPlain, nameOf, unicodeCharactersOf } from './segments';

/** `typographic`: what stands for a plain character; `all`: also letters that lose their marks. */
export type Replaceable = 'typographic' | 'all';

// Only what is listed here is ever replaced. No digit, sign or unit is: × is no x, ½ no 1/2, ′ no
// quote, and the dot of £2·50 no dash.
const PUNCTUATION: ReadonlyArray<readonly [characters: RegExp, plain: string]> = [
	[/^[‘’‚‛‹›]$/, "'"],
	[/^[“”„‟«»]$/, '"'],
	// Hyphens, dashes and the minus sign.
	[/^[\u2010-\u2015\u2212]$/, '-'],
	[/^…$/, '...'],
];

/** Marks that nobody sees. Those of scripts and emoji change what is next to them. */
const INVISIBLE_MARK = /^[\u00ad\u200b\u200e\u200f\u2060\ufeff]$/;

const BLANKS: Readonly<Record<string, string>> = { '\v': '\n', '\u2028': '\n', '\u2029': '\n' };

// Letters that Unicode takes for letters of their own, not for one with a mark.
const LETTERS: ReadonlyMap<string, string> = new Map(
	"œ=oe Œ=OE ĳ=ij Ĳ=IJ ẞ=SS ł=l Ł=L đ=d Đ=D ħ=h Ħ=H ı=i ʼ=' ﬀ=ff ﬁ=fi ﬂ=fl ﬃ=ffi ﬄ=ffl"
		.split(' ')
		.map((pair) => pair.split('=') as [string, string]),
);

/** A letter and what stands above or below it. A line through it or a ring around it says something. */
const MARKED_LETTER =
	/^[A-Za-z][\u0300-\u0314\u031b\u0323-\u0328\u032d\u032e\u0330\u0331\u0342\u0344]{1,4}$/;

const BLANK = /([\t-\r \u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])/;

/** A link, an e-mail address, a name with @, #, _, a path: a dot before a letter is enough. */
const ADDRESS = /@|_|\\|\/\/|#\p{L}|[\p{L}\p{M}]:\S|\.[\p{L}\p{N}]|www\./iu;

function letterOf(character: string, which: Replaceable): string | undefined {
	if (INVISIBLE_MARK.test(character)) return '';
	const letters = character.normalize('NFD');
	if (!MARKED_LETTER.test(letters)) return which === 'all' ? LETTERS.get(character) : undefined;
	// The same letter, written as one character.
	const composed = character.normalize('NFC');
	if (isPlain(composed)) return composed;
	return which === 'all' ? letters[0] : undefined;
}

/** A run of text without blanks. With a digit it may be a code, whose letters stay, and marks between them. */
function replaceWord(word: string, which: Replaceable, replaced: Map<string, string>): string {
	const hasDigit = /\p{N}/u.test(word);
	const changes = new Map<string, string>();
	const text = word.replace(CHARACTER, (character, at: number) => {
		const isBeside = INVISIBLE_MARK.test(character) && (at === 0 || at === word.length - 1);
		const [, punctuation] = PUNCTUATION.find(([form]) => form.test(character)) ?? [];
		const replacement =
			punctuation ?? (hasDigit && !isBeside ? undefined : letterOf(character, which));
		if (replacement === undefined || replacement === character) return character;
		changes.set(character, replacement);
		return replacement;
	});
	if (ADDRESS.test(word) || ADDRESS.test(text)) return word;
	for (const [character, replacement] of changes) replaced.set(character, replacement);
	return text;
}

/** Plain characters where they say the same, and what they stand for. Linear in the length of the text. */
export function replaceWhereSafe(message: string, which: Replaceable) {
	const replaced = new Map<string, string>();
	const parts = message.split(BLANK).map((part, index) => {
		if (isPlain(part)) return part;
		if (index % 2 === 0) return replaceWord(part, which, replaced);
		const blank = BLANKS[part] ?? ' ';
		replaced.set(part, blank);
		return blank;
	});
	return { text: parts.join(''), replaced };
}

/** Characters. */
const MAX_LOOKED_AT = 10_000;

/** The characters that force Unicode, and what says the same, where something does. */
export function adviceOn(whole: string): Array<[character: string, instead?: string]> {
	// What is cut in two is no character.
	const message = whole.slice(0, MAX_LOOKED_AT).replace(/[\ud800-\udbff\u200d]$/, '');
	const { text, replaced } = replaceWhereSafe(message, 'all');
	const kept = new Set(unicodeCharactersOf(text));
	return unicodeCharactersOf(message).map((character) =>
		kept.has(character) ? [character] : [character, replaced.get(character)],
	);
}

function replacementInWords([character, replacement]: [string, string]): string {
	if (replacement === '') return `${nameOf(character)} (removed)`;
	return `${nameOf(character)} → ${replacement.trim() === '' ? 'a space' : replacement}`;
}

/**
 * The message in plain characters, and what was replaced, such as "’ → ', … → ...". Only where that saves SMS: where
 * one character, such as an emoji, has to stay, nothing is saved by replacing the others.
 */
export function replaceToSave(
	message: string,
	which: Replaceable,
): Readonly<{ message: string; replaced: string }> | undefined {
	if (message.length > MAX_LOOKED_AT) return undefined;
	const { text, replaced } = replaceWhereSafe(message, which);
	if (!isPlain(text) || estimateSms(text) >= estimateSms(message)) return undefined;
	return { message: text, replaced: [...replaced].map(replacementInWords).join(', ') };
}
