import { decideAbroad } from './abroad';
import { decideDigits } from './decide';
import { isGroupedAs, isGroupedAtHome, isTelling } from './international';
import { kindOf, mobileIn, splitCallingCode, type Plan } from './plans';
import { homonyms } from './readings';
import { isLastOdd, withoutFirst, type Spelling } from './spelling';
import {
	refuseAsAmbiguous,
	refuseAsBeside,
	refuseAsNoMobile,
	refuseAsUnclear,
	type Accepted,
	type Verdict,
} from './verdict';

const isMobile = (digits: string): boolean => kindOf(digits) === 'mobile';

const readingsOf = (verdict: Verdict): readonly string[] =>
	'recipient' in verdict ? [verdict.recipient] : verdict.readings;

const isWrittenAs = (groups: readonly string[], recipient: string, home?: Plan): boolean =>
	isGroupedAs(groups, recipient) || (!!home && isGroupedAtHome(groups, recipient));

/** Whom the digits reach where nothing is dialed in front of them, if they are written as there. */
const homonymsAtHome = (groups: readonly string[], digits: string): string[] =>
	mobileIn(digits)
		.filter(({ trunk }) => trunk === '')
		.map(({ callingCode }) => callingCode + digits)
		.filter((one) => isGroupedAtHome(groups, one));

/** A number without the first group, where that may be a row number. */
function withoutRowNumber(
	spelling: Spelling,
	{ recipient, as }: Accepted,
	home?: Plan,
): string | undefined {
	const { groups } = spelling;
	const rest = spelling.digits.startsWith('00') ? undefined : withoutFirst(spelling);
	if (rest === undefined) return undefined;
	// A country code of three digits is hardly the number of a row.
	const isAlone = !home && (groups[0]!.length < 3 || !isMobile(recipient));
	const readings = [
		...readingsOf(decideDigits(rest, home)),
		...(isAlone ? homonymsAtHome(groups.slice(1), rest) : []),
	];
	const other = readings.find((one) => one !== recipient && isMobile(one));
	if (other === undefined || as === 'bare') return other;
	const { trunk, exit } = home!;
	// Where 1 or 8 is dialed in front, rows begin with it too.
	const isDialed =
		(trunk.startsWith('0') && groups[0]!.startsWith(trunk)) || !!exit?.test(groups[0]!);
	const isUsual = isTelling(groups) && isWrittenAs(groups, recipient, home);
	return isMobile(recipient) && (isDialed || isUsual) ? undefined : other;
}

/** A number without the last groups, where these may be an extension or a second column. */
function withoutExtension(
	spelling: Spelling,
	{ recipient, as }: Accepted,
	home?: Plan,
): string | undefined {
	const { plus, groups } = spelling;
	const exit = spelling.digits.startsWith('00') ? '00' : '';
	const isKnown = kindOf(recipient) !== undefined;
	const isOdd = !isKnown || isLastOdd(spelling);
	const isUsual = groups.at(-1)!.length > 2 && isWrittenAs(groups, recipient, home);
	const isAlone = !home && !isUsual && as === 'bare';
	for (let end = groups.length - 1; end >= (isKnown ? groups.length - 1 : 1); end--) {
		const kept = groups.slice(0, end);
		const digits = kept.join('');
		const verdict = plus ? decideAbroad(digits) : decideDigits(exit + digits, home);
		// The digits themselves too: a foreign number, where one at home wins.
		const other = [...readingsOf(verdict), digits].find(
			(one) => isMobile(one) && (isOdd || (!isUsual && isWrittenAs(kept, one, home))),
		);
		const found = other ?? (isAlone ? homonymsAtHome(kept, digits)[0] : undefined);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Whether the country code stands apart from what is nobody's number without it. */
function isCutOnlyHere({ groups }: Spelling, recipient: string): boolean {
	const { callingCode, national } = splitCallingCode(recipient)!;
	let length = 0;
	const isCut = groups.some((group) => (length += group.length) === callingCode.length);
	return (
		isCut &&
		[national, national.replace(/^0/, '')].every((digits) =>
			mobileIn(digits).every((plan) => plan.callingCode === callingCode),
		)
	);
}

/** Digits with a bare country code: written as usual, and no number that anybody dials at home. */
function doubtAboutBare(spelling: Spelling, recipient: string, home?: Plan): Verdict | undefined {
	const { groups, gaps } = spelling;
	const isUsual = groups.length > 1 && isGroupedAs(groups, recipient);
	const isClear = groups.length === 1 || isUsual || isCutOnlyHere(spelling, recipient);
	if (gaps[0]!.includes('(') || !isClear) return refuseAsUnclear(recipient, home);
	const others = home ? [] : homonyms(recipient);
	if (others.length === 0) return undefined;
	const isPlain = isUsual && isTelling(groups);
	return isPlain && !others.some((other) => isGroupedAtHome(groups, other))
		? undefined
		: refuseAsAmbiguous(recipient, ...others);
}

/** Landlines receive no SMS, so they are read only where nothing is left to doubt. */
function isWrittenOut({ groups }: Spelling, recipient: string, home: Plan): boolean {
	const { trunk, callingCode } = home;
	if (trunk !== '' && groups[0]!.startsWith(trunk)) return true;
	if (groups.length === 1) return trunk === '' || groups[0]!.startsWith(callingCode);
	return isTelling(groups) && isWrittenAs(groups, recipient, home);
}

/** Whether digits that are a mobile at home are written like a foreign one with its country code. */
const isWrittenAsAbroad = ({ digits, groups }: Spelling, recipient: string): boolean =>
	groups.length > 1 &&
	digits !== recipient &&
	isMobile(digits) &&
	isGroupedAs(groups, digits) &&
	!isGroupedAtHome(groups, recipient);

/** What the way of writing says against a reading of the digits; undefined where it says nothing. */
export function doubtAbout(
	spelling: Spelling,
	accepted: Accepted,
	home?: Plan,
): Verdict | undefined {
	const { recipient, as } = accepted;
	if (isWrittenAsAbroad(spelling, recipient)) {
		return refuseAsAmbiguous(spelling.digits, recipient);
	}
	const isLandline = as === 'national' && !isMobile(recipient);
	if (isLandline && !isWrittenOut(spelling, recipient, home!))
		return refuseAsUnclear(recipient, home);
	const doubt = as === 'bare' ? doubtAboutBare(spelling, recipient, home) : undefined;
	if (doubt || spelling.groups.length === 1) return doubt;
	const other =
		withoutRowNumber(spelling, accepted, home) ?? withoutExtension(spelling, accepted, home);
	if (other !== undefined) return refuseAsBeside(other, recipient, home);
	return as === 'bare' && !isMobile(recipient) ? refuseAsNoMobile(recipient) : undefined;
}
