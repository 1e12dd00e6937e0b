import {
	isMobile,
	kindOf,
	partsOf,
	plansUnder,
	plansWithMobile,
	usualGroups,
	type Groups,
	type Kind,
	type Plan,
} from './plans';

/** What digits may mean: an international number, digits only. */
export type Reading = Readonly<{ recipient: string; kind: Kind }>;

/** The digits, and what is left of them without what is dialed in front inside the country. */
function nationalForms(digits: string, { lead, trunk }: Plan): Set<string> {
	const forms = new Set([digits]);
	const match = lead?.pattern.exec(digits);
	if (lead && match) {
		const isDropped = match.at(-1) === undefined;
		forms.add(isDropped ? digits.slice(match[0].length) : digits.replace(lead.pattern, lead.rule));
	}
	if (digits.startsWith(trunk)) forms.add(digits.slice(trunk.length));
	return forms;
}

/** What the digits mean when they are dialed inside a country. */
export function nationalReadings(digits: string, home: Plan): Reading[] {
	const readings: Reading[] = [];
	for (const national of nationalForms(digits, home)) {
		const recipient = home.callingCode + national;
		const kind = kindOf(recipient);
		if (kind) readings.push({ recipient, kind });
	}
	return readings;
}

/** The mobiles of all countries that the digits would be if they had no country code. */
export const homonyms = (digits: string): string[] =>
	Array.from(plansWithMobile(digits), ({ callingCode }) => callingCode + digits);

/** What the digits mean behind what is dialed there to call abroad: mobiles only, each once. */
export function exitReadings(digits: string, { exit }: Plan): string[] {
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
	const parts = partsOf(digits);
	if (parts === undefined) return false;
	const { callingCode, national, plans } = parts;
	if (callingCode === '1' && !/^[2-9]..[2-9]/.test(national)) return false;
	return plans.some(({ lengths }) => lengths.includes(national.length));
}

/** The numbers that are left without what is only dialed inside the country: "+33 06 …", "+375 8 029 …". */
export function withoutDialed(digits: string): string[] {
	const parts = partsOf(digits);
	if (parts === undefined) return [];
	const { national, plans } = parts;
	const readings = plans.flatMap((plan) => nationalReadings(national, plan));
	// Where nothing is dialed in front, a 0 there is an Italian mobile as a Frenchman would write it.
	const zero = parts.callingCode + national.slice(1);
	if (national.startsWith('0') && kindOf(zero)) readings.push({ recipient: zero, kind: 'other' });
	return [...new Set(readings.map(({ recipient }) => recipient))].filter((one) => one !== digits);
}

/** Whether groups are those in which the number is usually written with its country code. */
export function isWrittenAbroad(groups: Groups, digits: string): boolean {
	const callingCode = partsOf(digits)?.callingCode;
	if (callingCode === undefined || !groups[0]!.startsWith(callingCode)) return false;
	return groups.join(' ') === [callingCode, ...usualGroups(digits)!.abroad].join(' ');
}

/** The same without it, with or without what is dialed in front. */
export function isWrittenAtHome(groups: Groups, digits: string): boolean {
	const { trunk } = plansUnder(partsOf(digits)!.callingCode)[0]!;
	const { abroad, home } = usualGroups(digits)!;
	const given = groups.join(' ');
	return [abroad, home].some((usual) => {
		const written = usual.join(' ');
		return given === written || given === trunk + written || given === `${trunk} ${written}`;
	});
}

/** Two by two, which is how people write in many countries, whatever the book says. */
export const isInPairs = (groups: Groups): boolean =>
	groups.length > 2 &&
	groups.every(({ length }, index) => (index === groups.length - 1 ? length <= 3 : length === 2));
