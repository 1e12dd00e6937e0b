import { getCountries } from 'libphonenumber-js/max';
import { timeZonesOf } from '../../../../../nodes/SmsGateway/domain/safeguards/timeZones';

it('has a zone for every country that has phone numbers', () => {
	expect(getCountries().filter((country) => timeZonesOf(country).length === 0)).toEqual([]);
});

it('names only zones that Intl knows', () => {
	for (const timeZone of getCountries().flatMap(timeZonesOf)) {
		expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
	}
});

it('has none for a country that is not known', () => {
	expect(timeZonesOf('ZZ')).toEqual([]);
});

const YEAR = [1, 4, 7, 10].map((month) => Date.UTC(2026, month, 15, 12));

/** The hours by which the clocks of a country differ at most. */
const spreadOf = (zones: readonly string[]): number =>
	Math.max(
		...YEAR.map((instant) => {
			const hours = zones.map((timeZone) => {
				const shown = new Intl.DateTimeFormat('sv-SE', {
					timeZone,
					dateStyle: 'short',
					timeStyle: 'short',
				}).format(instant);
				return Date.parse(`${shown.replace(' ', 'T')}Z`) / 3_600_000;
			});
			return Math.max(...hours) - Math.min(...hours);
		}),
	);

it('leaves a window of a working day open for each country but Russia', () => {
	const wide = getCountries().filter((country) => spreadOf(timeZonesOf(country)) > 5);

	expect(wide).toEqual(['RU']);
});

it.each([
	['CI', ['Africa/Abidjan']],
	['CN', ['Asia/Shanghai']],
	['CD', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
	['US', ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']],
])('has the zones of most people in %s', (country, zones) => {
	expect(timeZonesOf(country)).toEqual(zones);
});
