import { international } from '../../../../../nodes/SmsGateway/domain/recipient/international';
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
