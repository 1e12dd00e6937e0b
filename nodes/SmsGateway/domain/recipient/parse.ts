import { shorten } from '../text/sentences';
import { decide } from './decide';
import { flawOf } from './flaws';
import { international, kindOf, MIN_DIGITS, plansUnder, type NumberingPlan } from './plans';
import { renewed } from './samePhone';
import { normalize, readSpelling } from './spelling';

export type ParsedRecipient =
	| Readonly<{
			valid: true;
			recipient: string;
			/** Written without + like seconds since 1970: perhaps the wrong column. */
			mayBeTime?: true;
	  }>
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

/** Days of 1950 to 2049 in eight digits, by year or by day. */
const DATE =
	/^(?:(?:19[5-9]|20[0-4])\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:1[3-9]|2\d|3[01]))(?:19[5-9]|20[0-4])\d)$/;

/** Seconds since 1970, from 2017 to 2033. */
const TIME = /^1[5-9]\d{8}$/;

function readPlain(given: unknown, text: string, home: NumberingPlan | undefined): ParsedRecipient {
	const spelling = readSpelling(text);
	const decision = decide(spelling, home);
	if ('refusal' in decision) return invalid(given, decision.refusal, decision.readings);
	const { recipient } = decision;
	if (DATE.test(text)) {
		const why = `It could be a date, or ${international(recipient)}. Write it with + and its country code.`;
		return invalid(given, why, [recipient]);
	}
	return { valid: true, recipient, ...(TIME.test(text) && { mayBeTime: true }) };
}

/** A link whose number is dialed inside the country that it names (RFC 3966). */
const LOCAL_LINK = /^tel:([^;]*);phone-context=\+([\d-]+)$/i;

function readLink(given: string, local: string, context: string): ParsedRecipient {
	const code = context.replace(/-/g, '');
	const [plan] = plansUnder(code);
	const parsed = plan ? readText(local, plan) : undefined;
	if (parsed?.valid && parsed.recipient.startsWith(code)) return parsed;
	return invalid(
		given,
		`Its number is not one of +${context}.`,
		parsed?.valid ? [] : parsed?.readings,
	);
}

/** With what it may have meant, where it is a number without its end or what stands around it. */
function invalidAs(
	flaw: string,
	given: string,
	text: string,
	home: NumberingPlan | undefined,
): ParsedRecipient {
	if (text.replace(/\D/g, '').length < MIN_DIGITS) return invalid(given, flaw);
	const core = text.replace(/^[^\d+(]+|[^\d)]+$/g, '');
	const candidates = [core, core.replace(/[.,](?=\d+$)/, ' '), core.replace(/[.,]\d+$/, '')];
	for (const candidate of candidates) {
		const isOther = candidate !== text && flawOf(candidate) === undefined;
		const decision = isOther ? decide(readSpelling(candidate), home) : undefined;
		if (decision && 'recipient' in decision) {
			const { recipient } = decision;
			return invalid(given, `${flaw} Did you mean ${international(recipient)}?`, [recipient]);
		}
	}
	return invalid(given, flaw);
}

function readText(given: string, home: NumberingPlan | undefined): ParsedRecipient {
	const trimmed = given.trim();
	if (trimmed === '') return EMPTY;
	if (trimmed.length > MAX_LENGTH) {
		return invalid(given, `It has ${trimmed.length} characters: more than one number, or none.`);
	}
	const [, local, context] = LOCAL_LINK.exec(trimmed) ?? [];
	if (local !== undefined) return readLink(given, local, context!);
	const text = normalize(trimmed);
	if (text === '') return invalid(given, 'It is empty.');
	const flaw = flawOf(text);
	return flaw === undefined ? readPlain(given, text, home) : invalidAs(flaw, given, text, home);
}

const PLAIN = /^\+?\d{7,15}$/;

function readNumber(given: number, home: NumberingPlan | undefined): ParsedRecipient {
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
export function parseRecipient(given: unknown, home?: NumberingPlan): ParsedRecipient {
	if (typeof given === 'string') {
		// The usual form, which needs none of the work that others need.
		return PLAIN.test(given) ? readPlain(given, given, home) : readText(given, home);
	}
	if (given === undefined || given === null) return EMPTY;
	if (typeof given === 'number') return readNumber(given, home);
	if (typeof given !== 'bigint') return invalid(given, 'It is neither text nor a number.');
	return given < 10n ** 15n && given > -(10n ** 15n)
		? parseRecipient(String(given), home)
		: invalid('a whole number', 'It has more than 15 digits.');
}

const ABOUT_KIND = {
	mobile: undefined,
	landline: 'a landline, which cannot receive SMS',
	// Toll-free, premium rate, voicemail and the like.
	other: 'not a mobile number',
};

/** Why a valid recipient deserves a second look, behind a colon. It is sent to anyway: plans change. */
export function whyUnusual({
	recipient,
	mayBeTime,
}: Readonly<{ recipient: string; mayBeTime?: true }>): string | undefined {
	const kind = kindOf(recipient);
	if (kind === undefined) {
		return renewed(recipient)
			? 'from before the numbering plan changed'
			: 'unknown to the numbering plan';
	}
	return ABOUT_KIND[kind] ?? (mayBeTime && 'could also be a Unix time');
}
