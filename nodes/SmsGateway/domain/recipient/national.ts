import {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import type { NationalReader } from './parse';

export type Country = Readonly<{ code: string; name: string; callingCode: string }>;

const digitsOf = ({ number }: PhoneNumber): string => number.slice(1);

/**
 * @param country ISO 3166-1 alpha-2, such as FR
 * @throws Error with a sentence for the user when there is no such country
 */
export function nationalReader(country: string): NationalReader {
	const code = country.trim().toUpperCase() as CountryCode;
	if (!isSupportedCountry(code)) {
		throw new Error(
			`Default Country "${country}" is not known. Use a two-letter country code, such as FR.`,
		);
	}
	const callingCode = getCountryCallingCode(code);

	const readsAsDialled = (digits: string, number: PhoneNumber): boolean => {
		if (!number.isValid() || number.ext !== undefined) return false;
		// What is dialled to call abroad differs: 00 in most countries, 011 in the US.
		const isAbroad = digits.startsWith('0') && digits.endsWith(digitsOf(number));
		return isAbroad || (number.countryCallingCode === callingCode && !digits.startsWith('00'));
	};

	/** With a default country, digits are taken for another country's only without doubt. */
	const canOnlyBeInternational = (digits: string, national: PhoneNumber | undefined): boolean => {
		const international = parsePhoneNumberFromString(`+${digits}`);
		if (!international?.isPossible()) return false;
		if (international.isValid()) return true;
		return !national?.isPossible() || digitsOf(national) === digits;
	};

	/**
	 * German 4915123456789 would also be a landline +49 4915123456789, its country code twice. An
	 * Italian mobile 390 7070450 would also be a landline +39 07070450. SMS go to mobiles.
	 */
	const carriesOwnCode = (digits: string, national: PhoneNumber | undefined): boolean =>
		digits.startsWith(callingCode) &&
		(parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false) &&
		national?.getType() !== 'MOBILE';

	return (digits) => {
		const number = parsePhoneNumberFromString(digits, code);
		if (carriesOwnCode(digits, number)) return digits;
		if (number && readsAsDialled(digits, number)) return digitsOf(number);
		if (digits.startsWith('0')) return undefined;
		return canOnlyBeInternational(digits, number) ? digits : undefined;
	};
}

/**
 * Whether the numbering plan's metadata knows the number, written just so: not with a trunk 0
 * left in. Plans change, so "no" is no proof.
 */
export function isKnownNumber(recipient: string): boolean {
	const number = parsePhoneNumberFromString(`+${recipient}`);
	return number !== undefined && number.isValid() && digitsOf(number) === recipient;
}

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
