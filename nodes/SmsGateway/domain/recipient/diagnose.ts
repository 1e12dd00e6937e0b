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

/** "22997000000.0": taking the point for a separator would add a digit to the number. */
function hasDecimals(text: string): boolean {
	const parts = /^([^.,]*)[.,](\d+)$/.exec(text);
	if (!parts) return false;
	const [before, after] = [parts[1]!, parts[2]!];
	if (after.length >= MIN_DIGITS) return false;
	return /\d{7}$/.test(before) || (digitsIn(before) >= 5 && /^(\d\d?|0+)$/.test(after));
}

/** Two whole numbers side by side, or one with alternative endings ("40 20 50 50 / 51"). */
function holdsSeveral(text: string): boolean {
	if (/[|,;\r\n]|\d.*\+/.test(text)) return true;
	const whole = (part: string) => digitsIn(part.replace(/^\D*00/, '')) >= MIN_DIGITS;
	if (text.split(/\D+/).filter(whole).length > 1) return true;
	const [head, ...others] = text.split('/');
	return whole(head!) && others.some((part) => whole(part) || digitsIn(part) <= 3);
}

/** Neither a digit nor what people write between digits, nor a + in front. */
const OTHER = /[^-\d.'/()\s+]|(?<=[^(\s])\+/u;

/**
 * What is wrong with a plain spelling that cannot be a phone number, in words that say what to
 * do; undefined where it may be one.
 */
export function diagnose(text: string): string | undefined {
	if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) {
		return `The spreadsheet rounded it to scientific notation, and digits are lost. ${AS_TEXT}`;
	}
	if (/^#+$|^#[A-Z/0]+[!?]?/.test(text)) return 'It is a spreadsheet error. Fix the cell.';
	if (/^\(?object \w+\)?$/.test(text)) {
		return 'The expression returned an object. Choose the field with the number.';
	}
	if (isDate(text)) return 'It looks like a date.';
	if (/^=/.test(text)) return 'It is a formula. Enter its result.';
	if (/^\+?\d{1,3}(,\d{3}){2,}$/.test(text)) return `It has thousands separators. ${AS_TEXT}`;
	if (hasDecimals(text)) return `It has decimals. ${AS_TEXT}`;
	if (/^-\s*\d/.test(text)) return 'It begins with a minus sign.';
	if (/\p{L}/u.test(text)) return 'It contains letters.';
	if (!/\d/.test(text)) return 'It contains no digits.';
	if (holdsSeveral(text))
		return 'It contains several numbers. Enter one, or separate them with commas.';
	const other = OTHER.exec(text)?.[0];
	return other === undefined ? undefined : `It contains "${other}", which no number has.`;
}
