import {
	isMobile,
	kindOf,
	MIN_DIGITS,
	planned,
	plansOfMobile,
	writtenAbroad,
	writtenAtHome,
	type NumberingPlan,
	type NumberKind,
} from './numberingPlans';

/** A number that digits may mean. */
export type NumberReading = Readonly<{
	/** International, digits only. */
	recipient: string;
	kind: NumberKind;
	/** What of the digits is only dialed inside the country, such as 0, or 15 in Argentina. */
	dialed: string;
}>;

/** The national numbers that the digits may be, each with what of them is only dialed. */
function nationalForms(digits: string, { lead, trunk }: NumberingPlan): Map<string, string> {
	const forms = new Map([[digits, '']]);
	const match = lead?.pattern.exec(digits);
	if (lead && match) {
		const [all] = match;
		const kept = match.length > 1 ? match.at(-1) : undefined;
		if (kept === undefined) {
			forms.set(digits.slice(all.length), all);
		} else {
			const dialed = all.replace(kept, ' ').trim().split(' ').join(' and ');
			forms.set(digits.replace(lead.pattern, lead.rule), dialed);
		}
	}
	if (trunk !== '' && digits.startsWith(trunk)) forms.set(digits.slice(trunk.length), trunk);
	return forms;
}

/** What the digits mean when they are dialed inside a country. */
export function nationalReadings(digits: string, home: NumberingPlan): NumberReading[] {
	const readings: NumberReading[] = [];
	if (home.callingCode.length + digits.length < MIN_DIGITS) return readings;
	for (const [national, dialed] of nationalForms(digits, home)) {
		const recipient = home.callingCode + national;
		const kind = kindOf(recipient);
		if (kind) readings.push({ recipient, kind, dialed });
	}
	return readings;
}

/** The numbers that are left without what is only dialed inside the country: "+33 06 …", "+375 8 029 …". */
export function withoutDialed(digits: string): NumberReading[] {
	const number = planned(digits);
	if (number === undefined) return [];
	const { callingCode, national, plans } = number;
	const readings = plans.flatMap((plan) => nationalReadings(national, plan));
	// Where nothing is dialed in front, a 0 there is an Italian mobile as a Frenchman would write it.
	const recipient = callingCode + national.slice(1);
	const kind = national.startsWith('0') ? kindOf(recipient) : undefined;
	if (kind) readings.push({ recipient, kind, dialed: '0' });
	return readings.filter((reading) => reading.recipient !== digits);
}

/** The mobiles of all countries that the digits would be if they had no country code, each once. */
export const homonyms = (digits: string): string[] => [
	...new Set(plansOfMobile(digits).map(({ callingCode }) => callingCode + digits)),
];

/** What the digits mean behind what is dialed there to call abroad: mobiles only, each once. */
export function exitReadings(digits: string, { exit }: NumberingPlan): string[] {
	if (exit === undefined) return [];
	const readings = new Set<string>();
	for (let length = 2; length <= 8; length++) {
		const rest = digits.slice(length);
		if (exit.test(digits.slice(0, length)) && isMobile(rest)) readings.add(rest);
	}
	return [...readings];
}

/** Whether some plan has numbers of this length. In North America no area and no exchange begins with 0 or 1. */
export function isPossible(digits: string): boolean {
	const number = planned(digits);
	if (number === undefined) return false;
	const { callingCode, national, plans } = number;
	if (callingCode === '1' && !/^[2-9]..[2-9]/.test(national)) return false;
	return plans.some(({ lengths }) => lengths.includes(national.length));
}

/** Digits set apart by something else. */
export type DigitGroups = readonly string[];

/** Whether groups are those in which the number is usually written with its country code. */
export const isWrittenAbroad = (groups: DigitGroups, digits: string): boolean =>
	groups.join(' ') === writtenAbroad(digits);

/** Whether groups are those in which the number is usually written in its country. */
export function isWrittenAtHome(groups: DigitGroups, recipient: string): boolean {
	const given = groups.join(' ');
	const home = writtenAtHome(recipient);
	if (given === home) return true;
	const { callingCode, plans } = planned(recipient)!;
	const { trunk } = plans[0]!;
	const local = writtenAbroad(recipient).slice(callingCode.length + 1);
	return [`${trunk}${local}`, `${trunk} ${local}`].includes(given);
}

/** The mobiles of a country that the digits are there: as dialed, without, or with its country code. */
export function mobilesAtHome(digits: string, home: NumberingPlan): string[] {
	const mobiles = nationalReadings(digits, home)
		.filter(({ kind }) => kind === 'mobile')
		.map(({ recipient }) => recipient);
	if (digits.startsWith(home.callingCode) && isMobile(digits)) mobiles.push(digits);
	return [...new Set(mobiles)];
}

/** In pairs, as people write in many countries, also where the official format is another. */
const isInPairs = (groups: DigitGroups): boolean => groups.every(({ length }) => length === 2);

/** A mobile of a country that writes the groups so, without its country code. */
export function writtenElsewhere(groups: DigitGroups): string | undefined {
	const digits = groups.join('');
	const isAnyones = groups.length === 1 || isInPairs(groups);
	const plan = plansOfMobile(digits).find(
		({ callingCode }) => isAnyones || isWrittenAtHome(groups, callingCode + digits),
	);
	return plan && plan.callingCode + digits;
}
