import { flawed, type Flaw, type FlawKind } from './flaw';
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
function hasDecimals(text: string): boolean {
	const [, before, after] = /^([^.,]*)[.,](\d+)$/.exec(text) ?? [];
	if (before === undefined || after!.length >= MIN_DIGITS) return false;
	return /\d{7}$/.test(before) || (digitsIn(before) >= 5 && /^(\d\d?|0+)$/.test(after!));
}

/** Two whole numbers side by side, or one with alternative endings ("40 20 50 50 / 51"). */
function holdsSeveral(text: string): boolean {
	if (/[|,;\r\n]|\d.*\+|\d\D*[\t\v\f]\D*\d/.test(text)) return true;
	const isWhole = (part: string) => digitsIn(part.replace(/^\D*00/, '')) >= MIN_DIGITS;
	if (text.length > 2 * MIN_DIGITS && text.split(/\D+/).filter(isWhole).length > 1) return true;
	const [head, ...others] = text.split('/');
	return isWhole(head!) && others.some((part) => isWhole(part) || digitsIn(part) <= 3);
}

/** Country code and trunk prefix, behind which an area code may stand in parentheses. */
const MAX_BEFORE_PARENTHESIS = 5;

/** "5. " and then other separators, or a note in parentheses behind the number. */
function hasSomethingBeside(text: string): boolean {
	if (/^[1-9]\d{0,2}(\s?\.\s\(?)\d+(?!\d|\1\d)/.test(text)) return true;
	const before = text.split('(').slice(0, -1).join('');
	return digitsIn(before.replace(/^\D*00/, '')) > MAX_BEFORE_PARENTHESIS;
}

/** Eleven digits and more of which the last six are zeros: a number that a sheet wrote as 4.47912E+11. */
export const ROUNDED = /^(?=\d{11})[1-9]\d*0{6}$/;

/** One pair, or one after the other as in "(+49) (171) 1234567". */
const isPaired = (text: string): boolean => ['', '()', '()()'].includes(text.replace(/[^()]/g, ''));

/** Marks that separate numbers, where nothing is separated; and what people do not write between digits. */
const OTHER = /^[-,;|/:.]+|(?:[,;|/:]|\.{2,}|-{2,})+$|[^-\d.'/()\s+,;|]|(?<=[^(\s])\+(?!.*\d.*\d)/u;

/** In this order: the first that is so is told. */
const FORMS: ReadonlyArray<readonly [FlawKind, (text: string) => boolean]> = [
	['rounded', (text) => ROUNDED.test(text)],
	['date', isDate],
	['scientific', (text) => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)],
	['spreadsheetError', (text) => /^#+$|^#[A-Z/0]+[!?]?|^=/.test(text)],
	['previewed', (text) => /^\+?\d[\d ]{5,} and \d+ more$/.test(text)],
	['notText', (text) => /^\(?object \w+\)?$/.test(text)],
	['decimals', (text) => /^\+?\d{1,3}(,\d{3}){2,}$/.test(text) || hasDecimals(text)],
	['letters', (text) => /\p{L}/u.test(text)],
	['noDigits', (text) => !/\d/.test(text)],
	['several', (text) => holdsSeveral(text.replace(OTHER, '').replace(OTHER, ''))],
	['mark', (text) => OTHER.test(text)],
	['parentheses', (text) => !isPaired(text)],
	['beside', hasSomethingBeside],
];

/** Most spellings: in digits and spaces, only a few of the flaws can occur. */
const ONLY_GROUPS = /^\+?\d+(?: \d+)*$/;

/** What is wrong with a tidied text that cannot be a phone number; undefined where it may be one. */
export function flawOf(text: string): Flaw | undefined {
	if (ONLY_GROUPS.test(text)) {
		if (ROUNDED.test(text)) return flawed('rounded');
		if (isDate(text)) return flawed('date');
		return holdsSeveral(text) ? flawed('several') : undefined;
	}
	const found = FORMS.find(([, isSo]) => isSo(text));
	return found && flawed(found[0], found[0] === 'mark' ? OTHER.exec(text)![0] : undefined);
}
