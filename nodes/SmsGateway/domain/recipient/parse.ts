import { shorten } from '../text/sentences';
import { decide, type AcceptedNumber } from './decide';
import { flawed, maybe, only, type Flaw } from './flaw';
import { digitsIn, flawOf, flawOfDigits } from './flaws';
import { kindOf, MIN_DIGITS, plansUnder, type NumberingPlan } from './numberingPlans';
import { renewed } from './samePhone';
import { normalize, readSpelling } from './spelling';

export type ReadNumber = AcceptedNumber &
	Readonly<{
		valid: true;
		/** Written without + like seconds since 1970: perhaps the wrong column. */
		mayBeTime?: true;
	}>;

export type ParsedRecipient =
	| ReadNumber
	| Readonly<{
			valid: false;
			/** The value, shortened to be quoted. */
			given: string;
			flaw: Flaw;
	  }>;

/** More than any spelling of a number needs, with marks and separators. Longer texts are not looked at. */
const MAX_LENGTH = 200;
/** More digits than two numbers have. */
const MAX_LOOKED_AT = 40;
/** No number has more digits than 15. */
const MAX_VALUE = 1e15;

const invalid = (value: unknown, flaw: Flaw, home?: NumberingPlan): ParsedRecipient => ({
	valid: false,
	given: shorten(value),
	flaw: home ? { ...flaw, hasHome: true } : flaw,
});

const EMPTY: ParsedRecipient = { valid: false, given: '', flaw: flawed('empty') };

/** Days of 1950 to 2049 in eight digits, by year or by day. */
const DATE =
	/^(?:(?:19[5-9]|20[0-4])\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:1[3-9]|2\d|3[01]))(?:19[5-9]|20[0-4])\d)$/;

/** "12 - ", and then no other dash: what is refused is so because of it. */
const LISTED_BY_DASH = /^[1-9]\d{0,2} - \(?\d+(?!\d| - \d)/;

/** Seconds since 1970, from 2017 to 2033. */
const TIME = /^1[5-9]\d{8}$/;

/** The usual form, which needs none of the work that others need. */
const PLAIN = /^\+?\d{7,15}$/;

/** What is written as a number and as nothing else. */
function readPlain(text: string, home: NumberingPlan | undefined): ReadNumber | Flaw {
	const flaw = PLAIN.test(text) ? flawOfDigits(text) : flawOf(text);
	if (flaw) return flaw;
	const decision = decide(readSpelling(text), home);
	if ('kind' in decision) return LISTED_BY_DASH.test(text) ? flawed('listNumber') : decision;
	if (DATE.test(text)) return only(flawed('mayBeDate'), decision.recipient);
	return { valid: true, ...decision, ...(TIME.test(text) && { mayBeTime: true }) };
}

/** A link whose number is dialed inside the country that it names (RFC 3966). */
const LOCAL_LINK = /^tel:([^;]*);phone-context=\+([\d-]+)$/i;

function readLink(given: string, local: string, context: string): ParsedRecipient {
	const code = context.replace(/-/g, '');
	const [plan] = plansUnder(code);
	const parsed = plan ? readText(local, plan) : undefined;
	if (parsed?.valid && parsed.recipient.startsWith(code)) return parsed;
	const readings = parsed && !parsed.valid ? parsed.flaw.readings : [];
	return invalid(given, maybe(flawed('notOfLink', context), ...readings));
}

/** Digits with what people write between them. */
const WRITTEN = /[+(]*\d[\d\s()./,'-]*/g;

/** Digits that are hidden, cut off or misread: "+33 6 12 34 56 xx", "…", "7O". */
const HIDDEN =
	/\d[\s.-]*(?:[x*?#_]{2,}|…|\.{2,}$|-{2,}$)|\d(?:[olisz?]|\*$)(?!\p{L})|^(?:…|\*(?!\d+#))/iu;

/** All digits, with the marks that people write between them, or that separate numbers. */
const joined = (text: string): string => text.replace(/[^\d\s+()./,;|-]+/g, ' ').trim();

/** A flaw with the numbers that are left without what is around or between their digits. */
function naming(flaw: Flaw, text: string, home: NumberingPlan | undefined): Flaw {
	if (flaw.readings.length > 0 || HIDDEN.test(text)) return flaw;
	if (['scientific', 'rounded', 'date', 'previewed'].includes(flaw.kind)) return flaw;
	const plain = text.replace(/%2b/gi, '+').replace(/\+{2,}/g, '+');
	const written = (plain.match(WRITTEN) ?? []).filter((one) => digitsIn(one) >= MIN_DIGITS);
	const named = (core: string): readonly string[] => {
		if (core === text || digitsIn(core) < MIN_DIGITS) return [];
		const read = readPlain(core, home);
		if ('kind' in read) return read.isAll ? read.readings : [];
		return kindOf(read.recipient) ? [read.recipient] : [];
	};
	if (written.length > 1) return flaw;
	const all = named(joined(plain));
	const [piece] = written;
	// A + in front is of a code that something stands behind.
	const isTorn = piece === undefined || /\+|^\D*00/.test(plain.slice(0, plain.indexOf(piece)));
	if (isTorn) return maybe(flaw, ...all);
	const whole = piece.replace(/[^\d)]+$/, '');
	const cores = [whole, whole.replace(/[()]+$/, ''), whole.replace(/[.,](?=\d+$)/, ' ')];
	for (const core of [...cores, whole.replace(/[.,]\d+$|\s*[/(]\s*\d{1,4}\)?$/, '')]) {
		const some = named(core);
		if (some.length === 0) continue;
		const isAll = !/\d/.test(plain.replace(core, ''));
		return isAll ? only(flaw, ...some) : maybe(flaw, ...new Set([...all, ...some]));
	}
	return maybe(flaw, ...all);
}

function readText(given: string, home: NumberingPlan | undefined): ParsedRecipient {
	const trimmed = given.trim();
	if (trimmed.length > MAX_LENGTH) {
		return invalid(given, flawed('longText', trimmed.length), home);
	}
	const [, local, context] = LOCAL_LINK.exec(trimmed) ?? [];
	if (local !== undefined) return readLink(given, local, context!);
	const text = normalize(trimmed);
	if (text === '') return invalid(given, flawed('empty'));
	const count = text.length > MAX_LOOKED_AT ? digitsIn(text) : 0;
	if (count > MAX_LOOKED_AT) return invalid(given, flawed('tooManyDigits'), home);
	const read = readPlain(text, home);
	return 'kind' in read ? invalid(given, naming(read, text, home), home) : read;
}

function readNumber(given: number, home: NumberingPlan | undefined): ParsedRecipient {
	if (Number.isNaN(given)) return invalid(given, flawed('failedCalculation'));
	if (Number.isInteger(given) && Math.abs(given) < MAX_VALUE) {
		return parseRecipient(String(given), home);
	}
	return invalid(
		given,
		Number.isInteger(given) || !Number.isFinite(given)
			? flawed('tooManyDigits')
			: flawed('decimals'),
	);
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
		const read = PLAIN.test(given) ? readPlain(given, home) : undefined;
		if (read === undefined) return readText(given, home);
		return 'kind' in read ? invalid(given, read, home) : read;
	}
	if (given === undefined || given === null) return EMPTY;
	if (typeof given === 'number') return readNumber(given, home);
	if (typeof given !== 'bigint') return invalid(given, flawed('notText'));
	return given < MAX_VALUE && given > -MAX_VALUE
		? parseRecipient(String(given), home)
		: invalid('a whole number', flawed('tooManyDigits'));
}

/** Why a valid recipient deserves a second look. It is sent to anyway: plans change. */
export type Oddity = 'oldPlan' | 'unknown' | 'landline' | 'notMobile' | 'mayBeTime';

export function oddityOf({
	recipient,
	mayBeTime,
}: Readonly<{ recipient: string; mayBeTime?: true }>): Oddity | undefined {
	const kind = kindOf(recipient);
	if (kind === undefined) return renewed(recipient) ? 'oldPlan' : 'unknown';
	if (kind === 'landline') return kind;
	// Toll-free, premium rate, voicemail and the like.
	if (kind === 'other') return 'notMobile';
	return mayBeTime && 'mayBeTime';
}
