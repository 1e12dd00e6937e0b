import { shorten } from '../text/shorten';
import { decideAbroad } from './abroad';
import { decideDigits } from './decide';
import { diagnose } from './diagnose';
import { doubtAbout } from './doubts';
import { normalize } from './normalize';
import type { Plan } from './plans';
import { otherContent, readSpelling, type Spelling } from './spelling';
import type { Verdict } from './verdict';

export type ParsedRecipient =
	| Readonly<{ valid: true; recipient: string }>
	| Readonly<{
			valid: false;
			given: string;
			/** Begins with the value, in quotes. */
			explanation: string;
			/** The international numbers that it may have meant, digits only. */
			readings: readonly string[];
	  }>;

/** More than any spelling of a number needs, with marks and separators. Longer texts are not looked at. */
const MAX_LENGTH = 200;
/** No number has more digits than 15. */
const MAX_VALUE = 1e15;

function invalid(value: unknown, why: string, readings: readonly string[] = []): ParsedRecipient {
	const given = shorten(value);
	return { valid: false, given, explanation: `"${given}": ${why}`, readings };
}

const EMPTY: ParsedRecipient = {
	valid: false,
	given: '',
	explanation: 'The recipient is empty. Check the field or its expression.',
	readings: [],
};

function decide(spelling: Spelling, home: Plan | undefined): Verdict {
	const { digits, plus } = spelling;
	const verdict = plus ? decideAbroad(digits) : decideDigits(digits, home);
	return 'recipient' in verdict ? (doubtAbout(spelling, verdict, home) ?? verdict) : verdict;
}

const answer = (given: unknown, verdict: Verdict): ParsedRecipient =>
	'recipient' in verdict
		? { valid: true, recipient: verdict.recipient }
		: invalid(given, verdict.refusal(), verdict.readings);

const PLAIN = /^\+?\d{7,15}$/;

const readPlain = (text: string, home: Plan | undefined): ParsedRecipient =>
	answer(text, decide(readSpelling(text), home));

function readText(given: string, home: Plan | undefined): ParsedRecipient {
	const trimmed = given.trim();
	if (trimmed === '') return EMPTY;
	if (trimmed.length > MAX_LENGTH) {
		return invalid(given, `It has ${trimmed.length} characters: more than one number, or none.`);
	}
	const text = normalize(trimmed);
	if (text === '') return invalid(given, 'It is empty.');
	const spelling = readSpelling(text);
	const flaw = diagnose(text) ?? otherContent(spelling, text);
	if (flaw !== undefined) return invalid(given, flaw);
	return answer(given, decide(spelling, home));
}

function readNumber(given: number, home: Plan | undefined): ParsedRecipient {
	if (Number.isNaN(given)) return invalid(given, 'It is the result of a failed calculation.');
	if (Number.isInteger(given) && Math.abs(given) < MAX_VALUE) {
		return parseRecipient(String(given), home);
	}
	return Number.isInteger(given) || !Number.isFinite(given)
		? invalid(given, 'It has more than 15 digits.')
		: invalid(given, 'It has decimals. Format the column as text and enter it again.');
}

/**
 * Reads one phone number as people's sheets hold it. One reading or none: what may be two numbers
 * is refused, and nothing is repaired.
 *
 * @param home the default country, which reads numbers without a country code
 * @returns digits only, with country code, no + and no 00 (sandbox/openapi.yaml, recipient)
 */
export function parseRecipient(given: unknown, home?: Plan): ParsedRecipient {
	if (typeof given === 'string') {
		// The usual form, told apart without the work that the others need.
		return PLAIN.test(given) ? readPlain(given, home) : readText(given, home);
	}
	if (given === undefined || given === null) return EMPTY;
	if (typeof given === 'number') return readNumber(given, home);
	if (typeof given !== 'bigint') return invalid(given, 'It is neither text nor a number.');
	return given < 10n ** 15n && given > -(10n ** 15n)
		? parseRecipient(String(given), home)
		: invalid('a whole number', 'It has more than 15 digits.');
}
