import fc from 'fast-check';
import { phoneOf, renewed } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import { COUNTRIES, peopleOf } from './people';

it.each([
	['22997123456', '2290197123456'],
	['22520012345', '2252520012345'],
	['22520812345', '2252120812345'],
	['22520212223', '2252720212223'],
	['22507876635', '2250707876635'],
	['22505040302', '2250505040302'],
	['22540030201', '2250140030201'],
	['5215512345678', '525512345678'],
	['551161234567', '5511961234567'],
])('%s is %s today', (old, today) => {
	expect(renewed(old)?.recipient).toBe(today);
	expect(phoneOf(old)).toBe(today);
	expect(phoneOf(today)).toBe(today);
});

it.each([
	'2290197123456',
	'33612345678',
	'551131234567',
	'22912345',
	'999',
	// Of the old form, but with an area code that no number has today.
	'5211012345678',
	'551071234567',
])('%s has always been the same', (digits) => {
	expect(renewed(digits)).toBeUndefined();
	expect(phoneOf(digits)).toBe(digits);
});

it.each(['545491234567890', '54911234567890', '549112345678901'])(
	'%s has too many digits for another form',
	(digits) => {
		expect(phoneOf(digits)).toBe(digits);
	},
);

it.each([
	['5491123456789', '541123456789'],
	['972599123456', '970599123456'],
	['972561234567', '970561234567'],
])('%s and %s are one phone', (one, other) => {
	expect(phoneOf(one)).toBe(phoneOf(other));
});

const isIsraelsPalestine = (digits: string) => /^9725[69]/.test(digits);

it('leaves the phones of different people apart', () => {
	const everybody = COUNTRIES.flatMap((country) => peopleOf(country, 4, 1));
	fc.assert(
		fc.property(fc.constantFrom(...everybody), fc.constantFrom(...everybody), (one, other) => {
			expect(phoneOf(phoneOf(one.e164))).toBe(phoneOf(one.e164));
			if (isIsraelsPalestine(one.e164) || isIsraelsPalestine(other.e164)) return;
			expect(phoneOf(one.e164) === phoneOf(other.e164)).toBe(one.e164 === other.e164);
		}),
		{ numRuns: 2000 },
	);
});
