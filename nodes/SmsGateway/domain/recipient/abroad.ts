import { renewed } from './changedPlans';
import { kindOf, plansUnder, splitCallingCode, type Plan } from './plans';
import { exitReadings, homonyms, isPossible, withoutTrunk } from './readings';
import { lengthFlaw, onlyOne, refuse, refuseAsAmbiguous, suggest, type Verdict } from './verdict';

/** A trunk prefix that was left in behind the country code, such as +33 06. */
export function trunkFlaw(digits: string): Verdict | undefined {
	const meant = withoutTrunk(digits);
	if (meant === undefined) return undefined;
	const { callingCode } = splitCallingCode(digits)!;
	const { trunk } = plansUnder(callingCode)[0]!;
	return suggest(`The ${trunk} after +${callingCode} is only dialed inside the country.`, meant);
}

/** Digits that were written after a + or 00: taken as they are, also where no plan knows them. */
export function decideAbroad(digits: string): Verdict {
	if (digits.startsWith('0')) return refuse(() => 'No country code begins with 0.');
	return lengthFlaw(digits) ?? trunkFlaw(digits) ?? { recipient: digits, as: 'explicit' };
}

/** Digits that begin with 00, which some countries also dial as a part of something longer. */
export function decideDoubleZero(digits: string, home: Plan | undefined): Verdict {
	const meant = digits.slice(2);
	const others = home ? exitReadings(digits, home) : [];
	if (kindOf(meant)) {
		const isExit = digits.startsWith('001') && others.includes(digits.slice(3));
		return isExit
			? refuseAsAmbiguous(meant, digits.slice(3))
			: { recipient: meant, as: 'explicit' };
	}
	// Tajikistan has mobile numbers that begin with 00.
	const local = homonyms(digits);
	if (local.length > 0) return refuseAsAmbiguous(meant, ...local);
	if (others.length === 0) return decideAbroad(meant);
	if (isPossible(meant) || renewed(meant)) return refuseAsAmbiguous(meant, ...others);
	return onlyOne(others, 'explicit')!;
}
