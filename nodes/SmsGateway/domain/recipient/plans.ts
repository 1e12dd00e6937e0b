import { Metadata, type CountryCode } from 'libphonenumber-js/core';
import json from 'libphonenumber-js/metadata.max.json';
import { remembered } from '../remembered';
import { formatFinder, type Formatted } from './format';
import { kindFinder, whole, type Kind, type NumberingPlan } from './kind';

/** The numbering plan of a country, or of a service above countries such as satellite phones. */
export type Plan = Readonly<{
	/** ISO 3166-1 alpha-2, such as FR; of a service its calling code. */
	country: string;
	/** The same as a list; none for a service. */
	countries: readonly string[];
	callingCode: string;
	/** What begins each number of the country, where it alone tells it from others with its code. */
	leading?: RegExp;
	/** What is dialed before a number inside the country, such as 0; empty where nothing is. */
	trunk: string;
	/** What may stand before a national number, and how it is replaced where it is not just dropped. */
	lead?: Readonly<{ pattern: RegExp; rule: string }>;
	/** What is dialed to call abroad. */
	exit?: RegExp;
	/** How many digits a national number has. */
	lengths: readonly number[];
	/** @param national with country code and trunk prefix removed; undefined where the plan has no such number */
	kindOf: (national: string) => Kind | undefined;
	format: (national: string) => Formatted;
}>;

/** Patterns are compiled when a plan is first asked. */
function planOf(country: string): Plan {
	const metadata = new Metadata(json);
	metadata.selectNumberingPlan(country as CountryCode);
	const plan = metadata.numberingPlan as unknown as NumberingPlan;
	const lead = plan.nationalPrefixForParsing();
	const exit = plan.IDDPrefix();
	const leading = plan.leadingDigits();
	let find: Plan['kindOf'] | undefined;
	let format: Plan['format'] | undefined;
	return {
		country,
		countries: country in json.countries ? [country] : [],
		callingCode: plan.callingCode(),
		...(leading && { leading: new RegExp(`^(?:${leading})`) }),
		trunk: plan.nationalPrefix() || '',
		...(lead && {
			lead: {
				pattern: new RegExp(`^(?:${lead})`),
				rule: plan.nationalPrefixTransformRule() || '',
			},
		}),
		...(exit && { exit: whole(exit) }),
		lengths: plan.possibleLengths(),
		kindOf: (national) => (find ??= kindFinder(plan))(national),
		format: (national) => (format ??= formatFinder(plan))(national),
	};
}

/** @param country as in the metadata; one that it does not have throws */
export const planFor = remembered(planOf);

/** All plans under one calling code, the main one first: 24 of North America under 1. */
export const plansUnder = remembered((callingCode: string): readonly Plan[] => {
	const countries: readonly string[] =
		json.country_calling_codes[callingCode] ??
		(callingCode in json.nonGeographic ? [callingCode] : []);
	return countries.map(planFor);
});

/** @returns undefined where the digits begin with no calling code; none begins another */
export function splitCallingCode(
	digits: string,
): Readonly<{ callingCode: string; national: string }> | undefined {
	for (let length = 1; length <= 3; length++) {
		const callingCode = digits.slice(0, length);
		if (plansUnder(callingCode).length > 0) return { callingCode, national: digits.slice(length) };
	}
	return undefined;
}

/** With country code. Some plans also have shorter ones, such as Germany's 1680, which nobody sends SMS to. */
export const MIN_DIGITS = 7;

/** @param digits international, digits only; undefined where no plan knows the number, written just so */
export function kindOf(digits: string): Kind | undefined {
	if (digits.length < MIN_DIGITS) return undefined;
	const split = splitCallingCode(digits);
	if (split === undefined) return undefined;
	let kind: Kind | undefined;
	for (const plan of plansUnder(split.callingCode)) {
		const found = plan.kindOf(split.national);
		if (found === 'mobile') return found;
		kind ??= found;
	}
	return kind;
}

const plansWithLength = remembered((length: number) =>
	Object.keys(json.countries)
		.map(planFor)
		.filter(({ lengths }) => lengths.includes(length)),
);

/** The countries where the digits alone, without country code and trunk prefix, are a mobile number. */
export const mobileIn = (digits: string): Plan[] =>
	plansWithLength(digits.length).filter((plan) => plan.kindOf(digits) === 'mobile');
