const AS_TEXT = 'Format the column as text and enter it again.';

/** Of a whole number. */
const MIN_DIGITS = 7;

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

/** A 0 in brackets after something else: whether it is dialled depends on the country. */
const hasOptionalZero = (text: string): boolean => /\d.*\(\s*0\s*\)/.test(text);

/**
 * What is wrong with a plain spelling that cannot be a phone number, in words that say what to
 * do; undefined where it may be one.
 */
export function diagnose(text: string): string | undefined {
	if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) {
		return `the sheet has rounded it to scientific notation and its digits are lost. ${AS_TEXT}`;
	}
	if (/^#+$|^#[A-Z/0]+[!?]?/.test(text)) return 'it is an error of the sheet. Mend the cell.';
	if (/^\(object \w+\)$/.test(text)) {
		return 'the expression gives an object. Choose the field that holds the number.';
	}
	if (isDate(text)) return 'it looks like a date.';
	if (/^=/.test(text)) return 'it is a formula. Put its result here.';
	if (/^\+?\d{1,3}(,\d{3}){2,}$/.test(text)) return `it has thousands separators. ${AS_TEXT}`;
	if (hasDecimals(text)) return `it has decimals. ${AS_TEXT}`;
	if (/^-\s*\d/.test(text)) return 'it begins with a minus sign.';
	if (/\p{L}/u.test(text)) return 'it holds letters.';
	if (!/\d/.test(text)) return 'it holds no digits.';
	if (holdsSeveral(text)) return 'it holds several numbers. Write one, or separate them by commas.';
	if (hasOptionalZero(text)) {
		return 'the (0) leaves open whether the 0 belongs to it. Write it as it is dialled from abroad.';
	}
	return undefined;
}
