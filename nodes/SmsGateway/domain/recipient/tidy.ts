import { namesPhone } from './labels';

// What spreadsheets, chats and right-to-left texts leave unseen, and what makes a digit a keycap emoji.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]|[^\P{Cc}\s]/gu;
const DIGIT = /\p{Nd}/u;
/** What NFKC leaves of the characters that people put between digits, each with its plain one. */
const OTHER_FORMS: ReadonlyArray<readonly [RegExp, string]> = [
	[/\u2795/g, '+'],
	// The long vowel mark too, which Japanese keyboards type as a dash.
	[/[\p{Pd}\u2212\u2043\u30fc]/gu, '-'],
	[/[\u00b7\u2022\u2027\u2219\u22c5]/g, '.'],
	[/[\u2044\u2215]/g, '/'],
	[/\[/g, '('],
	[/\]/g, ')'],
	[/[‘’‛`´]/g, "'"],
	[/[“”„«»″]/g, '"'],
];
// Quotes around it, and the star of a list; the apostrophe is how a sheet says "this is text".
const WRAPPING = /^(?:["'\s]|\*\s)+|["'\s]+$/g;
/** Chat formatting is on both sides; on one, it hides digits: "+33 6 12 34 56 **". */
const EMPHASIS = /^[*_]+(.*?)[*_]+$/s;
const ENCLOSED = /^\(([^()]*)\)$/;
const FORMULA = /^=\s*(?:"([^"]*)"?|(\+?\d+))$/;
/** Telephones, and a flag, which says nothing that a country code does not say. */
const ICONS = /^(?:[☎☏✆📞📱📲\s]|[\u{1f1e6}-\u{1f1ff}]{2}\s*(?=\(?\s*(?:\+|00)))+/u;
/** Of forms, business cards and links: letters, and a colon or full stop or nothing but a number. */
const LABEL =
	/^\p{L}(?:[\p{L}\p{M}\s.:'/&°#-]|\([\p{L}\p{M}\s./]+\)){0,40}(?:[.:]\s*(?=[^\p{L}\p{M}\s.:])|:$|(?=[+(\d][\d\s()+.'/-]{6,}$))/u;

/** Most spellings: nothing in them has to be replaced or removed. */
const PLAIN_ALREADY = /^[+(\d][\d ().-]*\d$/;

/** Unicode keeps the ten digits of every script together and in order, with gaps between scripts. */
function asDigit(digit: string): string {
	const code = digit.codePointAt(0)!;
	let zero = code;
	while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** With plain digits and marks, without what only surrounds the number. Digits stay what and where they are. */
export function tidy(given: string): string {
	if (PLAIN_ALREADY.test(given)) return given;
	// A footnote is no digit, although NFKC says so; a space of no width may separate two columns.
	let text = given
		.replace(/\p{No}/gu, '?')
		.replace(/\u200b/g, ' ')
		.normalize('NFKC')
		.replace(INVISIBLE, '')
		.replace(/[^\P{Nd}\d]/gu, asDigit);
	for (const [forms, plain] of OTHER_FORMS) text = text.replace(forms, plain);
	text = text.replace(WRAPPING, '').replace(EMPHASIS, '$1').replace(WRAPPING, '');
	text = text.replace(FORMULA, '$1$2').replace(WRAPPING, '').replace(ICONS, '');
	text = text.replace(LABEL, (label) => (namesPhone(label) ? '' : label));
	return text.replace(ICONS, '').replace(WRAPPING, '').replace(ENCLOSED, '$1').trim();
}
