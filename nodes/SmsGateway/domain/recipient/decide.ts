import { countryName } from './countries';
import {
	isKnown,
	isMobile,
	kindOf,
	partsOf,
	plansUnder,
	plansWithMobile,
	type Groups,
	type Plan,
} from './plans';
import {
	exitReadings,
	homonyms,
	isInPairs,
	isPossible,
	isWrittenAbroad,
	isWrittenAtHome,
	nationalReadings,
	withoutDialed,
} from './readings';
import { renewed } from './samePhone';
import type { Spelling } from './spelling';
import {
	lengthFlaw,
	onlyOne,
	refuse,
	refuseAsAmbiguous,
	refuseAsBeside,
	refuseAsNoMobile,
	refuseAsUnclear,
	suggest,
	type Accepted,
	type Verdict,
} from './verdict';

/** The groups without the last ones, which may be an extension or another column. */
const beginningsOf = (groups: Groups): Groups[] =>
	groups.slice(1).map((_, index) => groups.slice(0, index + 1));

/** The groups without the first ones, which may be the number of a row or another column. */
const endsOf = (groups: Groups): Groups[] =>
	groups.slice(1).map((_, index) => groups.slice(index + 1));

/** What groups without + may be by themselves: at home, or where no country is chosen anywhere. */
function* numbersAmong(groups: Groups, home: Plan | undefined): Generator<string> {
	const digits = groups.join('');
	if (digits.startsWith('00')) yield digits.slice(2);
	const isForeign = groups.length === 1 || isWrittenAbroad(groups, digits);
	if (isForeign && kindOf(digits)) yield digits;
	if (home) {
		for (const { recipient } of nationalReadings(digits, home)) yield recipient;
		return;
	}
	// Nobody tells in which country it would be dialed, but people write it as there.
	const isPaired = isInPairs(groups);
	// In North America nobody writes the 1 that is dialed.
	const isWrittenSo = ({ trunk }: Plan) => isPaired || trunk === '' || trunk === '1';
	for (const { callingCode } of plansWithMobile(digits, isWrittenSo)) {
		const recipient = callingCode + digits;
		const isUsual = isPaired || groups.length === 1 || isWrittenAtHome(groups, recipient);
		if (isUsual) yield recipient;
	}
}

/** A number that is whole before the groups end. */
const numberBefore = (groups: Groups): string | undefined =>
	beginningsOf(groups)
		.map((some) => some.join(''))
		.find(isKnown);

/** A number that nobody can have, as it is written behind a +; undefined where somebody can. */
function flawAbroad(groups: Groups, home: Plan | undefined): Verdict | undefined {
	const digits = groups.join('');
	const flaw = lengthFlaw(digits);
	if (flaw) return flaw;
	const parts = partsOf(digits);
	if (parts === undefined) {
		const says = digits.startsWith('0')
			? 'No country code begins with 0.'
			: `No country has the code +${groups[0]!.slice(0, 3)}.`;
		const meant = home ? nationalReadings(digits, home) : [];
		return meant.length === 1 ? suggest(says, meant[0]!.recipient) : refuse(says);
	}
	const { callingCode } = parts;
	if (groups[0]!.length < callingCode.length) return refuseAsUnclear(digits, home);
	if (kindOf(digits)) return undefined;
	const today = renewed(digits);
	if (today && !today.isDialed) return undefined;
	const meant = today?.recipient ?? withoutDialed(digits)[0];
	return meant === undefined ? undefined : suggest(saysDialed(digits, meant), meant);
}

function saysDialed(digits: string, meant: string): string {
	const { callingCode, national } = partsOf(digits)!;
	const rest = meant.slice(callingCode.length);
	const dialed = national.endsWith(rest) ? national.slice(0, -rest.length) : national.slice(0, 2);
	return `The ${dialed} after +${callingCode} is only dialed inside the country.`;
}

/** Digits behind + or 00: taken as they are written, also where no plan knows them. */
function decideAbroad(groups: Groups, home: Plan | undefined): Verdict {
	const recipient = groups.join('');
	const flaw = flawAbroad(groups, home);
	const before = numberBefore(groups);
	if (before === undefined) return flaw ?? { recipient, as: 'explicit' };
	const isUsual =
		isMobile(recipient) && groups.at(-1)!.length > 2 && isWrittenAbroad(groups, recipient);
	return isUsual ? { recipient, as: 'explicit' } : refuseAsBeside(before, recipient, home);
}

/** "+44 (0)7400 123456": the 0 belongs to the number or not, whichever makes it one. */
function decideBracketed([code, zero, ...rest]: Groups, home: Plan | undefined): Verdict {
	const forms = [
		[code!, ...rest],
		[code!, zero!, ...rest],
	];
	const valid = forms.filter((groups) => kindOf(groups.join('')));
	if (valid.length === 2) return refuseAsAmbiguous(...valid.map((groups) => groups.join('')));
	if (valid.length === 1) return decideAbroad(valid[0]!, home);
	return (
		[forms[0]!, forms[1]!]
			.map((groups) => decideAbroad(groups, home))
			.find((one) => 'refusal' in one) ??
		refuse(`With or without the 0 in parentheses it is not a valid number after +${code}.`)
	);
}

/** Digits that begin with 00, which some countries also dial as a part of something longer. */
function decideDoubleZero(spelling: Spelling, home: Plan | undefined): Verdict {
	const { digits, groups } = spelling;
	const meant = groups.join('');
	const others = home ? exitReadings(digits, home) : [];
	if (digits.startsWith('001') && kindOf(meant) && others.includes(digits.slice(3))) {
		return refuseAsAmbiguous(meant, digits.slice(3));
	}
	if (kindOf(meant) || spelling.isBracketed || numberBefore(groups) !== undefined) {
		return decideExplicit(spelling, home);
	}
	// Tajikistan has mobile numbers that begin with 00.
	const local = homonyms(digits);
	if (local.length > 0) return refuseAsAmbiguous(meant, ...local);
	if (others.length === 0) {
		const verdict = decideExplicit(spelling, home);
		const isUnknown = 'recipient' in verdict && !renewed(meant);
		// Postcodes begin with 00 too.
		return isUnknown
			? refuse('No country has such a number. If it is right, write it with +.')
			: verdict;
	}
	const hasZero = partsOf(meant)?.national.startsWith('0');
	const [written = meant] = hasZero ? withoutDialed(meant) : [];
	const isMeant = written !== meant || isPossible(meant) || renewed(meant);
	if (isMeant) return refuseAsAmbiguous(written, ...others);
	return onlyOne(others, 'explicit')!;
}

const decideExplicit = ({ groups, isBracketed }: Spelling, home: Plan | undefined): Verdict =>
	isBracketed ? decideBracketed(groups, home) : decideAbroad(groups, home);

/** A plan that has changed, or a 0 that a number column took away. */
function outdated(digits: string, { callingCode }: Plan): Verdict | undefined {
	const today = renewed(callingCode + digits) ?? renewed(digits);
	if (today) return suggest(today.says, today.recipient);
	const complete = `${callingCode}0${digits}`;
	return isMobile(complete) ? suggest('Its first 0 seems to be missing.', complete) : undefined;
}

/** France's overseas departments dial each other, and are dialed, without their country codes. */
const DIALED_AS_HOME: Readonly<Record<string, readonly string[]>> = {
	FR: ['590', '594', '596', '262'],
};

function notValid(digits: string, home: Plan): Verdict {
	const says = `Not a valid number in ${countryName(home.country)}.`;
	const plans = (DIALED_AS_HOME[home.country] ?? []).map((code) => plansUnder(code)[0]!);
	const meant = plans.flatMap((plan) => nationalReadings(digits, plan));
	if (meant.length === 1) return suggest(says, meant[0]!.recipient);
	return refuse(`${says} Check the digits, or write it with + and its country code.`);
}

function leftIn(digits: string): Verdict | undefined {
	const [meant] = kindOf(digits) ? [] : withoutDialed(digits);
	return meant === undefined ? undefined : suggest(saysDialed(digits, meant), meant);
}

/** Readings that receive no SMS decide only where nothing else does. */
function decideOther(digits: string, home: Plan, readings: readonly string[]): Verdict {
	const isOwn = digits.startsWith(home.callingCode);
	const all = [...new Set([...readings, ...(isOwn && kindOf(digits) ? [digits] : [])])];
	return (
		onlyOne(all, 'national') ??
		onlyOne(exitReadings(digits, home), 'explicit') ??
		(isOwn ? leftIn(digits) : undefined) ??
		lengthFlaw(digits) ??
		notValid(digits, home)
	);
}

/** Digits without + or 00, where a default country is chosen: its mobiles win. */
function decideAtHome(digits: string, home: Plan): Verdict {
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
	return others.length > 0
		? refuseAsAmbiguous(digits, ...others)
		: { recipient: digits, as: 'bare' };
}

/** Digits without + or 00, where no default country is chosen. */
function decideAlone(digits: string): Verdict {
	const flaw = lengthFlaw(digits);
	if (flaw) return flaw;
	if (digits.startsWith('0')) {
		return refuse(
			"It has no country code. Write it with + and its country code, or choose a 'Default Country'.",
		);
	}
	if (kindOf(digits)) return { recipient: digits, as: 'bare' };
	const today = renewed(digits);
	return (
		(today && suggest(today.says, today.recipient)) ??
		leftIn(digits) ??
		refuse(
			"No country has such a number. If it is right, write it with +. If it has no country code, add it or choose a 'Default Country'.",
		)
	);
}

/** Digits in one piece say nothing by the way in which they are written. */
function doubtAboutPiece(
	digits: string,
	{ recipient, as }: Accepted,
	home?: Plan,
): Verdict | undefined {
	if (home === undefined) {
		const others = homonyms(digits);
		return others.length > 0 ? refuseAsAmbiguous(recipient, ...others) : undefined;
	}
	// Landlines receive no SMS, so they are read only where nothing is left to doubt.
	const { trunk, callingCode } = home;
	const isClear =
		isMobile(recipient) ||
		as !== 'national' ||
		digits.startsWith(trunk) ||
		digits.startsWith(callingCode);
	return isClear ? undefined : refuseAsUnclear(recipient, home);
}

/** Without a default country, a country code of three digits is hardly the number of a row. */
const MAX_ROW = 2;

/** How the groups of a number are written. */
type Writing = Readonly<{
	/** As its country writes it, at home or behind the country code. */
	isUsual: boolean;
	isUsualAtHome: boolean;
	/** Behind what is dialed in front at home, such as 0. */
	isDialed: boolean;
}>;

type Part = Readonly<{ groups: Groups; counts: (digits: string) => boolean }>;

const partsOfKind = (parts: readonly Groups[], counts: Part['counts']): Part[] =>
	parts.map((groups) => ({ groups, counts }));

/** What may be a number by itself where no country is chosen. */
function partsAnywhere(groups: Groups): Part[] {
	const whole = partsOfKind([groups], isMobile);
	if (groups[0]!.length > MAX_ROW) return whole;
	// A row, or a day or price as in 20.11 and 9.90.
	const cuts = groups[1]!.length === 2 ? 2 : 1;
	return [...whole, ...partsOfKind(endsOf(groups).slice(0, cuts), isMobile)];
}

/** Which of the groups may be a number by themselves at home, and which kinds count there. */
function partsAtHome(groups: Groups, { recipient, as }: Accepted, writing: Writing): Part[] {
	const { isUsual, isUsualAtHome, isDialed } = writing;
	const isPaired = isInPairs(groups);
	const isHere = as === 'national';
	const isWhole = isHere && isMobile(recipient) && (isPaired || isUsual);
	const parts: Part[] = [];
	if (isHere ? !isWhole : isPaired) parts.push({ groups, counts: isKnown });
	if (!(isWhole && isUsualAtHome)) {
		parts.push(...partsOfKind(beginningsOf(groups), isWhole && isUsual ? isMobile : isKnown));
	}
	const isOwn = isHere && groups.join('') === recipient;
	if (as === 'explicit' || isOwn || (isDialed && isWhole)) return parts;
	const isLong = isWhole && isUsual && groups.length > 2 && groups[0]!.length > 1;
	parts.push(...partsOfKind(endsOf(groups), isLong ? isMobile : isKnown));
	return parts;
}

/** What the groups say against the number that their digits would be in one piece. */
function doubtAboutGroups(groups: Groups, accepted: Accepted, home?: Plan): Verdict | undefined {
	const { recipient, as } = accepted;
	const isUsualAtHome = as === 'national' && isWrittenAtHome(groups, recipient);
	const isUsual = isUsualAtHome || isWrittenAbroad(groups, recipient);
	const isDialed = !!home?.trunk && groups[0]!.startsWith(home.trunk);
	const isPhone = isMobile(recipient);
	if (!isUsual && (as === 'bare' || !(isPhone || isDialed))) {
		return refuseAsUnclear(recipient, home);
	}
	if (as === 'bare' && !isPhone) return refuseAsNoMobile(recipient);
	// Two groups are also an area code and the rest of a number.
	const doubt =
		groups.length === 2 && !home ? doubtAboutPiece(groups.join(''), accepted) : undefined;
	if (doubt) return doubt;
	const parts = home
		? partsAtHome(groups, accepted, { isUsual, isUsualAtHome, isDialed })
		: partsAnywhere(groups);
	for (const { groups: part, counts } of parts) {
		for (const other of numbersAmong(part, home)) {
			if (other === recipient || !counts(other)) continue;
			return part === groups
				? refuseAsAmbiguous(other, recipient)
				: refuseAsBeside(other, recipient, home);
		}
	}
	return undefined;
}

/**
 * One reading or none: what people write as one phone number, and as nothing else.
 *
 * @param home the default country, which reads numbers without a country code
 */
export function decide(spelling: Spelling, home: Plan | undefined): Verdict {
	const { digits, groups, isExplicit } = spelling;
	if (isExplicit) {
		return digits.startsWith('00')
			? decideDoubleZero(spelling, home)
			: decideExplicit(spelling, home);
	}
	const verdict = home ? decideAtHome(digits, home) : decideAlone(digits);
	if ('refusal' in verdict) return verdict;
	if (verdict.as === 'bare' && spelling.opensWithArea) {
		return refuseAsUnclear(verdict.recipient, home);
	}
	const doubt =
		groups.length === 1
			? doubtAboutPiece(digits, verdict, home)
			: doubtAboutGroups(groups, verdict, home);
	return doubt ?? verdict;
}
