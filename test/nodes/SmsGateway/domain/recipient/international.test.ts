import {
	international,
	isGroupedAs,
	isGroupedAtHome,
	isTelling,
} from '../../../../../nodes/SmsGateway/domain/recipient/international';
import { COUNTRIES, peopleOf } from './people';

it.each([
	['33612345678', '+33 6 12 34 56 78'],
	['12015550123', '+1 201 555 0123'],
	['2290197123456', '+229 01 97 12 34 56'],
	['447400123456', '+44 7400 123456'],
	['5491123456789', '+54 9 11 2345 6789'],
	['999123456789', '+999123456789'],
	['330612345678', '+33 0612345678'],
])('%s is written %s', (digits, written) => {
	expect(international(digits)).toBe(written);
});

it('writes the numbers of all countries as libphonenumber does', () => {
	const people = COUNTRIES.flatMap((country) => peopleOf(country, 20, 3));
	const different = people.filter(
		({ number, e164 }) => international(e164) !== number.formatInternational().replaceAll('-', ' '),
	);

	expect(different.map(({ number }) => number.formatInternational())).toEqual([]);
});

it.each([
	['33612345678', '33 6 12 34 56 78', true],
	['33612345678', '33 612 345 678', false],
	['33612345678', '6 12 34 56 78', false],
])('%s is grouped as for abroad in %s: %s', (digits, given, expected) => {
	expect(isGroupedAs(given.split(' '), digits)).toBe(expected);
});

it.each([
	['33612345678', '06 12 34 56 78', true],
	['33612345678', '0 6 12 34 56 78', true],
	['33612345678', '6 12 34 56 78', true],
	['33612345678', '33 6 12 34 56 78', false],
	['33612345678', '0612 345678', false],
	['5491123456789', '11 15 2345 6789', true],
	['5491123456789', '9 11 2345 6789', true],
	['999123456789', '999123456789', false],
])('%s is grouped as at home in %s: %s', (digits, given, expected) => {
	expect(isGroupedAtHome(given.split(' '), digits)).toBe(expected);
});

it.each([
	['06 12 34', false],
	['331 612', false],
	['33 612 345', true],
])('the way of writing %s tells something: %s', (given, expected) => {
	expect(isTelling(given.split(' '))).toBe(expected);
});
