import { shorten } from '../text/sentences';
import { flawed, type Flaw, type FlawKind } from './flaw';
import {
	isMobile,
	isWrittenAbroad,
	isWrittenAtHome,
	kindOf,
	MAX_DIGITS,
	MIN_DIGITS,
	planned,
	plansOfMobile,
	withoutPlus,
	type DigitGroups,
	type NumberingPlan,
} from './numberingPlans';
import { mobilesAtHome, nationalReadings, withoutDialed } from './readings';
import { phoneOf, renewed } from './samePhone';
import { digitsIn, flawOf } from './shape';
import { normalize, readSpelling, type Spelling } from './spelling';
import { otherAbroad, otherAtHome } from './twoThings';

/** Numbers in E.164; while they are read, digits only. */
type Accepted = Readonly<{
	recipient: string;
	/** Another country's mobile that the same digits are, where the default country decided. */
	other?: string;
}>;

export type ReadNumber = Accepted &
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
/** Days of 1950 to 2049 in eight digits, by year or by day. */
const DATE =
	/^(?:(?:19[5-9]|20[0-4])\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:1[3-9]|2\d|3[01]))(?:19[5-9]|20[0-4])\d)$/;
/** Seconds since 1970, from 2017 to 2033. */
const TIME = /^1[5-9]\d{8}$/;
/** A country code in parentheses, with more than it. */
const CUT_CODE = /^\+?\s*\(\s*\+?\s*(?:00)?\s*(\d+)\)/;

const ambiguous = (...readings: string[]): Flaw => flawed('ambiguous', undefined, ...readings);
const beside = (...readings: string[]): Flaw => flawed('beside', undefined, ...readings);

function wrongLength({ length }: string): Flaw | undefined {
	if (length > MAX_DIGITS) return flawed('tooManyDigits');
	return length < MIN_DIGITS ? flawed('tooFewDigits') : undefined;
}

/** With + or 00: the country code, then the number, in any groups. */
function readAbroad(text: string, spelling: Spelling, home?: NumberingPlan): Accepted | Flaw {
	const { groups, marks, hasPlus } = spelling;
	const recipient = groups.join('');
	const other = otherAbroad({ groups, marks });
	if (other !== undefined) return beside(other);
	const number = planned(recipient);
	const meant = kindOf(recipient) ? undefined : withoutDialed(recipient);
	if (meant !== undefined) return flawed('dialedInside', undefined, meant);
	const flaw = wrongLength(recipient);
	if (flaw) return flaw;
	const [first] = groups;
	const code = number?.callingCode ?? '';
	// In "+38 (067) …" the 0 that ends the code is also the one that is dialed inside the country.
	const isWhole = first!.length >= code.length || (`${first}0` === code && isMobile(recipient));
	if (number === undefined || !isWhole) {
		const [only, ...more] = home ? nationalReadings(recipient, home) : [];
		const readings = only && more.length === 0 ? [only.recipient] : [];
		return flawed('unknownCode', first!.slice(0, 3), ...readings);
	}
	if ((CUT_CODE.exec(text)?.[1] ?? code).length > code.length) return flawed('parentheses');
	const isKnownKind = kindOf(recipient) !== undefined;
	if (!isKnownKind && number.national.startsWith('0')) return flawed('dialedInside');
	if (hasPlus && !spelling.digits.startsWith('00')) return { recipient };
	if (!isKnownKind && !renewed(recipient)) return flawed('unknownNumber');
	const others = home && !hasPlus ? dialedAtHome(spelling.digits, home) : [];
	return others.length > 0 ? ambiguous(recipient, ...others) : { recipient };
}

/** What digits that begin with 00 are besides, where mobiles begin so or 001 is dialed to call abroad. */
function dialedAtHome(digits: string, { callingCode, exit }: NumberingPlan): string[] {
	const national = [digits, digits.slice(1)].map((one) => callingCode + one);
	const isExit = digits.startsWith('001') && exit?.test('001') === true;
	return [...national, ...(isExit ? [digits.slice(3)] : [])].filter(isMobile);
}

/** "+44 (0)7400 123456": the 0 belongs to the number or not, whichever makes it one. */
function readBracketed(text: string, spelling: Spelling, home?: NumberingPlan): Accepted | Flaw {
	const [code, zero, ...rest] = spelling.groups;
	const forms = [
		[code!, ...rest],
		[code!, zero!, ...rest],
	].filter((groups) => kindOf(groups.join('')));
	if (forms.length > 1) return ambiguous(...forms.map((groups) => groups.join('')));
	const groups = forms[0] ?? [code!, ...rest];
	if (forms.length === 0 && otherAbroad({ groups, marks: [] }) === undefined) {
		return wrongLength(groups.join('')) ?? flawed('unknownNumber');
	}
	return readAbroad(text, { ...spelling, groups, marks: [] }, home);
}

/** The mobiles that the digits would be elsewhere, without a country code. */
const homonyms = (digits: string): string[] => [
	...new Set(plansOfMobile(digits).map(({ callingCode }) => callingCode + digits)),
];

const isOne = (groups: DigitGroups): boolean => groups.length === 1;

/** Without +, not a mobile at home: in one piece, or in groups as its own country writes it. */
function readBare(spelling: Spelling, home?: NumberingPlan): Accepted | Flaw {
	const { digits, groups, marks } = spelling;
	const flaw = wrongLength(digits);
	if (flaw) return flaw;
	const hasCode = home && digits.startsWith(home.callingCode) && kindOf(digits);
	const atHome = (home ? nationalReadings(digits, home) : [])
		.map(({ recipient }) => recipient)
		.concat(hasCode ? [digits] : [])
		.filter((one) => isOne(groups) || isWrittenAtHome(groups, one) || isWrittenAbroad(groups, one));
	// "20.11.71234567" is a day and a number.
	const isTogether = isOne(groups) || !marks.some((mark) => mark.includes('.'));
	const isAbroad =
		isMobile(digits) && isTogether && (isOne(groups) || isWrittenAbroad(groups, digits));
	const isAnyones = isOne(groups) || groups.every(({ length }) => length === 2);
	const others = (isAbroad ? homonyms(digits) : [])
		.filter((one) => phoneOf(one) !== phoneOf(digits))
		.filter((one) => isAnyones || isWrittenAtHome(groups, one));
	const readings = [...new Set([...atHome, ...(isAbroad ? [digits] : [])])];
	if (readings.length + others.length > 1) return ambiguous(...readings, ...others.slice(0, 1));
	const [recipient] = readings;
	if (recipient !== undefined) {
		const other = otherAbroad(spelling) ?? (home && otherAtHome(spelling, recipient, home));
		return other === undefined ? { recipient } : beside(other, recipient);
	}
	const old = renewed(digits) ?? (home && renewed(home.callingCode + digits));
	if (old) return flawed('changedPlan', old.says, old.recipient);
	return home ? notInCountry(digits, home) : flawed('noCountryCode');
}

function notInCountry(digits: string, home: NumberingPlan): Flaw {
	const meant = nationalReadings(digits, home)[0]?.recipient;
	return flawed('notInCountry', home.country, ...(meant === undefined ? [] : [meant]));
}

/** With a default country: its mobiles win, whatever stands between their digits. */
function readAtHome(spelling: Spelling, home: NumberingPlan): Accepted | Flaw {
	const { digits } = spelling;
	// Where numbers keep their first 0, a number column took it away.
	const complete = isOne(spelling.groups) ? [`${home.callingCode}0${digits}`].filter(isMobile) : [];
	const asGiven = mobilesAtHome(digits, home);
	const mobiles = asGiven.length > 0 ? asGiven : complete;
	if (mobiles.length > 1) return ambiguous(...mobiles);
	const [recipient] = mobiles;
	if (recipient === undefined) return readBare(spelling, home);
	const part = otherAtHome(spelling, recipient, home);
	if (part !== undefined) return beside(part, recipient);
	const isOther =
		recipient !== digits && isMobile(digits) && phoneOf(digits) !== phoneOf(recipient);
	if (!isOther) return { recipient };
	// In the groups of the other country it is as likely that country's.
	return !isOne(spelling.groups) && isWrittenAbroad(spelling.groups, digits)
		? ambiguous(recipient, digits)
		: { recipient, other: digits };
}

function readSpelled(text: string, home?: NumberingPlan): Accepted | Flaw {
	const flaw = flawOf(text);
	if (flaw) return flaw;
	const spelling = readSpelling(text);
	if (spelling.groups.length === 0) return flawed('tooFewDigits');
	if (spelling.isBracketed && (spelling.isExplicit || spelling.groups[0] === home?.callingCode)) {
		return readBracketed(text, { ...spelling, hasPlus: true }, home);
	}
	if (spelling.isExplicit) return readAbroad(text, spelling, home);
	return home ? readAtHome(spelling, home) : readBare(spelling);
}

const withPlus = (digits: string): string => `+${digits}`;

function readText(given: string, home?: NumberingPlan): ParsedRecipient {
	const invalid = ({ readings, ...flaw }: Flaw): ParsedRecipient => ({
		valid: false,
		given: shorten(given),
		flaw: { ...flaw, readings: readings.map(withPlus) },
	});
	if (given.length > MAX_LENGTH && given.trim().length > MAX_LENGTH) {
		return invalid(flawed('tooManyDigits'));
	}
	const text = normalize(given.trim());
	if (text === '') return invalid(flawed('empty'));
	if (text.length > MAX_LOOKED_AT && digitsIn(text) > MAX_LOOKED_AT) {
		return invalid(flawed('tooManyDigits'));
	}
	const read = readSpelled(text, home);
	if ('kind' in read) return invalid(read);
	if (DATE.test(text)) return invalid(flawed('date', undefined, read.recipient));
	const { recipient, other } = read;
	return {
		valid: true,
		recipient: withPlus(recipient),
		...(other !== undefined && { other: withPlus(other) }),
		...(TIME.test(text) && { mayBeTime: true }),
	};
}

/**
 * Reads one phone number as people's sheets hold it. One reading or none: what may be two numbers
 * is refused, and nothing is repaired.
 *
 * @param home the default country, which reads numbers without a country code
 * @returns E.164
 */
export function parseRecipient(given: unknown, home?: NumberingPlan): ParsedRecipient {
	if (typeof given === 'string') return readText(given, home);
	const invalid = (flaw: Flaw, value: unknown = given): ParsedRecipient => ({
		valid: false,
		given: shorten(value),
		flaw,
	});
	if (given === undefined || given === null) return invalid(flawed('empty'), '');
	if (typeof given !== 'number' && typeof given !== 'bigint') return invalid(flawed('notText'));
	if (Number.isNaN(given)) return invalid(flawed('notText'));
	if (given >= MAX_VALUE || given <= -MAX_VALUE) {
		return invalid(flawed('tooManyDigits'), typeof given === 'bigint' ? 'a whole number' : given);
	}
	if (typeof given === 'number' && !Number.isInteger(given)) return invalid(flawed('decimals'));
	return readText(String(given), home);
}

/** Digits that are hidden, cut off or misread: "+33 6 12 34 56 xx", "…", "7O". */
const HIDDEN =
	/\d[\s.-]*(?:[x*?#_]{2,}|…|\.{2,}$|-{2,}$)|\d(?:[olisz?]|\*$)(?!\p{L})|^(?:…|\*(?!\d+#))/iu;

/** The number that was meant is another, or has digits that are not there. */
const LOST: readonly FlawKind[] = [
	...(['rounded', 'scientific', 'spreadsheetError', 'tooManyDigits'] as const),
	...(['noCountryCode', 'notInCountry', 'unknownCode', 'unknownNumber'] as const),
];

/**
 * Every number, in E.164, that can be found in a value that is refused: in any of its groups of digits, in
 * a row. None where digits of the number that is meant are missing.
 */
export function numbersFoundIn(given: unknown, home?: NumberingPlan): string[] {
	if (!['string', 'number', 'bigint'].includes(typeof given)) return [];
	const text = normalize(String(given as string).slice(0, MAX_LENGTH + 1));
	const read = text.length > MAX_LENGTH ? flawed('tooManyDigits') : readSpelled(text, home);
	if (('kind' in read && LOST.includes(read.kind)) || HIDDEN.test(text)) return [];
	const groups = text.match(/\d+/g) ?? [];
	const found = new Set<string>();
	groups.forEach((_, from) => {
		let digits = '';
		for (const group of groups.slice(from)) {
			digits += group;
			if (digits.length > MAX_DIGITS + 3) break;
			const abroad = digits.replace(/^00/, '');
			for (const one of [abroad, withoutDialed(abroad), renewed(abroad)?.recipient]) {
				if (one !== undefined && isMobile(one)) found.add(one);
			}
			const old = home && renewed(home.callingCode + digits);
			const local = home ? nationalReadings(digits, home) : [];
			for (const { recipient } of [...local, ...(old ? [old] : [])]) found.add(recipient);
		}
	});
	return [...found].map(withPlus);
}

/** Why a valid recipient deserves a second look. It is sent to anyway: plans change. */
export type Oddity = 'oldPlan' | 'unknown' | 'landline' | 'notMobile' | 'mayBeTime';

export function oddityOf({
	recipient,
	mayBeTime,
}: Readonly<{ recipient: string; mayBeTime?: true }>): Oddity | undefined {
	const digits = withoutPlus(recipient);
	const kind = kindOf(digits);
	if (kind === undefined) return renewed(digits) ? 'oldPlan' : 'unknown';
	if (kind === 'landline') return kind;
	// Toll-free, premium rate, voicemail and the like.
	if (kind === 'other') return 'notMobile';
	return mayBeTime && 'mayBeTime';
}
