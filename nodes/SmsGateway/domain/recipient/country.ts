import {
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/core';
import json from 'libphonenumber-js/metadata.max.json';
import { plansUnder, splitCallingCode, type Plan } from './plans';

/**
 * The countries that a number can be of, ISO 3166-1 alpha-2: one where the numbering plan tells
 * (as it does for most of +1), several where countries share a code and it does not, none where no
 * country has the code.
 *
 * @param recipient digits only, with country code
 */
export function countriesOf(recipient: string): readonly string[] {
	const split = splitCallingCode(recipient);
	if (split === undefined) return [];
	const plan = planOf(split.national, plansUnder(split.callingCode));
	return plan?.countries ?? countriesByParsing(recipient);
}

/** As libphonenumber finds it, without parsing the number, which takes ten times as long. */
function planOf(national: string, plans: readonly Plan[]): Plan | undefined {
	if (plans.length === 1) return plans[0];
	const plan = plans.find(
		({ leading, kindOf }) => leading?.test(national) ?? kindOf(national) !== undefined,
	);
	return plan?.kindOf(national) === undefined ? undefined : plan;
}

/** For what no plan knows as it is written, such as a number with a trunk prefix behind the country code. */
function countriesByParsing(recipient: string): readonly string[] {
	const number = parsePhoneNumberFromString(`+${recipient}`, json);
	if (number === undefined) return [];
	return number.country === undefined ? number.getPossibleCountries() : [number.country];
}

/** The first code that no country with phone numbers has. */
export const unknownCountry = (codes: readonly string[]): string | undefined =>
	codes.find((code) => !isSupportedCountry(code as CountryCode, json));
