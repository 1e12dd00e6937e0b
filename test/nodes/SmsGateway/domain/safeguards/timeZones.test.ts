import { getCountries } from 'libphonenumber-js/max';
import { timeZonesOf } from '../../../../../nodes/SmsGateway/domain/safeguards/timeZones';

it('has a zone for every country that has phone numbers', () => {
	expect(getCountries().filter((country) => timeZonesOf(country).length === 0)).toEqual([]);
});

it('has none for a country that is not known', () => {
	expect(timeZonesOf('ZZ')).toEqual([]);
});

it('has all zones of a wide country', () => {
	expect(timeZonesOf('CI')).toEqual(['Africa/Abidjan']);
	expect(timeZonesOf('US')).toEqual(
		expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']),
	);
});
