import { wholeBefore, numberBeside } from './beside';
import { flawed, maybe, only, type Flaw } from './flaw';
import {
	isKnown,
	isMobile,
	kindOf,
	MAX_DIGITS,
	MIN_DIGITS,
	planned,
	plansUnder,
	type NumberingPlan,
} from './numberingPlans';
import {
	exitReadings,
	homonyms,
	isPossible,
	isWrittenAbroad,
	isWrittenAtHome,
	mobilesAtHome,
	nationalReadings,
	withoutDialed,
	writtenElsewhere,
	type DigitGroups,
} from './readings';
import { renewed } from './samePhone';
import type { Spelling } from './spelling';

export type AcceptedNumber = Readonly<{
	recipient: string;
	/** Another country's mobile that the same digits are, where the default country decided. */
	other?: string;
}>;

export type NumberDecision = AcceptedNumber | Flaw;

const ambiguous = (...readings: string[]): Flaw => only(flawed('ambiguous'), ...readings);

/** It may be the number, or another one beside something. */
const grouped = (recipient: string): Flaw => maybe(flawed('grouped'), recipient);

/** For a number that is whole without its first or last groups. */
const beside = (other: string, recipient: string): Flaw =>
	maybe(flawed('beside'), other, ...(kindOf(recipient) ? [recipient] : []));

function wrongLength({ length }: string): Flaw | undefined {
	if (length > MAX_DIGITS) return flawed('tooManyDigits');
	return length < MIN_DIGITS ? flawed('tooFewDigits', length) : undefined;
}

/** The groups without the last ones, as far as a number can be long. */
const beginningsOf = (groups: DigitGroups): DigitGroups[] =>
	groups.slice(1, MAX_DIGITS + 1).map((_, index) => groups.slice(0, index + 1));

/** The groups without the first ones. */
const endsOf = (groups: DigitGroups): DigitGroups[] =>
	groups.slice(1, MAX_DIGITS + 1).map((_, index) => groups.slice(index + 1));

// With + or 00: the country code, then the number.

const dialedInside = (digits: string, dialed: string, meant: string): Flaw =>
	only(flawed('dialedInside', `${dialed} after +${planned(digits)!.callingCode}`), meant);

/** The likely number where something is left in that is only dialed inside the country. */
function leftIn(digits: string): Flaw | undefined {
	const [meant] = kindOf(digits) ? [] : withoutDialed(digits);
	if (meant?.dialed === '') return flawed('noAreaCode', planned(digits)!.callingCode);
	return meant && dialedInside(digits, meant.dialed, meant.recipient);
}

/** A number that nobody can have, as it is written behind a +; undefined where somebody can. */
function flawAbroad(groups: DigitGroups, home: NumberingPlan | undefined): Flaw | undefined {
	const digits = groups.join('');
	const flaw = wrongLength(digits);
	if (flaw) return leftIn(digits) ?? flaw;
	const number = planned(digits);
	if (number === undefined) {
		const code = groups[0]!.slice(0, 3);
		const says = digits.startsWith('0') ? flawed('zeroAsCode') : flawed('unknownCode', code);
		const meant = home ? nationalReadings(digits, home) : [];
		return meant.length === 1 ? only(says, meant[0]!.recipient) : says;
	}
	const kind = kindOf(digits);
	// In "+38 (067) …" the 0 that ends the code is also the one that is dialed inside the country.
	const isWhole = groups[0]!.length >= number.callingCode.length;
	if (!isWhole && !(kind === 'mobile' && `${groups[0]}0` === number.callingCode)) {
		return maybe(flawed('unknownCode', groups[0]), ...(kind ? [digits] : []));
	}
	if (kind) return undefined;
	const today = renewed(digits);
	if (today === undefined) return leftIn(digits);
	return today.dialed === undefined
		? undefined
		: dialedInside(digits, today.dialed, today.recipient);
}

/** Any number that is whole before the groups end. */
const numberBefore = (groups: DigitGroups): string | undefined =>
	beginningsOf(groups)
		.map((some) => some.join(''))
		.find(isKnown);

/** A mobile in any groups, and what no plan knows, unless a part is a number by itself. */
function decideAbroad(
	spelling: Pick<Spelling, 'groups' | 'marks'>,
	home: NumberingPlan | undefined,
): NumberDecision {
	const { groups } = spelling;
	const recipient = groups.join('');
	const isPhone = isMobile(recipient);
	const before = isPhone ? wholeBefore(spelling) : numberBefore(groups);
	if (before === undefined) return flawAbroad(groups, home) ?? { recipient };
	return beside(before, recipient);
}

/** "+44 (0)7400 123456": the 0 belongs to the number or not, whichever makes it one. */
function decideBracketed(
	{ groups: [code, zero, ...rest] }: Spelling,
	home: NumberingPlan | undefined,
): NumberDecision {
	const forms = [
		{ groups: [code!, ...rest], marks: [] },
		{ groups: [code!, zero!, ...rest], marks: [] },
	];
	const valid = forms.filter(({ groups }) => kindOf(groups.join('')));
	if (valid.length === 2) return ambiguous(...valid.map(({ groups }) => groups.join('')));
	if (valid.length === 1) return decideAbroad(valid[0]!, home);
	return (
		forms.map((form) => decideAbroad(form, home)).find((one) => 'kind' in one) ??
		flawed('zeroInParentheses', code)
	);
}

const decideExplicit = (spelling: Spelling, home: NumberingPlan | undefined): NumberDecision =>
	spelling.isBracketed ? decideBracketed(spelling, home) : decideAbroad(spelling, home);

/** What digits that begin with 00 are besides, in countries whose mobiles begin with 0 or 00. */
const dialedAtHome = (digits: string, { callingCode }: NumberingPlan): string[] =>
	[digits, digits.slice(1)].map((national) => callingCode + national).filter(isMobile);

/** Digits that begin with 00, which some countries also dial as a part of something longer. */
function decideDoubleZero(spelling: Spelling, home: NumberingPlan | undefined): NumberDecision {
	const { digits, groups, hasPlus } = spelling;
	const meant = groups.join('');
	const decision = decideExplicit(spelling, home);
	// Behind a + nothing else is dialed.
	const atHome = home && !hasPlus ? dialedAtHome(digits, home) : [];
	const exits = home && !hasPlus ? exitReadings(digits, home) : [];
	if (kindOf(meant)) {
		const isNorthAmerican = digits.startsWith('001') && exits.includes(digits.slice(3));
		const others = isNorthAmerican ? [...atHome, digits.slice(3)] : atHome;
		return others.length > 0 ? ambiguous(meant, ...others) : decision;
	}
	if (spelling.isBracketed || numberBefore(groups) !== undefined) return decision;
	const others = [...atHome, ...exits];
	if (others.length === 0) {
		const isUnknown = 'recipient' in decision && !renewed(meant);
		// Postcodes begin with 00 too.
		return isUnknown ? flawed('unknownNumber') : decision;
	}
	const hasZero = planned(meant)?.national.startsWith('0');
	const written = (hasZero && withoutDialed(meant)[0]?.recipient) || meant;
	const isMeant = written !== meant || isPossible(meant) || renewed(meant);
	if (isMeant) return ambiguous(written, ...others);
	return others.length > 1 ? ambiguous(...others) : { recipient: others[0]! };
}

// Without them, with a default country: its mobiles win, whatever stands between their digits.

/** France's overseas departments dial each other, and are dialed, without their country codes. */
const DIALED_AS_HOME: Readonly<Record<string, readonly string[]>> = {
	FR: ['590', '594', '596', '262'],
};

function notInCountry(digits: string, home: NumberingPlan): Flaw {
	const plans = (DIALED_AS_HOME[home.country] ?? []).map((code) => plansUnder(code)[0]!);
	const meant = plans.flatMap((plan) => nationalReadings(digits, plan));
	const flaw = flawed('notInCountry', home.country);
	return meant.length === 1 ? only(flaw, meant[0]!.recipient) : flaw;
}

/** Where numbers keep their first 0, and a number column took it away. */
function withFirstZero(digits: string, { callingCode }: NumberingPlan): string[] {
	const complete = `${callingCode}0${digits}`;
	return isMobile(complete) ? [complete] : [];
}

/** What groups may be by themselves: numbers at home, or with a country code. */
function numbersIn(groups: DigitGroups, home: NumberingPlan): string[] {
	const digits = groups.join('');
	const numbers = nationalReadings(digits, home).map(({ recipient }) => recipient);
	if (!kindOf(digits)) return numbers;
	const mayHaveCode =
		groups.length === 1 || digits.startsWith(home.callingCode) || isWrittenAbroad(groups, digits);
	return mayHaveCode ? [...numbers, digits] : numbers;
}

/** In its usual groups: as at home, or behind its country code and what is dialed to call abroad. */
function isUsual({ groups, digits, marks }: Spelling, recipient: string): boolean {
	// "1971 900 9697" is written as dialed in America, where 1 is also its code.
	if (digits !== recipient && isWrittenAtHome(groups, recipient)) return true;
	// In parentheses stands an area code.
	if (!digits.endsWith(recipient) || marks[0]!.startsWith(')')) return false;
	const exit = digits.slice(0, -recipient.length);
	const [first, ...rest] = groups;
	if (!first!.startsWith(exit)) return false;
	const after = [first!.slice(exit.length), ...rest].filter((group) => group !== '');
	return after.length === 1 || isWrittenAbroad(after, recipient);
}

/**
 * Landlines at home, and numbers of other countries without +: in one piece or in their usual groups,
 * and where no part is a number.
 */
function decideStrict(
	spelling: Spelling,
	recipient: string,
	home: NumberingPlan | undefined,
): NumberDecision {
	const { groups, digits, marks } = spelling;
	if (groups.length === 1) return { recipient };
	// Behind what is dialed in front, a part without it is only the rest of the number.
	const isDialed = home && home.trunk !== '' && digits.startsWith(home.trunk);
	// Behind what is dialed to call abroad, the last group alone is often the whole number.
	const isExit = digits.length > recipient.length;
	const ends = endsOf(groups).filter(({ length }) => !isDialed && (!isExit || length > 1));
	const parts = [...beginningsOf(groups), ...ends];
	const other =
		home && parts.flatMap((part) => numbersIn(part, home)).find((one) => one !== recipient);
	if (other !== undefined) return beside(other, recipient);
	// "33-6 01 71 83 86" begins with something else; "1 (201) 555-0123" does not.
	const kinds = new Set(marks.slice(0, -1).map((one) => one.replace(/[()]/g, ' ').trim()));
	if (kinds.size > 1 || !isUsual(spelling, recipient)) return grouped(recipient);
	return home === undefined && !isMobile(recipient)
		? maybe(flawed('notMobile'), recipient)
		: { recipient };
}

/** A mobile with a group too many in front or behind, such as "0612345678 12". */
function oneTooMany(groups: DigitGroups, home: NumberingPlan): Flaw | undefined {
	const rests = [groups.slice(0, -1), groups.slice(1)];
	const mobiles = rests.flatMap((rest) => mobilesAtHome(rest.join(''), home));
	return mobiles.length > 0 ? maybe(flawed('beside'), ...new Set(mobiles)) : undefined;
}

function decideAtHome(spelling: Spelling, home: NumberingPlan): NumberDecision {
	const { digits, groups } = spelling;
	const mobiles = mobilesAtHome(digits, home);
	if (mobiles.length === 0 && groups.length === 1) mobiles.push(...withFirstZero(digits, home));
	if (mobiles.length > 1) return ambiguous(...mobiles);
	const [recipient] = mobiles;
	if (recipient !== undefined) {
		const part = numberBeside(spelling, recipient, home);
		if (part !== undefined) return beside(part, recipient);
		if (!isMobile(digits) || recipient === digits) return { recipient };
		if (groups.length === 1) return { recipient, other: digits };
		// "1 512 555 0143" is written as in America, wherever it is read.
		const isForeign = isWrittenAbroad(groups, digits) && !isWrittenAtHome(groups, recipient);
		return isForeign ? ambiguous(digits, recipient) : { recipient };
	}
	const today = renewed(home.callingCode + digits) ?? renewed(digits);
	if (today) return only(flawed('changedPlan', today.says), today.recipient);
	const isOwn = digits.startsWith(home.callingCode);
	const isBare = isOwn ? kindOf(digits) !== undefined : isMobile(digits);
	const readings = new Set([
		...(isBare ? [digits] : []),
		...nationalReadings(digits, home).map((reading) => reading.recipient),
	]);
	const all = readings.size > 0 ? [...readings] : exitReadings(digits, home);
	if (all.length > 1) return ambiguous(...all);
	if (all[0] !== undefined) return decideStrict(spelling, all[0], home);
	if (isOwn && spelling.isBracketed) return decideBracketed(spelling, home);
	const meant = isOwn ? leftIn(digits) : undefined;
	return meant ?? oneTooMany(groups, home) ?? wrongLength(digits) ?? notInCountry(digits, home);
}

/** Without a default country, a country code of three digits is hardly the number of a row. */
const MAX_ROW = 2;

/** What the digits may be besides, without a default country. */
function doubtAlone({ groups, digits: recipient }: Spelling): Flaw | undefined {
	const others = homonyms(recipient);
	// Two groups are also an area code and the rest of a number.
	const isDoubtful = groups.length > 2 ? writtenElsewhere(groups) !== undefined : others.length > 0;
	if (isDoubtful) return ambiguous(recipient, ...others);
	if (groups[0]!.length > MAX_ROW) return undefined;
	// A row, or a day or price as in 20.11 and 9.90.
	const cuts = groups[1]!.length === 2 ? 2 : 1;
	for (const end of endsOf(groups).slice(0, cuts)) {
		const digits = end.join('');
		const isForeign = isMobile(digits) && (end.length === 1 || isWrittenAbroad(end, digits));
		const other = isForeign ? digits : writtenElsewhere(end);
		if (other !== undefined && other !== recipient) return beside(other, recipient);
	}
	return undefined;
}

function decideAlone(spelling: Spelling): NumberDecision {
	const { digits } = spelling;
	const flaw = wrongLength(digits);
	if (flaw) return flaw;
	if (digits.startsWith('0')) return flawed('noCountryCode');
	if (kindOf(digits)) {
		const decision = decideStrict(spelling, digits, undefined);
		return 'kind' in decision ? decision : (doubtAlone(spelling) ?? decision);
	}
	const today = renewed(digits);
	return (
		(today && only(flawed('changedPlan', today.says), today.recipient)) ??
		leftIn(digits) ??
		flawed('unknownOrNational')
	);
}

/**
 * One reading or none: what people write as one phone number, and as nothing else.
 *
 * @param home the default country, which reads numbers without a country code
 */
export function decide(spelling: Spelling, home: NumberingPlan | undefined): NumberDecision {
	const { digits, isExplicit } = spelling;
	if (!isExplicit) return home ? decideAtHome(spelling, home) : decideAlone(spelling);
	return digits.startsWith('00')
		? decideDoubleZero(spelling, home)
		: decideExplicit(spelling, home);
}
