import examples from 'libphonenumber-js/examples.mobile.json';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	type CountryCode,
} from 'libphonenumber-js/max';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';

const read = (given: unknown, country?: string): string | undefined => {
	const parsed = parseRecipient(given, country ? homePlan(country) : undefined);
	return parsed.valid ? parsed.recipient : undefined;
};

describe('for every country, a mobile number as the library writes it is read back', () => {
	const inEveryCountry = getCountries().map((country) => {
		const number = getExampleNumber(country, examples);
		if (!number) throw new Error(`${country} has no example`);
		return { country, number, e164: number.number.slice(1) };
	});

	const misread = (
		spell: (number: (typeof inEveryCountry)[number]) => string,
		withCountry: boolean,
	) =>
		inEveryCountry
			.map((one) => ({ ...one, given: spell(one) }))
			.filter(({ given, country, e164 }) => read(given, withCountry ? country : undefined) !== e164)
			.map(({ given, country, e164 }) => `${country} ${given}, not ${e164}`);

	it('there are 240 of them or more', () => {
		expect(inEveryCountry.length).toBeGreaterThanOrEqual(240);
	});

	it.each([
		['international', ({ number }) => number.formatInternational()],
		['E.164', ({ number }) => number.format('E.164')],
		['RFC 3966', ({ number }) => number.format('RFC3966')],
		['with 00', ({ e164 }) => `00${e164}`],
		['in a text cell', ({ e164 }) => `'+${e164}`],
		['in an Excel formula', ({ e164 }) => `="+${e164}"`],
		['from right to left', ({ number }) => `\u200f\u202a${number.formatInternational()}\u202c`],
		['with dashes', ({ number }) => number.formatInternational().replaceAll(' ', '–')],
	] as ReadonlyArray<[string, (one: (typeof inEveryCountry)[number]) => string]>)(
		'%s',
		(_, spell) => {
			expect(misread(spell, false)).toEqual([]);
			expect(misread(spell, true)).toEqual([]);
		},
	);

	it('national, with its country as the default', () => {
		expect(misread(({ number }) => number.formatNational(), true)).toEqual([]);
	});

	it('national and without its 0, which a number column takes away', () => {
		expect(misread(({ number }) => number.nationalNumber, true)).toEqual([]);
	});

	it('international without +, with its country as the default', () => {
		expect(misread(({ e164 }) => e164, true)).toEqual([]);
	});

	it('dialled from another country', () => {
		const from: Array<[CountryCode, string]> = [
			['US', '011'],
			['AU', '0011'],
			['JP', '010'],
			['FR', '00'],
		];
		for (const [country, prefix] of from) {
			const abroad = inEveryCountry.filter(
				({ number }) => number.countryCallingCode !== getCountryCallingCode(country),
			);
			const wrong = abroad.filter(({ e164 }) => read(`${prefix} ${e164}`, country) !== e164);

			expect(wrong.map(({ e164 }) => `${country} ${prefix} ${e164}`)).toEqual([]);
		}
	});
});

describe('the default country', () => {
	it.each(['fr', ' FR ', 'Fr'])('may be written %j', (country) => {
		expect(read('0612345678', country)).toBe('33612345678');
	});

	it.each(['France', 'UK', 'XX', '33', '+33'])('%j is refused by name', (country) => {
		expect(() => homePlan(country)).toThrow(
			`'Default Country' "${country}" is not known. Use a two-letter country code, such as FR.`,
		);
	});
});
