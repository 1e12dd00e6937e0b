import { kindOf, splitCallingCode } from './plans';

/** A country whose numbers got another form, so that lists still hold the old one. */
type Change = Readonly<{
	callingCode: string;
	/** For people. */
	says: string;
	old: RegExp;
	/** National number, old to new. */
	renew: (old: string) => string;
	today: RegExp;
	/** National number, new to old. */
	restore: (national: string) => string;
}>;

/** Mobiles by their second digit, landlines by their third (ARTCI, 31 January 2021). */
function renewIvorian(old: string): string {
	if (/^[23]/.test(old)) return `${{ 0: '25', 8: '21' }[old[2]!] ?? '27'}${old}`;
	if (/^.[0-3]/.test(old)) return `01${old}`;
	return /^.[4-6]/.test(old) ? `05${old}` : `07${old}`;
}

const dropTwo = (national: string): string => national.slice(2);

const CHANGES: readonly Change[] = [
	{
		callingCode: '229',
		says: 'Since November 2024, numbers in Benin have 10 digits.',
		old: /^[2-9]\d{7}$/,
		renew: (old) => `01${old}`,
		today: /^01\d{8}$/,
		restore: dropTwo,
	},
	{
		callingCode: '225',
		says: "Since January 2021, numbers in Côte d'Ivoire have 10 digits.",
		old: /^\d{8}$/,
		renew: renewIvorian,
		today: /^(?:0[157]|2[157])\d{8}$/,
		restore: dropTwo,
	},
	{
		callingCode: '52',
		says: 'Since August 2019, mobile numbers in Mexico have no 1 after +52.',
		old: /^1\d{10}$/,
		renew: (old) => old.slice(1),
		today: /^[2-9]\d{9}$/,
		restore: (national) => `1${national}`,
	},
	{
		callingCode: '55',
		says: 'Since November 2016, mobile numbers in Brazil have a 9 after the area code.',
		old: /^\d\d[6-9]\d{7}$/,
		renew: (old) => `${old.slice(0, 2)}9${old.slice(2)}`,
		today: /^\d\d9[6-9]\d{7}$/,
		restore: (national) => national.slice(0, 2) + national.slice(3),
	},
];

export type Renewed = Readonly<{ recipient: string; says: string }>;

/**
 * The number of today for one of an old plan.
 *
 * @param digits international, digits only
 * @returns undefined where the plan has not changed, or where today's number would be none
 */
export function renewed(digits: string): Renewed | undefined {
	const split = splitCallingCode(digits);
	const change = CHANGES.find(({ callingCode }) => callingCode === split?.callingCode);
	if (!split || !change?.old.test(split.national) || kindOf(digits)) return undefined;
	const recipient = change.callingCode + change.renew(split.national);
	return kindOf(recipient) ? { recipient, says: change.says } : undefined;
}

/** All forms that a number has had, this one first: whoever opted out in one of them opted out. */
export function formsOf(digits: string): string[] {
	const today = renewed(digits)?.recipient ?? digits;
	const split = splitCallingCode(today);
	const change = CHANGES.find(({ callingCode }) => callingCode === split?.callingCode);
	const forms = new Set([digits, today]);
	if (split && change?.today.test(split.national)) {
		const old = change.callingCode + change.restore(split.national);
		if (renewed(old)?.recipient === today) forms.add(old);
	}
	return [...forms];
}
