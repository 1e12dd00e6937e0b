import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/core';
import json from 'libphonenumber-js/metadata.max.json';
import { planFor, type Plan } from './plans';

/**
 * The plan of the default country.
 *
 * @param country ISO 3166-1 alpha-2, such as FR
 * @throws Error with a sentence for the user when there is no such country
 */
export function homePlan(country: string): Plan {
	const code = country.trim().toUpperCase();
	if (!isSupportedCountry(code as CountryCode, json)) {
		throw new Error(
			`'Default Country' "${country}" is not known. Use a two-letter country code, such as FR.`,
		);
	}
	return planFor(code);
}
