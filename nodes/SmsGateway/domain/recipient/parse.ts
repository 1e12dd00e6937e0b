import { diagnose } from './diagnose';
import { shorten } from '../text/shorten';
import { normalize } from './normalize';

export type ParsedRecipient =
	| Readonly<{ valid: true; recipient: string }>
	| Readonly<{ valid: false; given: string; explanation: string }>;

/**
 * Reads digits, written without a +, as they are meant in one country.
 *
 * @returns the international number, digits only; undefined where they are neither a number of
 * that country nor can be one of another, written without its + or 00
 */
export type NationalReader = (digits: string) => string | undefined;

/** E.164 allows 15 digits; no country's numbers with country code are shorter than 7. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 7;

const SEPARATORS = /[-.'/()\s]/g;

const refuse = (given: unknown, explanation: string): ParsedRecipient => ({
	valid: false,
	given: shorten(given),
	explanation: `"${shorten(given)}" is not a phone number: ${explanation}`,
});

const refuseEmpty = (): ParsedRecipient => ({
	valid: false,
	given: '',
	explanation: 'The recipient is empty: there is no phone number.',
});

function refuseLength(given: unknown, { length }: string): ParsedRecipient {
	return length > MAX_DIGITS
		? refuse(given, `it has ${length} digits; no number has more than ${MAX_DIGITS}.`)
		: refuse(
				given,
				`it has only ${length} ${length === 1 ? 'digit' : 'digits'}; a number with country code has at least ${MIN_DIGITS}.`,
			);
}

const fits = ({ length }: string): boolean => length >= MIN_DIGITS && length <= MAX_DIGITS;

function readInternational(given: unknown, digits: string): ParsedRecipient {
	if (digits.startsWith('0')) return refuse(given, 'no country code begins with 0.');
	return fits(digits) ? { valid: true, recipient: digits } : refuseLength(given, digits);
}

function readDigits(given: unknown, digits: string, national?: NationalReader): ParsedRecipient {
	const recipient = national?.(digits);
	if (recipient !== undefined && fits(recipient)) return { valid: true, recipient };
	if (digits.startsWith('00')) return readInternational(given, digits.slice(2));
	if (national && fits(digits)) {
		return refuse(
			given,
			'it is no number of the default country, and without + or 00 at its start it is none of another. Write it with + and its country code.',
		);
	}
	if (digits.startsWith('0') && fits(digits)) {
		return refuse(
			given,
			'it has no country code. Write it with one, or choose a Default Country in the options.',
		);
	}
	return digits.startsWith('0') ? refuseLength(given, digits) : readInternational(given, digits);
}

function readText(given: unknown, value: string, national?: NationalReader): ParsedRecipient {
	const text = normalize(value);
	if (text === '') return value.trim() === '' ? refuseEmpty() : refuse(given, 'it is empty.');
	const flaw = diagnose(text);
	if (flaw !== undefined) return refuse(given, flaw);
	const compact = text.replace(SEPARATORS, '');
	const international = compact.startsWith('+');
	const digits = international ? compact.slice(1) : compact;
	const other = /\D/u.exec(digits)?.[0];
	if (other !== undefined) return refuse(given, `it holds "${other}", which no number has.`);
	return international ? readInternational(given, digits) : readDigits(given, digits, national);
}

/**
 * Reads one phone number as people's sheets hold it. Accepts spellings; repairs nothing.
 *
 * @param national reads numbers written without a +; without it, those that need it are invalid
 * @returns digits only, with country code, no + and no 00 (sandbox/openapi.yaml, recipient)
 */
export function parseRecipient(given: unknown, national?: NationalReader): ParsedRecipient {
	if (typeof given === 'string') {
		// The usual form, told apart without the work that the others need.
		if (/^\+[1-9]\d{6,14}$/.test(given)) return { valid: true, recipient: given.slice(1) };
		if (national === undefined && /^[1-9]\d{6,14}$/.test(given)) {
			return { valid: true, recipient: given };
		}
		return readText(given, given, national);
	}
	if (given === undefined || given === null) return refuseEmpty();
	if (typeof given === 'bigint') return readText(given, String(given), national);
	if (typeof given !== 'number') return refuse(given, 'it is neither text nor a number.');
	if (Number.isNaN(given)) return refuse(given, 'it is the result of a failed calculation.');
	if (Number.isSafeInteger(given)) return readText(given, String(given), national);
	return refuse(
		given,
		Number.isInteger(given) || !Number.isFinite(given)
			? `it has more than ${MAX_DIGITS} digits.`
			: 'it has decimals. Format the column as text and enter it again.',
	);
}
