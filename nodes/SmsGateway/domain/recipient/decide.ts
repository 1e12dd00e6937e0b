import { decideDoubleZero, trunkFlaw } from './abroad';
import { renewed } from './changedPlans';
import { countryName } from './countryName';
import { kindOf, type Plan } from './plans';
import { exitReadings, nationalReadings } from './readings';
import { lengthFlaw, onlyOne, refuse, refuseAsAmbiguous, suggest, type Verdict } from './verdict';

/** A plan that has changed, or a 0 that a number column took away. */
function outdated(digits: string, { callingCode }: Plan): Verdict | undefined {
	const today = renewed(callingCode + digits) ?? renewed(digits);
	if (today) return suggest(today.says, today.recipient);
	const complete = `${callingCode}0${digits}`;
	return kindOf(complete) === 'mobile'
		? suggest('Its first 0 seems to be missing.', complete)
		: undefined;
}

/** Readings that receive no SMS decide only where nothing else does. */
function decideOther(digits: string, home: Plan, readings: readonly string[]): Verdict {
	const own = digits.startsWith(home.callingCode) && kindOf(digits) ? [digits] : [];
	const all = [...new Set([...readings, ...own])];
	return (
		onlyOne(all, 'national') ??
		onlyOne(exitReadings(digits, home), 'explicit') ??
		(digits.startsWith(home.callingCode) ? trunkFlaw(digits) : undefined) ??
		lengthFlaw(digits) ??
		refuse(
			() =>
				`Not a valid number in ${countryName(home.country)}. Check the digits, or write it with + and its country code.`,
		)
	);
}

/** Digits without + or 00, where a default country is chosen: its mobiles win. */
function decideAtHome(digits: string, home: Plan): Verdict {
	const readings = nationalReadings(digits, home);
	const mobiles = readings.filter(({ kind }) => kind === 'mobile').map((one) => one.recipient);
	const isMobile = kindOf(digits) === 'mobile';
	const isOwn = isMobile && digits.startsWith(home.callingCode);
	if (isOwn && !mobiles.includes(digits)) mobiles.push(digits);
	const decided = onlyOne(mobiles, 'national') ?? outdated(digits, home);
	if (decided) return decided;
	const others = readings.map(({ recipient }) => recipient);
	if (!isMobile) return decideOther(digits, home, others);
	return others.length > 0
		? refuseAsAmbiguous(digits, ...others)
		: { recipient: digits, as: 'bare' };
}

/** Digits without + or 00, where no default country is chosen. */
function decideAlone(digits: string): Verdict {
	if (digits.startsWith('0')) {
		return (
			lengthFlaw(digits) ??
			refuse(
				() =>
					"It has no country code. Write it with + and its country code, or choose a 'Default Country'.",
			)
		);
	}
	if (kindOf(digits)) return { recipient: digits, as: 'bare' };
	const today = renewed(digits);
	return (
		lengthFlaw(digits) ??
		(today && suggest(today.says, today.recipient)) ??
		trunkFlaw(digits) ??
		refuse(
			() =>
				"No country has such a number. If it is right, write it with +. If it has no country code, add it or choose a 'Default Country'.",
		)
	);
}

/** Digits as they were written, without a +. */
export function decideDigits(digits: string, home: Plan | undefined): Verdict {
	if (digits.startsWith('00')) return decideDoubleZero(digits, home);
	return home ? decideAtHome(digits, home) : decideAlone(digits);
}
