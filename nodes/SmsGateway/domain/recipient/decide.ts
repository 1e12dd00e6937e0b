import { countryName } from './countries';
import {
	international,
	isKnown,
	isMobile,
	kindOf,
	MAX_DIGITS,
	MIN_DIGITS,
	planned,
	plansUnder,
	plansBeginning,
	writtenAbroad,
	type NumberingPlan,
} from './plans';
import {
	comparedAtHome,
	exitReadings,
	homonyms,
	isInPairs,
	isPossible,
	isWrittenAbroad,
	nationalReadings,
	withoutDialed,
	type DigitGroups,
	type NumberReading,
} from './readings';
import { renewed } from './samePhone';
import { separatorsIn, type Spelling } from './spelling';

export type AcceptedNumber = Readonly<{
	recipient: string;
	/** Behind + or what is dialed to call abroad, as at home, or with a country code alone. */
	as: 'explicit' | 'exit' | 'national' | 'bare';
}>;

export type RefusedNumber = Readonly<{
	/** One or two sentences for the user. */
	refusal: string;
	/** What it may have meant: international numbers, digits only. */
	readings: readonly string[];
}>;

export type NumberDecision = AcceptedNumber | RefusedNumber;

const refused = (refusal: string, ...readings: string[]): RefusedNumber => ({ refusal, readings });

const WITH_CODE = 'Write it with + and its country code';
const orChoose = (home: NumberingPlan | undefined): string =>
	home ? '' : ", or choose a 'Default Country'";

function ambiguous(...readings: string[]): RefusedNumber {
	const [one, other] = readings.map(international);
	return refused(`It could be ${one} or ${other}. ${WITH_CODE}.`, ...readings);
}

const unclear = (recipient: string, home?: NumberingPlan): RefusedNumber =>
	refused(
		`It could be ${international(recipient)}, but is grouped differently. ${WITH_CODE}${orChoose(home)}.`,
		recipient,
	);

const likely = (says: string, recipient: string): RefusedNumber =>
	refused(`${says} Did you mean ${international(recipient)}?`, recipient);

/** For a country code without +: it may be two numbers, and a landline receives no SMS anyway. */
const noMobile = (recipient: string): RefusedNumber =>
	refused(
		`It could be ${international(recipient)}, which is not a mobile number, or two numbers side by side. ${WITH_CODE}.`,
		recipient,
	);

/** For a number that is whole without its first or last groups. */
function besideOther(other: string, recipient: string, home?: NumberingPlan): RefusedNumber {
	const readings = kindOf(recipient) ? [other, recipient] : [other];
	const orWhole = kindOf(recipient) ? `, or ${international(recipient)}` : '';
	const withCode = home ? '' : ', with + and its country code';
	return refused(
		`It could be ${international(other)} with something else beside it${orWhole}. Enter the phone number alone${withCode}.`,
		...readings,
	);
}

/** The only reading; undefined where there is none. */
function onlyOne(
	readings: readonly string[],
	as: AcceptedNumber['as'],
): NumberDecision | undefined {
	if (readings.length > 1) return ambiguous(...readings);
	return readings[0] === undefined ? undefined : { recipient: readings[0], as };
}

function wrongLength({ length }: string): RefusedNumber | undefined {
	if (length > MAX_DIGITS) {
		return refused(`It has ${length} digits; no number has more than ${MAX_DIGITS}.`);
	}
	const digits = length === 1 ? 'digit' : 'digits';
	return length < MIN_DIGITS
		? refused(
				`It has only ${length} ${digits}; a number with country code has at least ${MIN_DIGITS}.`,
			)
		: undefined;
}

/** The groups without the last ones, which may be an extension or another column. */
const beginningsOf = (groups: DigitGroups): DigitGroups[] =>
	groups.slice(1).map((_, index) => groups.slice(0, index + 1));

/** The groups without the first ones, which may be the number of a row or another column. */
const endsOf = (groups: DigitGroups): DigitGroups[] =>
	groups.slice(1).map((_, index) => groups.slice(index + 1));

// With + or 00: the country code, then the number in any groups.

const onlyDialed = (digits: string, dialed: string, meant: string): RefusedNumber => {
	const are = dialed.includes(' ') ? 'are' : 'is';
	const { callingCode } = planned(digits)!;
	return likely(
		`The ${dialed} after +${callingCode} ${are} only dialed inside the country.`,
		meant,
	);
};

/** The likely number where something is left in that is only dialed inside the country. */
function leftIn(digits: string): RefusedNumber | undefined {
	const all = kindOf(digits) ? [] : withoutDialed(digits);
	const meant: NumberReading | undefined = all.find(({ kind }) => kind === 'mobile') ?? all[0];
	if (meant?.dialed === '') {
		return refused(`The area code after +${planned(digits)!.callingCode} is missing.`);
	}
	return meant && onlyDialed(digits, meant.dialed, meant.recipient);
}

/** A number that nobody can have, as it is written behind a +; undefined where somebody can. */
function flawAbroad(
	groups: DigitGroups,
	home: NumberingPlan | undefined,
): RefusedNumber | undefined {
	const digits = groups.join('');
	const flaw = wrongLength(digits);
	if (flaw) return leftIn(digits) ?? flaw;
	const number = planned(digits);
	if (number === undefined) {
		const says = digits.startsWith('0')
			? 'No country code begins with 0.'
			: `No country has the code +${groups[0]!.slice(0, 3)}.`;
		const meant = home ? nationalReadings(digits, home) : [];
		return meant.length === 1 ? likely(says, meant[0]!.recipient) : refused(says);
	}
	if (groups[0]!.length < number.callingCode.length) return unclear(digits, home);
	if (kindOf(digits)) return undefined;
	const today = renewed(digits);
	if (today === undefined) return leftIn(digits);
	if (today.dialed === undefined) return undefined;
	return onlyDialed(digits, today.dialed, today.recipient);
}

/** A number that is whole before the groups end. */
const numberBefore = (groups: DigitGroups): string | undefined =>
	beginningsOf(groups)
		.map((some) => some.join(''))
		.find(isKnown);

/** Taken as it is written, also where no plan knows it, unless it is whole before the groups end. */
function decideAbroad(groups: DigitGroups, home: NumberingPlan | undefined): NumberDecision {
	const recipient = groups.join('');
	const hasUsualEnd = groups.length < 2 || groups.at(-1)!.length > 2;
	if (hasUsualEnd && isMobile(recipient) && isWrittenAbroad(groups, recipient)) {
		return { recipient, as: 'explicit' };
	}
	const before = numberBefore(groups);
	if (before !== undefined) return besideOther(before, recipient, home);
	return flawAbroad(groups, home) ?? { recipient, as: 'explicit' };
}

/** "+44 (0)7400 123456": the 0 belongs to the number or not, whichever makes it one. */
function decideBracketed(
	[code, zero, ...rest]: DigitGroups,
	home: NumberingPlan | undefined,
): NumberDecision {
	const forms = [
		[code!, ...rest],
		[code!, zero!, ...rest],
	];
	const valid = forms.filter((groups) => kindOf(groups.join('')));
	if (valid.length === 2) return ambiguous(...valid.map((groups) => groups.join('')));
	if (valid.length === 1) return decideAbroad(valid[0]!, home);
	return (
		forms.map((groups) => decideAbroad(groups, home)).find((one) => 'refusal' in one) ??
		refused(`With or without the 0 in parentheses it is not a valid number after +${code}.`)
	);
}

const decideExplicit = (
	{ groups, isBracketed }: Spelling,
	home: NumberingPlan | undefined,
): NumberDecision => (isBracketed ? decideBracketed(groups, home) : decideAbroad(groups, home));

/** Digits that begin with 00, which some countries also dial as a part of something longer. */
function decideDoubleZero(spelling: Spelling, home: NumberingPlan | undefined): NumberDecision {
	const { digits, groups } = spelling;
	const meant = groups.join('');
	const others = home ? exitReadings(digits, home) : [];
	if (digits.startsWith('001') && kindOf(meant) && others.includes(digits.slice(3))) {
		return ambiguous(meant, digits.slice(3));
	}
	const decision = decideExplicit(spelling, home);
	if (kindOf(meant) || spelling.isBracketed || numberBefore(groups) !== undefined) return decision;
	// Tajikistan has mobile numbers that begin with 00.
	const local = homonyms(digits);
	if (local.length > 0) return ambiguous(meant, ...local);
	if (others.length === 0) {
		const isUnknown = 'recipient' in decision && !renewed(meant);
		// Postcodes begin with 00 too.
		return isUnknown
			? refused('No country has such a number. If it is right, write it with +.')
			: decision;
	}
	const hasZero = planned(meant)?.national.startsWith('0');
	const written = (hasZero && withoutDialed(meant)[0]?.recipient) || meant;
	const isMeant = written !== meant || isPossible(meant) || renewed(meant);
	return isMeant ? ambiguous(written, ...others) : onlyOne(others, 'explicit')!;
}

// Without them, all digits in one piece.

/** A plan that has changed, or a 0 that a number column took away. */
function outdated(digits: string, { callingCode }: NumberingPlan): RefusedNumber | undefined {
	const today = renewed(callingCode + digits) ?? renewed(digits);
	if (today) return likely(today.says, today.recipient);
	const complete = `${callingCode}0${digits}`;
	return isMobile(complete) ? likely('Its first 0 seems to be missing.', complete) : undefined;
}

/** France's overseas departments dial each other, and are dialed, without their country codes. */
const DIALED_AS_HOME: Readonly<Record<string, readonly string[]>> = {
	FR: ['590', '594', '596', '262'],
};

function notValid(digits: string, home: NumberingPlan): RefusedNumber {
	const says = `Not a valid number in ${countryName(home.country)}.`;
	const plans = (DIALED_AS_HOME[home.country] ?? []).map((code) => plansUnder(code)[0]!);
	const meant = plans.flatMap((plan) => nationalReadings(digits, plan));
	if (meant.length === 1) return likely(says, meant[0]!.recipient);
	return refused(`${says} Check the digits, or write it with + and its country code.`);
}

/** Readings that receive no SMS decide only where nothing else does. */
function decideOther(
	digits: string,
	home: NumberingPlan,
	readings: readonly string[],
): NumberDecision {
	const isOwn = digits.startsWith(home.callingCode);
	const all = [...new Set([...readings, ...(isOwn && kindOf(digits) ? [digits] : [])])];
	return (
		onlyOne(all, 'national') ??
		onlyOne(exitReadings(digits, home), 'exit') ??
		(isOwn ? leftIn(digits) : undefined) ??
		wrongLength(digits) ??
		notValid(digits, home)
	);
}

/** Where a default country is chosen: its mobiles win. */
function decideAtHome(digits: string, home: NumberingPlan): NumberDecision {
	const readings = nationalReadings(digits, home);
	const mobiles = readings.filter(({ kind }) => kind === 'mobile').map((one) => one.recipient);
	const isBare = isMobile(digits);
	if (isBare && digits.startsWith(home.callingCode) && !mobiles.includes(digits)) {
		mobiles.push(digits);
	}
	const decided = onlyOne(mobiles, 'national') ?? outdated(digits, home);
	if (decided) return decided;
	const others = readings.map(({ recipient }) => recipient);
	if (!isBare) return decideOther(digits, home, others);
	return others.length > 0 ? ambiguous(digits, ...others) : { recipient: digits, as: 'bare' };
}

/** Where no default country is chosen. */
function decideAlone(digits: string): NumberDecision {
	const flaw = wrongLength(digits);
	if (flaw) return flaw;
	if (digits.startsWith('0')) {
		return refused(
			"It has no country code. Write it with + and its country code, or choose a 'Default Country'.",
		);
	}
	if (kindOf(digits)) return { recipient: digits, as: 'bare' };
	const today = renewed(digits);
	return (
		(today && likely(today.says, today.recipient)) ??
		leftIn(digits) ??
		refused(
			"No country has such a number. If it is right, write it with +. If it has no country code, add it or choose a 'Default Country'.",
		)
	);
}

/** Digits in one piece say nothing by the way in which they are written. */
function doubtAboutPiece(
	digits: string,
	{ recipient, as }: AcceptedNumber,
	home?: NumberingPlan,
): RefusedNumber | undefined {
	if (home === undefined) {
		const others = homonyms(digits);
		return others.length > 0 ? ambiguous(recipient, ...others) : undefined;
	}
	// Landlines receive no SMS, so they are read only where nothing is left to doubt.
	const isClear =
		isMobile(recipient) ||
		as !== 'national' ||
		digits.startsWith(home.trunk) ||
		digits.startsWith(home.callingCode);
	return isClear ? undefined : unclear(recipient, home);
}

// Without them, in groups: the whole is written as a number is there, and no part of it is one.

/** Without a default country, a country code of three digits is hardly the number of a row. */
const MAX_ROW = 2;

/** A mobile of a country that writes the groups so, without its country code. */
function writtenElsewhere(groups: DigitGroups): string | undefined {
	const digits = groups.join('');
	const isAnyones = groups.length === 1 || isInPairs(groups);
	const plan = plansBeginning(digits).find(
		(one) =>
			one.kindOf(digits) === 'mobile' && (isAnyones || comparedAtHome(groups, digits, one).isUsual),
	);
	return plan && plan.callingCode + digits;
}

function doubtAlone({ groups, text }: Spelling, recipient: string): RefusedNumber | undefined {
	// "33-6 01 71 83 86" begins with something else; "1 (201) 555-0123" does not.
	const between = separatorsIn(text)
		.slice(0, -1)
		.map((one) => one.replace(/[()]/g, ' ').trim());
	const isEven = new Set(between).size < 2;
	if (!isEven || !isWrittenAbroad(groups, recipient)) return unclear(recipient);
	if (!isMobile(recipient)) return noMobile(recipient);
	// Two groups are also an area code and the rest of a number.
	const whole = groups.length === 2 ? homonyms(groups.join(''))[0] : writtenElsewhere(groups);
	if (whole !== undefined) return ambiguous(whole, recipient);
	if (groups[0]!.length > MAX_ROW) return undefined;
	// A row, or a day or price as in 20.11 and 9.90.
	const cuts = groups[1]!.length === 2 ? 2 : 1;
	for (const end of endsOf(groups).slice(0, cuts)) {
		const digits = end.join('');
		const isForeign = end.length === 1 || isWrittenAbroad(end, digits);
		const other = isForeign && isMobile(digits) ? digits : writtenElsewhere(end);
		if (other !== undefined && other !== recipient) return besideOther(other, recipient);
	}
	return undefined;
}

/** What groups may be by themselves: numbers at home, or with a country code. */
function numbersIn(groups: DigitGroups, home: NumberingPlan): string[] {
	const digits = groups.join('');
	const numbers = nationalReadings(digits, home).map(({ recipient }) => recipient);
	const mayHaveCode =
		groups.length === 1 || digits.startsWith(home.callingCode) || isWrittenAbroad(groups, digits);
	if (mayHaveCode && kindOf(digits)) numbers.push(digits);
	if (digits.startsWith('00') && isKnown(digits.slice(2))) numbers.push(digits.slice(2));
	return numbers;
}

function doubtAtHome(
	{ groups, digits, text }: Spelling,
	{ recipient, as }: AcceptedNumber,
	home: NumberingPlan,
): RefusedNumber | undefined {
	const isPhone = isMobile(recipient);
	const hasCode = digits === recipient;
	const hasOwnCode = hasCode && as === 'national';
	const { national, plans } = planned(recipient)!;
	const atHome = comparedAtHome(groups, national, plans[0]!);
	const isUsual = hasCode ? isWrittenAbroad(groups, recipient) : atHome.isUsual;
	const hasTrunk =
		!hasCode && home.trunk !== '' && groups[0]!.startsWith(home.trunk) && digits !== national;
	const isEven = new Set(separatorsIn(text)).size === 1;
	const isPaired = !hasCode && isEven && (hasTrunk || !atHome.needsTrunk) && isInPairs(groups);
	const isClear = isUsual && isPhone && as === 'national';

	const hasRow =
		!hasTrunk && (groups[0]!.length === 1 || (groups.length === 2 && groups[0]!.length === 2));
	const isOther = (one: string): boolean => {
		if (one === recipient) return false;
		if (isClear && !hasRow) return isMobile(one);
		return !isPaired || kindOf(one) !== 'other';
	};
	const whole = isClear
		? undefined
		: numbersIn(groups, home).find((one) => isOther(one) && (!isPaired || isMobile(one)));
	if (whole !== undefined) return ambiguous(whole, recipient);
	const beginnings = isClear && !hasCode ? [] : beginningsOf(groups);
	const ends = hasOwnCode || (hasTrunk && (isUsual || isPaired)) ? [] : endsOf(groups);
	// What stands beside a number in pairs is a pair too, or less.
	const parts = isPaired
		? [...beginnings.slice(-1), ...ends.slice(0, 1)]
		: [...beginnings, ...ends];
	for (const part of parts) {
		const other = numbersIn(part, home).find(isOther);
		if (other !== undefined) return besideOther(other, recipient, home);
	}
	if (as === 'bare' && !isPhone) return noMobile(recipient);
	const isWritten =
		isUsual ||
		(isPhone && (isPaired || hasTrunk || (hasOwnCode && groups[0] === home.callingCode)));
	if (isWritten) return undefined;
	return atHome.needsTrunk && digits === national
		? likely(`Its first ${home.trunk} seems to be missing.`, recipient)
		: unclear(recipient, home);
}

/** "011 33 6 12 34 56 78" in North America: in one piece or as it would be written behind a +. */
function decideExit(
	{ groups, digits }: Spelling,
	recipient: string,
	home: NumberingPlan,
): NumberDecision {
	const exit = digits.slice(0, -recipient.length);
	const abroad = writtenAbroad(recipient);
	const ways = [`${exit} ${abroad}`, exit + abroad, `${exit} ${recipient}`];
	if (!ways.includes(groups.join(' '))) return unclear(recipient, home);
	const rest = groups.slice(1);
	const other =
		rest.length > 1 ? numbersIn(rest, home).find((one) => one !== recipient) : undefined;
	return other === undefined ? { recipient, as: 'exit' } : besideOther(other, recipient, home);
}

/**
 * One reading or none: what people write as one phone number, and as nothing else.
 *
 * @param home the default country, which reads numbers without a country code
 */
export function decide(spelling: Spelling, home: NumberingPlan | undefined): NumberDecision {
	const { digits, groups, isExplicit } = spelling;
	if (isExplicit) {
		return digits.startsWith('00')
			? decideDoubleZero(spelling, home)
			: decideExplicit(spelling, home);
	}
	const decision = home ? decideAtHome(digits, home) : decideAlone(digits);
	if ('refusal' in decision) return decision;
	const { recipient, as } = decision;
	if (as === 'bare' && spelling.opensWithArea) return unclear(recipient, home);
	if (groups.length === 1) return doubtAboutPiece(digits, decision, home) ?? decision;
	if (home === undefined) return doubtAlone(spelling, recipient) ?? decision;
	if (as === 'exit') return decideExit(spelling, recipient, home);
	return doubtAtHome(spelling, decision, home) ?? decision;
}
