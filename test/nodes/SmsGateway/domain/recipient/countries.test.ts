import fc from 'fast-check';
import { saying } from '../../../../support/saying';
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
	countriesOf,
	countryName,
	homePlan,
	unknownCountry,
} from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from './digits';
import { COUNTRIES, peopleOf } from './people';

const read = (given: unknown, country?: string): string | undefined => {
	const parsed = parseRecipient(given, country ? homePlan(country) : undefined);
	return parsed.valid ? parsed.recipient : undefined;
};

describe('the default country', () => {
	it.each(['fr', ' FR ', 'Fr', 'France', 'FRANCE '])('may be written %j', (country) => {
		expect(read('0612345678', country)).toBe('33612345678');
	});

	it.each([
		['UK', '44'],
		['United Kingdom', '44'],
		['United States', '1'],
		['the Netherlands', '31'],
		["Cote d'Ivoire", '225'],
	])('may be %s', (country, callingCode) => {
		expect(homePlan(country).callingCode).toBe(callingCode);
	});

	it('may have the name that the list of countries shows', () => {
		for (const code of getCountries()) {
			expect([code, homePlan(countryName(code))]).toStrictEqual([code, homePlan(code)]);
		}
	});

	it.each(['Frankreich', 'XX', '33', '+33', 'Congo', '法国'])(
		'%j is refused by name',
		(country) => {
			expect(() => saying(() => homePlan(country))).toThrow(
				`'Options > Default Country' is wrong. It must be a country's two-letter code or its name in English, such as FR or France. It is "${country}".`,
			);
		},
	);
});

it.each([
	['2290197001234', ['BJ']],
	['33612345678', ['FR']],
	['12125550123', ['US']],
	['14165550123', ['CA']],
	['18765550123', ['JM']],
	['79161234567', ['RU']],
	['77012345678', ['KZ']],
	['999123456789', []],
	['88312345678', []],
	['4407400123456', ['GB']],
])('tells the country of %s', (recipient, expected) => {
	expect(countriesOf(recipient)).toStrictEqual(expected);
});

it('names all that share the code of a number that no plan knows', () => {
	expect(countriesOf('11115550123')).toStrictEqual(expect.arrayContaining(['US', 'CA', 'JM']));
});

describe('as libphonenumber does, tells the country', () => {
	const known = (digits: string) => {
		const number = parsePhoneNumberFromString(`+${digits}`);
		return number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
	};

	it('of everybody with a mobile number', () => {
		const numbers = COUNTRIES.flatMap((country) => peopleOf(country, 20, 1));
		for (const { e164 } of numbers)
			expect([e164, countriesOf(e164)]).toStrictEqual([e164, known(e164)]);
	});

	it('of any other digits', () => {
		const codes = ['1', '7', '39', '44', '47', '61', '212', '262', '358', '590', '599', '800', ''];
		const digits = fc
			.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{7,11}$/))
			.map(([code, rest]) => code + rest);
		fc.assert(
			fc.property(digits, (one) => expect(countriesOf(one)).toStrictEqual(known(one))),
			{ numRuns: 5000 },
		);
	});
});

it('finds the first code in a list that is of no country with phone numbers', () => {
	expect(unknownCountry(['FR', 'BJ'])).toBeUndefined();
	expect(unknownCountry(['FR', 'XX', 'YY'])).toBe('XX');
});
