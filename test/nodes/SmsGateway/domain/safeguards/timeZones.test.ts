import { getCountries } from 'libphonenumber-js/max';
import { timeZonesOf } from '../../../../../nodes/SmsGateway/domain/safeguards/timeZones';

it('has a zone for every country that has phone numbers', () => {
	expect(getCountries().filter((country) => timeZonesOf(country).length === 0)).toStrictEqual([]);
});

it('names only zones that Intl knows', () => {
	for (const timeZone of getCountries().flatMap(timeZonesOf)) {
		expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
	}
});

it('has none for a country that is not known', () => {
	expect(timeZonesOf('ZZ')).toStrictEqual([]);
});

it.each([
	['CI', ['Africa/Abidjan']],
	['CD', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
	['US', expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'])],
])('has all zones of %s', (country, zones) => {
	expect(timeZonesOf(country)).toStrictEqual(zones);
});
