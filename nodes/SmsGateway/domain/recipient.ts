import { shorten } from './shorten';

export type ParsedRecipient =
	| Readonly<{ valid: true; recipient: string }>
	| Readonly<{ valid: false; given: string; explanation: string }>;

/**
 * Reads digits as a national number of one country.
 *
 * @returns the international number, digits only; undefined where it is none of that country
 */
export type NationalReader = (digits: string) => string | undefined;

/** E.164 allows 15 digits; no country's numbers with country code are shorter than 7. */
const LONGEST = 15;
const SHORTEST = 7;

// Marks that spreadsheets, chats and right-to-left texts leave in a cell unseen.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const BLANK = /\s/g;
const SEPARATORS = /[-.·/()\u2010-\u2015\u2212\uff0d\uff0e]/g;
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
// How a sheet says "this is text": an apostrophe in front, or a formula of a quoted text.
const TEXT_MARK = /^(?:['’‘`]|=?"(.*)"$)/;

const asDigit = (digit: string): string => String((digit.charCodeAt(0) & 0xf) % 10);

const refuse = (given: unknown, explanation: string): ParsedRecipient => ({
	valid: false,
	given: shorten(given),
	explanation: `"${shorten(given)}" is not a phone number: ${explanation}`,
});

/** A date has the digits of a number and would pass for one. */
function looksLikeDate(text: string): boolean {
	const parts = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text);
	if (!parts) return false;
	const [first, second, third] = [parts[1]!, parts[3]!, parts[4]!];
	const isDay = (day: string) => day.length <= 2 && Number(day) >= 1 && Number(day) <= 31;
	const isYear = (year: string) => /^(19|20)\d\d$/.test(year);
	return isDay(second) && ((isYear(first) && isDay(third)) || (isDay(first) && isYear(third)));
}

/** What a text is that cannot be a number; undefined where it may be one. */
function flawOf(text: string): string | undefined {
	if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) {
		return 'the sheet has rounded it to scientific notation and its digits are lost. Format the column as text and enter it again.';
	}
	if (looksLikeDate(text)) return 'it looks like a date.';
	if (/^\d{7,}[.,]\d+$/.test(text)) return 'it has decimals. Format the column as text.';
	if (/^-/.test(text)) return 'it is negative.';
	if (/[|,;\n\r]/.test(text)) return 'it holds several numbers. This field takes one.';
	if (/\p{L}/u.test(text)) return 'it holds letters.';
	return undefined;
}

function readInternational(given: unknown, digits: string): ParsedRecipient {
	if (digits.startsWith('0')) return refuse(given, 'no country code begins with 0.');
	if (digits.length > LONGEST) {
		return refuse(given, `it has ${digits.length} digits; no number has more than ${LONGEST}.`);
	}
	if (digits.length < SHORTEST) {
		return refuse(
			given,
			`it has only ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'}; a number with country code has at least ${SHORTEST}.`,
		);
	}
	return { valid: true, recipient: digits };
}

function readDigits(given: unknown, digits: string, national?: NationalReader): ParsedRecipient {
	if (digits.startsWith('00')) return readInternational(given, digits.slice(2));
	const recipient = national?.(digits);
	if (recipient !== undefined) return { valid: true, recipient };
	if (digits.startsWith('0')) {
		return refuse(
			given,
			national
				? 'it is no number of the default country. Write it with its country code.'
				: 'it has no country code. Write it with one, or choose a Default Country in the options.',
		);
	}
	return readInternational(given, digits);
}

function readText(given: unknown, value: string, national?: NationalReader): ParsedRecipient {
	const visible = value.replace(INVISIBLE, '').trim();
	const text = visible
		.replace(TEXT_MARK, (_, quoted: string | undefined) => quoted ?? '')
		.trim()
		.replace(OTHER_DIGITS, asDigit)
		.replace(/^\uff0b/, '+');
	if (text === '') return refuse(given, 'it is empty.');
	const flaw = flawOf(text);
	if (flaw !== undefined) return refuse(given, flaw);
	if (/\(0\)/.test(text.replace(BLANK, ''))) {
		return refuse(
			given,
			'the (0) leaves open whether the 0 belongs to it. Write it as it is dialled from abroad.',
		);
	}
	const compact = text.replace(BLANK, '').replace(SEPARATORS, '');
	const international = compact.startsWith('+');
	const digits = international ? compact.slice(1) : compact;
	if (!/^\d+$/.test(digits)) return refuse(given, 'it holds other characters than digits.');
	return international ? readInternational(given, digits) : readDigits(given, digits, national);
}

/**
 * Reads one phone number as people's sheets hold it. Accepts spellings; repairs nothing.
 *
 * @param national reads numbers without country code; without it they are invalid
 * @returns digits only, with country code, no + and no 00 (section 2 of the service's contract)
 */
export function parseRecipient(given: unknown, national?: NationalReader): ParsedRecipient {
	if (typeof given === 'string') {
		// The usual form, told apart without the work that the others need.
		if (national === undefined && /^[1-9]\d{6,14}$/.test(given)) {
			return { valid: true, recipient: given };
		}
		return readText(given, given, national);
	}
	if (given === undefined || given === null) return refuse('', 'it is empty.');
	if (typeof given === 'bigint') return readText(given, String(given), national);
	if (typeof given !== 'number') return refuse(given, 'it is neither text nor a number.');
	if (!Number.isSafeInteger(given)) {
		return refuse(given, 'it has decimals or too many digits. Format the column as text.');
	}
	return readText(given, String(given), national);
}
