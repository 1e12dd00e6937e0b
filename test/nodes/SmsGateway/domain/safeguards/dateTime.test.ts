import { Settings } from 'luxon';
import {
	dateInWords,
	readDateTime,
} from '../../../../../nodes/SmsGateway/domain/safeguards/dateTime';

const read = (given: unknown, zone = 'Europe/Paris'): string | undefined => {
	const instant = readDateTime(given, zone);
	return instant === undefined ? undefined : new Date(instant).toISOString();
};

it.each([
	['2026-11-21T18:00:00Z', '2026-11-21T18:00:00.000Z'],
	['2026-11-21T18:00:00.250+01:00', '2026-11-21T17:00:00.250Z'],
	['2026-11-21T18:00:00,250Z', '2026-11-21T18:00:00.250Z'],
	['2026-11-21 18:00 -0500', '2026-11-21T23:00:00.000Z'],
	[' 2026-11-21T18:00+01:00 ', '2026-11-21T17:00:00.000Z'],
	[new Date('2026-11-21T18:00:00Z'), '2026-11-21T18:00:00.000Z'],
	// As PostgreSQL writes it.
	['2026-11-21 18:00:00+00', '2026-11-21T18:00:00.000Z'],
	['2026-11-21 18:00:00.123456+05:30', '2026-11-21T12:30:00.123Z'],
	['2026-11-21T18:00:00-03:30', '2026-11-21T21:30:00.000Z'],
	// As the dates of n8n write it.
	['2026-11-21T18:00:00.000+01:00[Europe/Paris]', '2026-11-21T17:00:00.000Z'],
	['2026-11-21T18:00:00Z[Europe/Paris]', '2026-11-21T18:00:00.000Z'],
	['2026-11-21T18:00:00[Africa/Porto-Novo]', '2026-11-21T17:00:00.000Z'],
	['2026-11-21 18:00:00.000 +01:00', '2026-11-21T17:00:00.000Z'],
	['2026-11-21 18:00:00.000 Africa/Porto-Novo', '2026-11-21T17:00:00.000Z'],
	['2026-11-21 18:00:00.000 UTC', '2026-11-21T18:00:00.000Z'],
	['20261121T180000.250+0100', '2026-11-21T17:00:00.250Z'],
	['2026-W47-6T18:00Z', '2026-11-21T18:00:00.000Z'],
	['2026-325T18:00Z', '2026-11-21T18:00:00.000Z'],
	['2026-11-21t18z', '2026-11-21T18:00:00.000Z'],
	['2026-11-21T24:00Z', '2026-11-22T00:00:00.000Z'],
	// With the minus sign of typography.
	['2026-11-21T18:00\u221203:00', '2026-11-21T21:00:00.000Z'],
	// In an hour that comes twice there.
	[new Date('2026-10-25T01:30:00Z'), '2026-10-25T01:30:00.000Z'],
	['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
	['2026-10-25 02:30:00.000 +01:00', '2026-10-25T01:30:00.000Z'],
	['2026-10-25T02:30:00.000+01:00[Europe/Paris]', '2026-10-25T01:30:00.000Z'],
	['2026-10-25T02:30:00.000+02:00[Europe/Paris]', '2026-10-25T00:30:00.000Z'],
])('takes an instant: %s', (given, expected) => {
	expect(read(given)).toBe(expected);
});

it.each([
	['in winter', '2026-11-21T18:00:00', '2026-11-21T17:00:00.000Z'],
	['in summer', '2026-07-21T18:00', '2026-07-21T16:00:00.000Z'],
	['on the day before summer begins', '2026-03-28T12:00', '2026-03-28T11:00:00.000Z'],
	['on the day on which summer begins', '2026-03-29T12:00', '2026-03-29T10:00:00.000Z'],
	['on the day before summer ends', '2026-10-24T12:00', '2026-10-24T10:00:00.000Z'],
	['on the day on which summer ends', '2026-10-25T12:00', '2026-10-25T11:00:00.000Z'],
	['in an hour that comes twice: the first', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
	['in an hour that is skipped: as if not', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
])('takes a time without offset by the clock of the zone: %s', (_, given, expected) => {
	expect(read(given)).toBe(expected);
});

it.each([
	['2026-11-21', '2026-11-21T22:59:59.999Z'],
	['2026-07-21', '2026-07-21T21:59:59.999Z'],
	['2026-10-25', '2026-10-25T22:59:59.999Z'],
	['2026-W47-6', '2026-11-21T22:59:59.999Z'],
	['2026-325', '2026-11-21T22:59:59.999Z'],
])('takes a date alone as its last moment: %s', (given, expected) => {
	expect(read(given)).toBe(expected);
});

it.each([
	['eight digits, which may be any number', '20261121'],
	['a year', '2026'],
	['a month', '2026-11'],
	['a time of day', '18:00'],
	['a week', '2026-W47'],
	['an ordinal date without its dash', '2026325'],
	['a date in words', '21 Nov 2026 18:00'],
	['what mails write', 'Sat, 21 Nov 2026 18:00:00 GMT'],
	['a duration', 'P1D'],
	['an interval', '2026-11-21T18:00/2026-11-22T18:00'],
	['a zone that there is none of', '2026-11-21T18:00 Europe/Atlantis'],
	['minutes of an offset that are none', '2026-11-21T18:00+01:60'],
	['an offset that no zone has', '2026-11-21T18:00+16:00'],
	['minutes that are none', '2026-11-21T18:60'],
	['seconds that are none', '2026-11-21T18:00:60Z'],
	['a month that is none', '2026-13-21T18:00:00Z'],
	['a day before the first', '2026-11-00T18:00:00Z'],
	['a minute after the end of the day', '2026-11-21T24:01'],
	['a day that the year does not have', '2026-366'],
	['a week that the year does not have', '2026-W54-1'],
	['an endless date', 'infinity'],
	['another order', '21/11/2026 18:00'],
	['a day that is none', '2026-02-31T18:00:00Z'],
	['an hour that is none', '2026-11-21T25:00:00Z'],
	['words', 'tomorrow'],
	['a number', 1_795_284_000_000],
	['an invalid date', new Date('never')],
	['nothing', undefined],
])('refuses %s', (_, given) => {
	expect(read(given)).toBeUndefined();
});

it('tells an instant by the clock of a zone, with its name', () => {
	Settings.defaultLocale = 'fr';
	expect(dateInWords(Date.parse('2026-11-23T07:00:00Z'), 'Africa/Porto-Novo')).toBe(
		'23 Nov 2026, 08:00 (Africa/Porto-Novo)',
	);
});
