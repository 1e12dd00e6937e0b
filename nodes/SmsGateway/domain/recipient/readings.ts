import type { Kind } from './kind';
import { kindOf, mobileIn, plansUnder, splitCallingCode, type Plan } from './plans';

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
export const nationalReadings = (digits: string, home: Plan): Reading[] =>
	[...nationalForms(digits, home)].flatMap((national) => {
		const recipient = home.callingCode + national;
		const kind = kindOf(recipient);
		return kind ? [{ recipient, kind }] : [];
	});

/** The mobiles of all countries that the digits would be if they had no country code. */
export const homonyms = (digits: string): string[] =>
	mobileIn(digits).map(({ callingCode }) => callingCode + digits);

/** What the digits mean behind what is dialed there to call abroad: mobiles only, each once. */
export function exitReadings(digits: string, { exit }: Plan): string[] {
	const readings = new Set<string>();
	for (let length = 2; length <= 8; length++) {
		const rest = digits.slice(length);
		if (exit?.test(digits.slice(0, length)) && kindOf(rest) === 'mobile') readings.add(rest);
	}
	return [...readings];
}

/** Whether some plan has numbers of this length. In North America no area and no exchange begins with 0 or 1. */
export function isPossible(digits: string): boolean {
	const split = splitCallingCode(digits);
	if (split === undefined) return false;
	const { callingCode, national } = split;
	if (callingCode === '1' && !/^[2-9]..[2-9]/.test(national)) return false;
	return plansUnder(callingCode).some(({ lengths }) => lengths.includes(national.length));
}

/**
 * The number without a trunk prefix that was left in behind the country code: "+33 06 …".
 *
 * @returns undefined where the digits are a number as they are, or are none without it either
 */
export function withoutTrunk(digits: string): string | undefined {
	const split = splitCallingCode(digits);
	if (split === undefined) return undefined;
	const { trunk } = plansUnder(split.callingCode)[0]!;
	if (!split.national.startsWith(trunk)) return undefined;
	const recipient = split.callingCode + split.national.slice(trunk.length);
	return kindOf(recipient) && !kindOf(digits) ? recipient : undefined;
}
