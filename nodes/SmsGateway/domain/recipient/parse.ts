import { shorten } from '../text/sentences';
import {
	isMobile,
	isWrittenSo,
	kindOf,
	MAX_DIGITS,
	MIN_DIGITS,
	mobilesAnywhere,
	numbersIn,
	splitCode,
	withoutPlus,
	type SplitNumber,
	type NumberingPlan,
	type NumberKind,
} from './numberingPlans';
import { phoneOf, renewed } from './samePhone';
import { flawed, flawOf, type Flaw, type FlawKind } from './shape';
import { numberParts, readSpelling, type Spelling } from './spelling';
import { tidy } from './tidy';

/** In E.164. */
type Accepted = Readonly<{
	recipient: string;
	/** Another country's mobile that the same digits are, where the default country decided. */
	other?: string;
}>;

const accepted = (digits: string, other?: string): Accepted => ({
	recipient: `+${digits}`,
	...(other !== undefined && { other: `+${other}` }),
});

/** `given` is the value, shortened to be quoted. */
export type ParsedRecipient =
	(Accepted & Readonly<{ valid: true }>) | Readonly<{ valid: false; given: string; flaw: Flaw }>;

/** More than any spelling of a number needs, with marks and separators. Longer texts are not looked at. */
const MAX_LENGTH = 200;
/** More than two numbers have. */
const MAX_GROUPS = 2 * MAX_DIGITS;

function wrongLength({ digits: { length }, marks }: Spelling): Flaw | undefined {
	// Between two numbers people also write a slash.
	const isTwo = marks.some((mark) => mark.includes('/'));
	if (length > MAX_DIGITS) return flawed(isTwo ? 'several' : 'tooManyDigits');
	return length < MIN_DIGITS ? flawed('tooFewDigits') : undefined;
}

/** Of a number that no plan has. Plans change: a new range is told from a mistyped number by its length. */
function withImpossibleLength({ callingCode, national, plans }: SplitNumber): Flaw | undefined {
	const ofMobiles = plans.flatMap((plan) => plan.mobileLengthsOf(national));
	const isMobile = ofMobiles.length > 0;
	const possible = isMobile ? ofMobiles : plans.flatMap(({ usualLengths }) => usualLengths);
	if (possible.includes(national.length)) return undefined;
	const lengths = [...new Set(possible)].sort((one, other) => one - other);
	const length = { code: callingCode, has: national.length, possible: lengths, isMobile };
	return { ...flawed('wrongLength'), length };
}

/** "+33 06 …" without the 0. */
function withoutDialed(digits: string): string | undefined {
	const { national = '', plans = [] } = splitCode(digits) ?? {};
	const found = plans.flatMap((plan) => numbersIn(plan, national));
	// A longer one would have digits that were not given.
	return found.find((one) => one !== digits && one.length <= digits.length);
}

/** With + or 00: the whole is one international number, in any groups. */
function readAbroad(spelling: Spelling, hasPlus: boolean, isEnclosed: boolean): Accepted | Flaw {
	const { groups, digits } = spelling;
	const begins = isMobile(digits)
		? numberParts(spelling).begins
		: groups.slice(0, MAX_DIGITS).map((_, index) => groups.slice(0, index).join(''));
	// "+33612345678 22" has something beside a number; "+46 8 123 456 78" is one, although +46 8 123 456 is another.
	const isOne = () => kindOf(digits) && isWrittenSo(groups, digits);
	if (begins.some(kindOf) && !isOne()) return flawed('beside');
	const number = splitCode(digits);
	const meant = kindOf(digits) ? undefined : withoutDialed(digits);
	if (meant !== undefined) return flawed('dialedInside', undefined, meant);
	const flaw = wrongLength(spelling);
	if (flaw) return flaw;
	if (number === undefined) return flawed('unknown');
	if (isEnclosed && groups[0]!.length > number.callingCode.length) return flawed('parentheses');
	if (kindOf(digits) ?? renewed(digits)) return accepted(digits);
	const impossible = withImpossibleLength(number);
	const isDialed = number.national.startsWith('0') && !impossible?.length?.isMobile;
	if (isDialed) return flawed('dialedInside');
	if (impossible) return impossible;
	// Plans change: a new number is told from none by its +.
	return hasPlus ? accepted(digits) : flawed('unknown');
}

/** "+44 (0)7400 123456" */
function withAndWithoutZero(spelling: Spelling): Spelling[] {
	const groups = spelling.groups.filter((_, index) => index !== 1);
	const without = { groups, digits: groups.join(''), marks: spelling.marks.slice(1) };
	return [without, spelling].filter(({ digits }) => kindOf(digits));
}

/** In a part of a mobile's digits: as it is dialed a number of any kind, else a mobile. */
function hasOtherAtHome(spelling: Spelling, recipient: string, home: NumberingPlan): boolean {
	const { begins, ends } = numberParts(spelling);
	const isDialed = (part: string) => home.trunk !== '' && part.startsWith(home.trunk);
	// What follows a number as dialed is only the rest of it.
	const parts = isDialed(spelling.digits) ? begins : [...begins, ...ends];
	return parts
		.flatMap((part) => numbersIn(home, part).filter((one) => isDialed(part) || isMobile(one)))
		.some((one) => one !== recipient);
}

/** With a default country: its mobiles win, whatever stands between their digits. */
function readAtHome(spelling: Spelling, home: NumberingPlan): Accepted | Flaw {
	const { digits, groups } = spelling;
	let mobiles = numbersIn(home, digits).filter(isMobile);
	// Where numbers keep their first 0, a number column took it away.
	if (mobiles.length === 0 && groups.length === 1) {
		mobiles = [`${home.callingCode}0${digits}`].filter(isMobile);
	}
	const [recipient] = mobiles;
	if (recipient === undefined) return readBare(spelling, home);
	if (mobiles.length > 1) return flawed('ambiguous', undefined, ...mobiles);
	if (hasOtherAtHome(spelling, recipient, home)) return flawed('beside');
	const isOther = isMobile(digits) && phoneOf(digits) !== phoneOf(recipient);
	if (!isOther) return accepted(recipient);
	// In the groups of the other country it is as likely that country's.
	return groups.length > 1 && isWrittenSo(groups, digits)
		? flawed('ambiguous', undefined, recipient, digits)
		: accepted(recipient, digits);
}

/** Without +, and no mobile at home: in one piece, or in groups as its own country writes it. */
function readBare(spelling: Spelling, home?: NumberingPlan): Accepted | Flaw {
	const { digits, groups, marks } = spelling;
	const flaw = wrongLength(spelling);
	if (flaw) return flaw;
	// "20.11.71234567" is a day and a number.
	const isAbroad = isMobile(digits) && !/[./]/.test(marks.join(''));
	const readings = new Set(
		[...(isAbroad ? [digits] : []), ...(home ? numbersIn(home, digits) : [])].filter((one) =>
			isWrittenSo(groups, one),
		),
	);
	// Pairs are written everywhere, other groups only where they are usual.
	const isAnyones = groups.every(({ length }) => length === 2 || length === digits.length);
	const others = readings.has(digits) && isAbroad ? mobilesAnywhere(digits) : [];
	others
		.filter((one) => phoneOf(one) !== phoneOf(digits) && (isAnyones || isWrittenSo(groups, one)))
		.forEach((one) => readings.add(one));
	const [recipient, another] = readings;
	if (another !== undefined) return flawed('ambiguous', home?.country ?? '', recipient!, another);
	if (recipient !== undefined) return accepted(recipient);
	const old = renewed(digits) ?? (home && renewed(home.callingCode + digits));
	if (old) return flawed('changedPlan', splitCode(old)!.plans[0]!.country, old);
	return home ? flawed('notInCountry', home.country) : flawed('noCountryCode');
}

function readText(whole: string, home?: NumberingPlan): Accepted | Flaw {
	if (whole.length > MAX_LENGTH) return flawed('tooManyDigits');
	const text = tidy(whole);
	const flaw = flawOf(text);
	if (flaw) return flaw;
	const given = readSpelling(text);
	const { isExplicit, hasZero, groups } = given;
	if (groups.length > MAX_GROUPS) return flawed('tooManyDigits');
	// "44 (0)7400 123456" with the United Kingdom as the default country has its country code.
	if (!isExplicit && !(hasZero && groups[0] === home?.callingCode)) {
		return home ? readAtHome(given, home) : readBare(given);
	}
	const [spelling = given, other] = hasZero ? withAndWithoutZero(given) : [];
	return other === undefined
		? readAbroad(spelling, text.includes('+'), given.isEnclosed)
		: flawed('ambiguous', undefined, spelling.digits, other.digits);
}

const givenText = (given: unknown): string | undefined =>
	['string', 'number', 'bigint'].includes(typeof given) ? String(given).trim() : undefined;

/**
 * One phone number as people's sheets hold it: what may be two is refused, and nothing is repaired.
 *
 * @param home the default country, which reads numbers without a country code
 */
export function parseRecipient(given: unknown, home?: NumberingPlan): ParsedRecipient {
	const text = givenText(given ?? '');
	const result = text === undefined ? flawed('notText') : readText(text, home);
	return 'kind' in result
		? { valid: false, given: shorten(given ?? ''), flaw: result }
		: { valid: true, ...result };
}

/** By + or 00. */
export const isInternational = (given: unknown): boolean =>
	readSpelling(tidy((givenText(given) ?? '').slice(0, MAX_LENGTH))).isExplicit;

/** Refused although all digits of the number that is meant are there, and perhaps others. */
const NUMBER_IS_THERE: readonly FlawKind[] = [
	...(['date', 'letters', 'mark', 'parentheses', 'several'] as const),
	...(['beside', 'ambiguous', 'dialedInside', 'changedPlan'] as const),
];

/** Digits that are hidden, cut off or misread: "+33 6 12 34 56 xx", "…", "7O". */
const HIDDEN = /\d[\s.-]*[x*?#_]{2,}|\.{2}|\d[olisz?*](?!\p{L})|^\*/iu;

/** What a value that is refused may mean, in E.164, where all digits of that are there. */
export function numbersFoundIn(given: unknown, home?: NumberingPlan): string[] {
	const text = givenText(given) ?? '';
	const result = readText(text, home);
	if (!('kind' in result) || !NUMBER_IS_THERE.includes(result.kind)) return [];
	const tidied = tidy(text);
	if (HIDDEN.test(tidied)) return [];
	const groups = tidied.match(/\+?\d+/g) ?? [];
	const rest = [...groups];
	const found = groups.flatMap((first, from) =>
		groups.slice(from).flatMap((_, length) => {
			const part = groups
				.slice(from, from + length + 1)
				.join('')
				.replaceAll('+', '');
			const abroad = part.replace(/^00/, '');
			const old = renewed(abroad) ?? (home && renewed(home.callingCode + part));
			const mobiles = [abroad, withoutDialed(abroad), old].filter((one) => one && isMobile(one));
			const here = [...mobiles, ...(home ? numbersIn(home, part) : [])];
			if (here.length > 0 || (first.startsWith('+') && kindOf(part)))
				rest.fill(' ', from, from + length + 1);
			return here;
		}),
	);
	// What may be another number, and cannot be read, must not be overlooked; a date may.
	const unread = rest.join('').split(' ');
	if (unread.some((one) => one.length > 7 && flawOf(one)?.kind !== 'date')) return [];
	return [...new Set(found)].map((one) => `+${one}`);
}

/** What is known of a valid recipient. It is sent to whatever that is: plans change. */
export function standingOf(recipient: string): NumberKind | 'oldPlan' | 'unknown' {
	const digits = withoutPlus(recipient);
	return kindOf(digits) ?? (renewed(digits) ? 'oldPlan' : 'unknown');
}
