import { saying } from '../../../../support/saying';
import { getCountries } from 'libphonenumber-js/max';
import {
	countriesOf,
	countryName,
	homePlan,
} from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { COUNTRIES, peopleOf } from './people';

describe('the default country', () => {
	it.each([
		...['fr', ' FR ', 'France', 'FRANCE '].map((country) => [country, '33']),
		...['UK', 'United Kingdom'].map((country) => [country, '44']),
		['the Netherlands', '31'],
		["Cote d'Ivoire", '225'],
		['Hong Kong', '852'],
		['Bosnia and Herzegovina', '387'],
	])('may be %j', (country, callingCode) => {
		expect(homePlan(country!).callingCode).toBe(callingCode);
	});

	it('may have the name that the list of countries shows', () => {
		for (const code of getCountries()) {
			expect([code, homePlan(countryName(code))]).toStrictEqual([code, homePlan(code)]);
		}
	});

	const NAMES =
		'US USA|US U.S.A.|US United States of America|TR Turkey|AE UAE|GB Great Britain|GB England|GB UK|' +
		'CI Ivory Coast|CZ Czech Republic|NL Holland|NL The Netherlands|KR South Korea|' +
		'KR Korea, Republic of|LC Saint Lucia|SA KSA';

	it.each(NAMES.split('|'))('knows a country by its usual name: %s', (row) => {
		expect(homePlan(row.slice(3)).country).toBe(row.slice(0, 2));
	});

	it.each(['Frankreich', 'XX', '33', '+33', 'Congo', '法国'])('refuses %j by name', (country) => {
		expect(() => saying(() => homePlan(country))).toThrow(
			new RegExp(`^wrongValue .*"value":"${country.replace('+', '[+]')}"`),
		);
	});
});

it('names all that share the code of a number that no plan knows, and none for nobody', () => {
	expect(countriesOf('+11115550123')).toStrictEqual(expect.arrayContaining(['US', 'CA', 'JM']));
	expect(['+999123456789', '+88312345678'].flatMap(countriesOf)).toStrictEqual([]);
});

it('tells the country of everybody with a mobile number as libphonenumber does', () => {
	for (const { e164, number } of COUNTRIES.flatMap((country) => peopleOf(country, 20, 1))) {
		const known = number.country ? [number.country] : number.getPossibleCountries();
		expect([e164, countriesOf(e164)]).toStrictEqual([e164, known]);
	}
});
