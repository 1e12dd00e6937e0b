import { kindOf, splitCode, withoutPlus } from './numberingPlans';

/** A country whose numbers got another form, so that lists still hold the old one. */
type PlanChange = Readonly<{
	/** For people. */
	says: string;
	/** National numbers of before. */
	old: RegExp;
	renew: (old: string) => string;
}>;

/** Mobiles by their second digit, landlines by their third (ARTCI, 31 January 2021). */
function renewIvorian(old: string): string {
	if (/^[23]/.test(old)) return `${{ 0: '25', 8: '21' }[old[2]!] ?? '27'}${old}`;
	if (/^.[0-3]/.test(old)) return `01${old}`;
	return /^.[4-6]/.test(old) ? `05${old}` : `07${old}`;
}

/** By calling code. */
const CHANGES: Readonly<Record<string, PlanChange>> = {
	229: {
		says: 'is from before November 2024, since when numbers in Benin have 10 digits.',
		old: /^[2-9]\d{7}$/,
		renew: (old) => `01${old}`,
	},
	225: {
		says: "is from before January 2021, since when numbers in Côte d'Ivoire have 10 digits.",
		old: /^\d{8}$/,
		renew: renewIvorian,
	},
	52: {
		says: 'is from before August 2019, since when mobile numbers in Mexico have no 1 after +52.',
		old: /^1\d{10}$/,
		renew: (old) => old.slice(1),
	},
	55: {
		says: 'is from before November 2016, since when mobile numbers in Brazil have a 9 after the area code.',
		old: /^\d\d[6-9]\d{7}$/,
		renew: (old) => `${old.slice(0, 2)}9${old.slice(2)}`,
	},
};

/**
 * The number of today for one of an old plan; undefined where the plan has not changed, or where
 * today's number would be none.
 *
 * @param digits international, digits only
 */
export function renewed(digits: string): Readonly<{ recipient: string; says: string }> | undefined {
	const number = splitCode(digits);
	const change = number && CHANGES[number.callingCode];
	if (!change?.old.test(number!.national) || kindOf(digits)) return undefined;
	const recipient = number!.callingCode + change.renew(number!.national);
	return kindOf(recipient) ? { recipient, says: change.says } : undefined;
}

/**
 * The phone behind a number: one text for all forms that its number has or had. Argentina's
 * mobiles have a 9 after +54 or not, and a number is given there only once; Palestine's are reached
 * behind Israel's code too.
 *
 * @param recipient E.164
 * @returns digits only
 */
export function phoneOf(recipient: string): string {
	const digits = withoutPlus(recipient)
		.replace(/^972(?=5[69]\d{7}$)/, '970')
		.replace(/^549(?=\d{10}$)/, '54');
	return renewed(digits)?.recipient ?? digits;
}
