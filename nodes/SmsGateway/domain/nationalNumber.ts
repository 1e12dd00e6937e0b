import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/max';
import type { NationalReader } from './recipient';

export type Country = Readonly<{ code: string; name: string; callingCode: string }>;

/**
 * @param country ISO 3166-1 alpha-2, such as FR
 * @throws Error with a sentence for the user when there is no such country
 */
export function nationalReader(country: string): NationalReader {
	const code = country.trim().toUpperCase();
	if (!isSupportedCountry(code)) {
		throw new Error(
			`Default Country "${country}" is not known. Use a two-letter country code, such as FR.`,
		);
	}
	const callingCode = getCountryCallingCode(code as CountryCode);
	return (digits) => {
		const number = parsePhoneNumberFromString(digits, code as CountryCode);
		return number?.isValid() && number.countryCallingCode === callingCode && !number.ext
			? number.number.slice(1)
			: undefined;
	};
}

/** Whether the numbering plan's metadata knows the number. Plans change, so "no" is no proof. */
export const isKnownNumber = (recipient: string): boolean =>
	parsePhoneNumberFromString(`+${recipient}`)?.isValid() ?? false;

/** All countries with a numbering plan, by their English names. */
export function countries(): Country[] {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	return getCountries()
		.map((code) => ({
			code,
			name: names.of(code) ?? code,
			callingCode: getCountryCallingCode(code),
		}))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
