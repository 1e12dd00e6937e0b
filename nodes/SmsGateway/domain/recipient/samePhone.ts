import { kindOf, planned } from './numberingPlans';

/** A country whose numbers got another form, so that lists still hold the old one. */
type PlanChange = Readonly<{
	callingCode: string;
	/** For people. */
	says: string;
	/** National numbers of before. */
	old: RegExp;
	renew: (old: string) => string;
	/** Whether it was only dialed inside the country, so that no + belongs in front. */
	isDialed?: true;
}>;

/** Mobiles by their second digit, landlines by their third (ARTCI, 31 January 2021). */
function renewIvorian(old: string): string {
	if (/^[23]/.test(old)) return `${{ 0: '25', 8: '21' }[old[2]!] ?? '27'}${old}`;
	if (/^.[0-3]/.test(old)) return `01${old}`;
	return /^.[4-6]/.test(old) ? `05${old}` : `07${old}`;
}

/** Vietnam's operators by what their mobiles began with before; 16x became 3x. */
const VIETNAM: Readonly<Record<string, string>> = {
	...{ 120: '70', 121: '79', 122: '77', 126: '76', 128: '78' },
	...{ 123: '83', 124: '84', 125: '85', 127: '81', 129: '82' },
	...{ 186: '56', 188: '58', 199: '59' },
};

const CHANGES: readonly PlanChange[] = [
	{
		callingCode: '229',
		says: 'Since November 2024, numbers in Benin have 10 digits.',
		old: /^[2-9]\d{7}$/,
		renew: (old) => `01${old}`,
	},
	{
		callingCode: '225',
		says: "Since January 2021, numbers in Côte d'Ivoire have 10 digits.",
		old: /^\d{8}$/,
		renew: renewIvorian,
	},
	{
		callingCode: '52',
		says: 'Since August 2019, mobile numbers in Mexico have no 1 after +52.',
		old: /^1\d{10}$/,
		renew: (old) => old.slice(1),
	},
	{
		callingCode: '52',
		says: 'Since August 2019, nothing is dialed before a number in Mexico.',
		old: /^0(?:1|44|45)\d{10}$/,
		renew: (old) => old.slice(-10),
		isDialed: true,
	},
	{
		callingCode: '56',
		says: 'Since 2016, nothing is dialed before a number in Chile.',
		old: /^09\d{8}$/,
		renew: (old) => old.slice(1),
		isDialed: true,
	},
	{
		callingCode: '380',
		says: 'Since October 2009, no 8 is dialed before a number in Ukraine.',
		old: /^80\d{9}$/,
		renew: (old) => old.slice(2),
		isDialed: true,
	},
	{
		callingCode: '55',
		says: 'Since November 2016, mobile numbers in Brazil have a 9 after the area code.',
		old: /^\d\d[6-9]\d{7}$/,
		renew: (old) => `${old.slice(0, 2)}9${old.slice(2)}`,
	},
	{
		callingCode: '84',
		says: 'Since September 2018, mobile numbers in Vietnam have 9 digits after +84.',
		old: /^1(?:2[0-9]|6[2-9]|8[68]|99)\d{7}$/,
		renew: (old) => `${VIETNAM[old.slice(0, 3)] ?? `3${old[2]}`}${old.slice(3)}`,
	},
];

export type Renewed = Readonly<{
	recipient: string;
	says: string;
	/** What of the old one was only dialed inside the country. */
	dialed?: string;
}>;

/**
 * The number of today for one of an old plan.
 *
 * @param digits international, digits only
 * @returns undefined where the plan has not changed, or where today's number would be none
 */
export function renewed(digits: string): Renewed | undefined {
	const changes = CHANGES.filter(({ callingCode }) => digits.startsWith(callingCode));
	if (changes.length === 0 || kindOf(digits)) return undefined;
	const national = digits.slice(changes[0]!.callingCode.length);
	const change = changes.find(({ old }) => old.test(national));
	if (change === undefined) return undefined;
	const { callingCode, renew, says, isDialed } = change;
	const today = renew(national);
	const recipient = callingCode + today;
	if (!kindOf(recipient)) return undefined;
	return { recipient, says, ...(isDialed && { dialed: national.slice(0, -today.length) }) };
}

/** Gabon's operators by the first digit of before 2019; of 3 nothing but the 0 is known. */
const GABON: Readonly<Record<string, string>> = {
	2: '62',
	3: '03',
	4: '74',
	5: '65',
	6: '66',
	7: '77',
};

/**
 * The phone behind a number: one text for all forms that its number has or had. Argentina's
 * mobiles have a 9 after +54 or not, and a number is given there only once; Palestine's are reached
 * behind two codes.
 *
 * @param digits international, digits only
 */
export function phoneOf(digits: string): string {
	const callingCode = planned(digits)?.callingCode;
	// Mobiles of Palestine are reached behind Israel's code too.
	if (callingCode === '972') return digits.replace(/^972(?=5[69]\d{7}$)/, '970');
	if (callingCode === '54') return digits.replace(/^549(?=\d{10}$)/, '54');
	if (callingCode === '241') {
		return digits.replace(/^2410?([2-7])(?=\d{6}$)/, (_, first: string) => `241${GABON[first]}`);
	}
	return renewed(digits)?.recipient ?? digits;
}
