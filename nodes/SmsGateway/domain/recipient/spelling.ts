import { namesPhone } from './labels';
import type { DigitGroups } from './numberingPlans';

// Marks that spreadsheets, chats and right-to-left texts leave in a cell unseen, control
// characters, and what makes a digit a keycap emoji.
const INVISIBLE = /[\p{Cf}\ufe0e\ufe0f\u20e3]|[^\P{Cc}\s]/gu;
const DIGIT = /\p{Nd}/u;
/** Other forms of the characters that people put between digits, each with its plain one. */
const OTHER_FORMS: ReadonlyArray<readonly [RegExp, string]> = [
	[/[\uff0b\ufe62\u2795]/g, '+'],
	// The last two are the long vowel mark, which Japanese keyboards type as a dash.
	[/[\p{Pd}\u2212\u2043\u30fc\uff70]/gu, '-'],
	[/[\u00b7\u2022\u2024\u2027\u2219\u22c5\uff0e]/g, '.'],
	[/[\u2044\u2215\uff0f]/g, '/'],
	[/[\uff1a\ufe55]/g, ':'],
	[/[，、،]/g, ','],
	[/[；؛]/g, ';'],
	[/[[\uff3b\uff08]/g, '('],
	[/[\]\uff3d\uff09]/g, ')'],
	[/[‘’‛`´′＇]/g, "'"],
	[/[“”„«»″＂]/g, '"'],
];
// Quotes around it, and the star of a list; the apostrophe is how a sheet says "this is text".
const WRAPPING = /^(?:["'\s]|\*\s)+|["'\s]+$/g;
/** Chat formatting is on both sides; on one, it hides digits: "+33 6 12 34 56 **". */
const EMPHASIS = /^[*_]+(.*?)[*_]+$/s;
/** In front of a group. Elsewhere it stands for a digit. */
const UNDERSCORE = /(?<=\d)_(?=[\d(])/g;
/** Parentheses around everything. */
const ENCLOSED = /^\(([^()]*)\)$/;
// A formula that holds nothing but the number.
const FORMULA = /^=\s*(?:"([^"]*)"|(\+?\d+))$/;
const ICONS = /^(?:[☎☏✆📞📱📲]\s*)+/u;
/** What forms, business cards and links write before the number: letters, and a colon or full stop or nothing but a number. */
const LABEL =
	/^\p{L}(?:[\p{L}\p{M}\s.:'/&°№#-]|\([\p{L}\p{M}\s./]+\)){0,40}(?:[.:]\s*(?=[^\p{L}\p{M}\s.:])|:$|(?=[+(\d][\d\s()+.'/-]{6,}$))/u;
/** A flag says nothing that a country code does not say; without one it might. */
const FLAG = /^[\u{1f1e6}-\u{1f1ff}]{2}\s*(?=\(?\s*(?:\+|00))/u;

/** Most spellings: nothing in them has to be replaced or removed. */
const PLAIN_ALREADY = /^[+(\d][\d ().-]*\d$/;

/** Unicode keeps the ten digits of every script together and in order, with gaps between scripts. */
function asDigit(digit: string): string {
	const code = digit.codePointAt(0)!;
	let zero = code;
	while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/**
 * A spelling of a phone number with plain digits and marks, and without what only surrounds it.
 * The digits stay what and where they are.
 */
export function normalize(given: string): string {
	if (PLAIN_ALREADY.test(given)) return given;
	// A space of no width may still be what separates two columns.
	let text = given
		.normalize('NFC')
		.replace(/\u200b/g, ' ')
		.replace(INVISIBLE, '');
	text = text.replace(/[^\P{Nd}\d]/gu, asDigit);
	for (const [forms, plain] of OTHER_FORMS) text = text.replace(forms, plain);
	text = text.replace(UNDERSCORE, '-').replace(WRAPPING, '').replace(EMPHASIS, '$1');
	text = text.replace(WRAPPING, '');
	const formula = FORMULA.exec(text) ?? FORMULA.exec(`${text}"`);
	if (formula) text = (formula[1] ?? formula[2]!).trim();
	text = text.replace(ICONS, '').replace(LABEL, (label) => (namesPhone(label) ? '' : label));
	for (const around of [ICONS, FLAG, WRAPPING]) text = text.replace(around, '');
	return text
		.replace(ENCLOSED, '$1')
		.replace(WRAPPING, '')
		.replace(/^(\(?)\+(?:\s*\+)+/, '$1+');
}

/** What is written as a number: its digits, and how they are set apart. */
export type Spelling = Readonly<{
	/** Written with + or 00 in front. */
	isExplicit: boolean;
	hasPlus: boolean;
	/** All of them, with the 00. */
	digits: string;
	/** Runs of digits, without 00 in front. */
	groups: DigitGroups;
	/** What stands between the groups. */
	marks: readonly string[];
	/** Behind the country code stands a 0 in parentheses, as a group of its own. */
	isBracketed: boolean;
}>;

const BRACKETED = /^\D*(?:00\D*)?\d{1,3}\D*\(\s*0\s*\)/;

/** @param text as `normalize` returns it */
export function readSpelling(text: string): Spelling {
	const groups = text.match(/\d+/g) ?? [];
	const marks = text.split(/\d+/).slice(1, -1);
	const digits = groups.join('');
	const hasPlus = text.includes('+');
	const hasZeros = groups[0]?.startsWith('00') === true;
	const isExplicit = hasPlus || hasZeros;
	if (hasZeros) {
		groups[0] = groups[0]!.slice(2);
		if (groups[0] === '') {
			groups.shift();
			marks.shift();
		}
	}
	return {
		isExplicit,
		hasPlus,
		digits,
		groups,
		marks,
		isBracketed: text.includes('(') && BRACKETED.test(text),
	};
}
