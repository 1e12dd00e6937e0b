import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
	countriesOf,
	unknownCountry,
} from '../../../../../nodes/SmsGateway/domain/recipient/country';
import { COUNTRIES, peopleOf } from './people';

it.each([
	['2290197000000', ['BJ']],
	['33612345678', ['FR']],
	['12125550123', ['US']],
	['14165550123', ['CA']],
	['18765550123', ['JM']],
	['79161234567', ['RU']],
	['77012345678', ['KZ']],
])('tells the country of %s', (recipient, countries) => {
	expect(countriesOf(recipient)).toEqual(countries);
});

it('names all that share the code of a number that no plan knows', () => {
	expect(countriesOf('11115550123')).toEqual(expect.arrayContaining(['US', 'CA', 'JM']));
});

it.each(['999123456789', '88312345678'])('knows no country for %s', (recipient) => {
	expect(countriesOf(recipient)).toEqual([]);
});

describe('as libphonenumber does, tells the country', () => {
	const known = (digits: string) => {
		const number = parsePhoneNumberFromString(`+${digits}`);
		return number?.country ? [number.country] : (number?.getPossibleCountries() ?? []);
	};

	it('of everybody with a mobile number', () => {
		const numbers = COUNTRIES.flatMap((country) => peopleOf(country, 20, 1));
		for (const { e164 } of numbers) expect([e164, countriesOf(e164)]).toEqual([e164, known(e164)]);
	});

	it('of any other digits', () => {
		const codes = ['1', '7', '39', '44', '47', '61', '212', '262', '358', '590', '599', '800', ''];
		const digits = fc
			.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{7,11}$/))
			.map(([code, rest]) => code + rest);
		fc.assert(
			fc.property(digits, (one) => expect(countriesOf(one)).toEqual(known(one))),
			{ numRuns: 5000 },
		);
	});
});

it('finds the first code in a list that is of no country with phone numbers', () => {
	expect(unknownCountry(['FR', 'BJ'])).toBeUndefined();
	expect(unknownCountry(['FR', 'XX', 'YY'])).toBe('XX');
});
