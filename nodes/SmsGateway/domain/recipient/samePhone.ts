import { kindOf, splitCode, withoutPlus } from './numberingPlans';

/** Mobiles by their second digit, landlines by their third (ARTCI, 31 January 2021). */
function renewIvorian(old: string): string {
	if (/^[23]/.test(old)) return `${{ 0: '25', 8: '21' }[old[2]!] ?? '27'}${old}`;
	if (/^.[0-3]/.test(old)) return `01${old}`;
	return /^.[4-6]/.test(old) ? `05${old}` : `07${old}`;
}

/** Numbers as lists still hold them, and what they became: Benin, Côte d'Ivoire, Mexico, Brazil. */
const CHANGES: Readonly<Record<string, { old: RegExp; renew: (old: string) => string }>> = {
	229: { old: /^[2-9]\d{7}$/, renew: (old) => `01${old}` },
	225: { old: /^(?!00)\d{8}$/, renew: renewIvorian },
	52: { old: /^1\d{10}$/, renew: (old) => old.slice(1) },
	55: { old: /^\d\d[6-9]\d{7}$/, renew: (old) => `${old.slice(0, 2)}9${old.slice(2)}` },
};

/** The number of today for one of an old plan, with its country code, if there is one. */
export function renewed(digits: string): string | undefined {
	const { callingCode = '', national = '' } = splitCode(digits) ?? {};
	const change = CHANGES[callingCode];
	if (!change?.old.test(national) || kindOf(digits)) return undefined;
	const today = callingCode + change.renew(national);
	return kindOf(today) && today;
}

/**
 * The phone behind a number (E.164): the same digits for all forms that its number has or had. Argentina's mobiles
 * have a 9 after +54 or not, and a number is given there only once; Palestine's are reached behind Israel's code too.
 */
export function phoneOf(recipient: string): string {
	const digits = withoutPlus(recipient)
		.replace(/^972(?=5[69]\d{7}$)/, '970')
		.replace(/^549(?=\d{10}$)/, '54');
	return renewed(digits) ?? digits;
}
