import { Settings } from 'luxon';
import { dateInWords, readDateTime } from '../../../../nodes/SmsGateway/domain/dateTime';

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

const NO_INSTANTS =
	'20261121 · 2026 · 2026-11 · 18:00 · 2026-W47 · 2026325 · 21 Nov 2026 18:00 · Sat, 21 Nov 2026 18:00:00 GMT · P1D · 2026-11-21T18:00/2026-11-22T18:00 · 2026-11-21T18:00 Europe/Atlantis · 2026-11-21T18:60 · 2026-11-21T18:00:60Z · 2026-13-21T18:00:00Z · 2026-11-00T18:00:00Z · 2026-11-21T24:01 · 2026-366 · 2026-W54-1 · infinity · 21/11/2026 18:00 · 2026-02-31T18:00:00Z · 2026-11-21T25:00:00Z · tomorrow · 2026-11-21 18:00-20:00 · 2026-11-21T18:00+05:60';

it.each([...NO_INSTANTS.split(' · '), 1_795_284_000_000, new Date('never'), undefined])(
	'refuses %p',
	(given) => {
		expect(read(given)).toBeUndefined();
	},
);

it('tells an instant by the clock of a zone, with its name', () => {
	Settings.defaultLocale = 'fr';
	expect(dateInWords(Date.parse('2026-11-23T07:00:00Z'), 'Africa/Porto-Novo')).toBe(
		'23 Nov 2026, 08:00 (Africa/Porto-Novo)',
	);
});
