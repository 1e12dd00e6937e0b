import { MIN_DIGITS } from './plans';

const AS_TEXT = 'Format the column as text and enter it again.';

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

const isDay = (text: string): boolean =>
	text.length <= 2 && Number(text) >= 1 && Number(text) <= 31;

const isYear = (text: string): boolean => /^(19|20)\d\d$/.test(text);

/** A date has the digits of a number and would pass for one. */
function isDate(text: string): boolean {
	const parts =
		/^(\d{1,4})([-/. ])\s?(\d{1,2})\2\s?(\d{1,4})(?:[T, ]+\d{1,2}[:.h]\d\d\b.*)?$/i.exec(text);
	if (!parts) return false;
	const [first, second, third] = [parts[1]!, parts[3]!, parts[4]!];
	return isDay(second) && ((isYear(first) && isDay(third)) || (isDay(first) && isYear(third)));
}

/** "22997001234.0": taking the point for a separator would add a digit to the number. */
function decimals(text: string): string | undefined {
	const parts = /^([^.,]*)([.,](\d+))$/.exec(text);
	if (!parts) return undefined;
	const [before, end, after] = [parts[1]!, parts[2]!, parts[3]!];
	if (after.length >= MIN_DIGITS) return undefined;
	const isAmount = /\d{7}$/.test(before) || (digitsIn(before) >= 5 && /^(\d\d?|0+)$/.test(after));
	if (!isAmount) return undefined;
	return /^\+?\d+$/.test(before)
		? `It has decimals. ${AS_TEXT}`
		: `Its end "${end}" looks like decimals.`;
}

/** Marks that separate numbers, where nothing is separated. */
const EDGE = /^[,;|/:.]+|[,;|/:]+$/;

function edge(text: string): string | undefined {
	const marks = EDGE.exec(text);
	if (!marks || !/\d/.test(text)) return undefined;
	return `It has "${marks[0]}" ${marks.index === 0 ? 'before' : 'after'} the number.`;
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

const severalNumbers = (text: string): string | undefined =>
	holdsSeveral(text)
		? 'It contains several numbers. Enter one, or separate them with commas.'
		: undefined;

/** Country code and trunk prefix, behind which an area code may stand in parentheses. */
const MAX_BEFORE_PARENTHESIS = 5;

/** One pair, or one after the other as in "(+49) (171) 1234567". */
const hasClosedParentheses = (text: string): boolean =>
	['', '()', '()()'].includes(text.replace(/[^()]/g, ''));

const hasNote = (text: string): boolean =>
	text
		.split('(')
		.slice(0, -1)
		.some((_, index, parts) => {
			const before = parts.slice(0, index + 1).join('');
			return digitsIn(before.replace(/^\D*00/, '')) > MAX_BEFORE_PARENTHESIS;
		});

/** "5. ", "12 - ", and then other separators. */
const LISTED = /^[1-9]\d{0,2}(\s?[-.]\s\(?)\d+(?!\d|\1\d)/;

/** What the text contains besides the number, in words; undefined where there is nothing. */
function otherContent(text: string): string | undefined {
	if (/\d\D*[\t\n\v\f\r]\D*\d/.test(text)) {
		return 'It contains more than one column. Choose the one with the number.';
	}
	if (/[()]/.test(text)) {
		if (!hasClosedParentheses(text)) return 'Its parentheses do not match.';
		if (hasNote(text)) return 'It contains a note in parentheses. Enter the number alone.';
	}
	return LISTED.test(text)
		? 'It begins with a list number. Enter the phone number alone.'
		: undefined;
}

const A_DATE = 'It looks like a date.';

/** Most spellings: in digits and spaces, only two of the flaws can occur. */
const ONLY_GROUPS = /^\+?\d+(?: \d+)*$/;

/** Neither a digit nor what people write between digits, nor a + in front. */
const OTHER = /[^-\d.'/()\s+]|(?<=[^(\s])\+/u;

/**
 * What is wrong with a plain spelling that cannot be a phone number, in words that say what to
 * do; undefined where it may be one.
 */
export function flawOf(text: string): string | undefined {
	if (ONLY_GROUPS.test(text)) return isDate(text) ? A_DATE : severalNumbers(text);
	if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) {
		return `The spreadsheet rounded it to scientific notation, and digits are lost. ${AS_TEXT}`;
	}
	if (/^#+$|^#[A-Z/0]+[!?]?/.test(text)) return 'It is a spreadsheet error. Fix the cell.';
	if (/^\(?object \w+\)?$/.test(text)) {
		return 'The expression returned an object. Choose the field with the number.';
	}
	if (isDate(text)) return A_DATE;
	if (/^=/.test(text)) return 'It is a formula. Enter its result.';
	if (/^\+?\d{1,3}(,\d{3}){2,}$/.test(text)) return `It has thousands separators. ${AS_TEXT}`;
	const end = decimals(text);
	if (end) return end;
	if (/^-\s*\d/.test(text)) return 'It begins with a minus sign.';
	if (/\p{L}/u.test(text)) return 'It contains letters.';
	if (!/\d/.test(text)) return 'It contains no digits.';
	const several = severalNumbers(text.replace(EDGE, '').replace(EDGE, ''));
	if (several) return several;
	const marks = edge(text);
	if (marks) return marks;
	const other = OTHER.exec(text)?.[0];
	if (other !== undefined) return `It contains "${other}", which no number has.`;
	return otherContent(text);
}
