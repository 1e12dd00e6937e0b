import fc from 'fast-check';
import { Metadata } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** Somebody with a telephone, as the library itself knows it. */
export type Person = Readonly<{ country: CountryCode; number: PhoneNumber; e164: string }>;

export type Random = Readonly<{ below: (limit: number) => number }>;

/** Marsaglia's xorshift: the same cases for the same seed. */
export function randomFrom(seed: number): Random {
	let state = seed | 1;
	return {
		below(limit) {
			state ^= state << 13;
			state ^= state >>> 17;
			state ^= state << 5;
			return (state >>> 0) % limit;
		},
	};
}

export const pick = <T>(from: readonly T[], random: Random): T => from[random.below(from.length)]!;

export const COUNTRIES = getCountries().filter((country) => getExampleNumber(country, examples));

const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

const isMobile = (number: PhoneNumber | undefined): number is PhoneNumber =>
	number !== undefined && number.isValid() && MOBILE.has(number.getType() ?? '');

const isLandline = (number: PhoneNumber | undefined): number is PhoneNumber =>
	number !== undefined && number.isValid() && number.getType() === 'FIXED_LINE';

function numbersOf(
	country: CountryCode,
	type: string,
	isOne: typeof isMobile,
	count: number,
	seed: number,
): Person[] {
	const plans = new Metadata(metadata);
	plans.selectNumberingPlan(country);
	const plan = plans.numberingPlan as unknown as {
		type: (name: string) => { pattern: () => string } | undefined;
		callingCode: () => string;
	};
	const pattern = plan.type(type)?.pattern();
	if (!pattern) return [];
	return fc
		.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 2 * count, seed })
		.map((national) => parsePhoneNumberFromString(`+${plan.callingCode()}${national}`))
		.filter(isOne)
		.map((number) => ({ country, number, e164: number.number }));
}

/** People of one country: numbers of every length and range that its plan gives to mobiles. */
export function peopleOf(country: CountryCode, count: number, seed: number): Person[] {
	const mobiles = numbersOf(country, 'MOBILE', isMobile, count, seed);
	return (
		(mobiles.length > 0 ? mobiles : numbersOf(country, 'FIXED_LINE', isMobile, count, seed))
			// Gabon's old numbers, which are dialed like those with a 0, and are the same people's; South
			// Africa's short ones, which are how its long ones begin, and nobody's.
			.filter(({ number }) => !/^\+(?:241[2-7]\d{6}|27\d{5,8})$/.test(number.number))
			.slice(0, count)
	);
}

export const landlinesOf = (country: CountryCode, count: number, seed: number): Person[] =>
	numbersOf(country, 'FIXED_LINE', isLandline, count, seed).slice(0, count);
