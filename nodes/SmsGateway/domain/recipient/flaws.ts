import { flawed, type Flaw } from './flaw';
import { MIN_DIGITS } from './numberingPlans';

export const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

const isDay = (text: string): boolean =>
	text.length <= 2 && Number(text) >= 1 && Number(text) <= 31;

const isYear = (text: string): boolean => /(19|20)\d\d/.test(text);

/** A date has the digits of a number and would pass for one. */
function isDate(text: string): boolean {
	const parts =
		/^(\d{1,4})([-/. ])\s?(\d{1,2})\2\s?(\d{1,4})(?:[T, ]+\d{1,2}[:.h]\d\d\b.*)?$/i.exec(text);
	if (!parts) return false;
	const [first, second, third] = [parts[1]!, parts[3]!, parts[4]!];
	return isDay(second) && ((isYear(first) && isDay(third)) || (isDay(first) && isYear(third)));
}

/** "22997000000.0": taking the point for a separator would add a digit to the number. */
function decimals(text: string): Flaw | undefined {
	const parts = /^([^.,]*)([.,](\d+))$/.exec(text);
	if (!parts) return undefined;
	const [before, end, after] = [parts[1]!, parts[2]!, parts[3]!];
	if (after.length >= MIN_DIGITS) return undefined;
	const isAmount = /\d{7}$/.test(before) || (digitsIn(before) >= 5 && /^(\d\d?|0+)$/.test(after));
	if (!isAmount) return undefined;
	return /^\+?\d+$/.test(before) ? flawed('decimals') : flawed('decimalsAtEnd', end);
}

/** Marks that separate numbers, where nothing is separated. */
const EDGE = /^[,;|/:.]+|(?:[,;|/:]|\.{2,}|-{2,})+$/;

function edge(text: string): Flaw | undefined {
	const marks = EDGE.exec(text);
	if (!marks) return undefined;
	return flawed(marks.index === 0 ? 'markBefore' : 'markAfter', marks[0]);
}

/** Two whole numbers side by side, or one with alternative endings ("40 20 50 50 / 51"). */
function holdsSeveral(text: string): boolean {
	if (/[|,;\r\n]|\d.*\+/.test(text)) return true;
	const whole = (part: string) => digitsIn(part.replace(/^\D*00/, '')) >= MIN_DIGITS;
	if (text.length > 2 * MIN_DIGITS && text.split(/\D+/).filter(whole).length > 1) return true;
	if (!text.includes('/')) return false;
	const [head, ...others] = text.split('/');
	return whole(head!) && others.some((part) => whole(part) || digitsIn(part) <= 3);
}

/** Country code and trunk prefix, behind which an area code may stand in parentheses. */
const MAX_BEFORE_PARENTHESIS = 5;

/** One pair, or one after the other as in "(+49) (171) 1234567". */
const hasClosedParentheses = (text: string): boolean =>
	['', '()', '()()'].includes(text.replace(/[^()]/g, ''));

function hasNote(text: string): boolean {
	const before = text.split('(').slice(0, -1).join('');
	return digitsIn(before.replace(/^\D*00/, '')) > MAX_BEFORE_PARENTHESIS;
}

/** "5. " and then other separators. */
const LISTED = /^[1-9]\d{0,2}(\s?\.\s\(?)\d+(?!\d|\1\d)/;

/** What the text contains besides the number; undefined where there is nothing. */
function otherContent(text: string): Flaw | undefined {
	if (/\d\D*[\t\n\v\f\r]\D*\d/.test(text)) return flawed('columns');
	if (!hasClosedParentheses(text)) return flawed('parentheses');
	if (hasNote(text)) return flawed('note');
	return LISTED.test(text) ? flawed('listNumber') : undefined;
}

/** Eleven digits and more of which the last six are zeros: a number that a sheet wrote as 4.47912E+11. */
const ROUNDED = /^(?=\d{11})[1-9]\d*0{6}$/;

export const flawOfDigits = (text: string): Flaw | undefined =>
	ROUNDED.test(text) ? flawed('rounded') : undefined;

/** Most spellings: in digits and spaces, only a few of the flaws can occur. */
const ONLY_GROUPS = /^\+?\d+(?: \d+)*$/;

/** Neither a digit nor what people write between digits, nor a + in front. */
const OTHER = /[^-\d.'/()\s+]|(?<=[^(\s])\+/u;

/** What no number is, by its form alone. */
const FORMS: ReadonlyArray<readonly [RegExp, Flaw]> = [
	[/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i, flawed('scientific')],
	[/^#+$|^#[A-Z/0]+[!?]?/, flawed('spreadsheetError')],
	[/^\(?object \w+\)?$/, flawed('object')],
	[/^=/, flawed('formula')],
	[/^\+?\d[\d ]{5,} and \d+ more$/, flawed('previewed')],
	[/^\+?\d{1,3}(,\d{3}){2,}$/, flawed('thousands')],
];

/**
 * What is wrong with a plain spelling that cannot be a phone number; undefined where it may be one.
 */
export function flawOf(text: string): Flaw | undefined {
	const rounded = flawOfDigits(text);
	if (rounded) return rounded;
	if (isDate(text)) return flawed('date');
	if (ONLY_GROUPS.test(text)) return holdsSeveral(text) ? flawed('several') : undefined;
	const form = FORMS.find(([pattern]) => pattern.test(text));
	if (form) return form[1];
	const end = decimals(text);
	if (end) return end;
	if (/^-\s*\d/.test(text)) return flawed('minus');
	if (/\p{L}/u.test(text)) return flawed('letters');
	if (!/\d/.test(text)) return flawed('noDigits');
	if (holdsSeveral(text.replace(EDGE, '').replace(EDGE, ''))) return flawed('several');
	const marks = edge(text);
	if (marks) return marks;
	const other = OTHER.exec(text)?.[0];
	return other === undefined ? otherContent(text) : flawed('mark', other);
}
