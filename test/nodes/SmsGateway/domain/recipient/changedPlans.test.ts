import fc from 'fast-check';
import { formsOf, renewed } from '../../../../../nodes/SmsGateway/domain/recipient/changedPlans';
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
	expect(formsOf(old)).toEqual([old, today]);
	expect(formsOf(today)).toEqual([today, old]);
});

it.each([
	['22997123456', 'Since November 2024, numbers in Benin have 10 digits.'],
	['22507876635', "Since January 2021, numbers in Côte d'Ivoire have 10 digits."],
	['5215512345678', 'Since August 2019, mobile numbers in Mexico have no 1 after +52.'],
	['551161234567', 'Since November 2016, mobile numbers in Brazil have a 9 after the area code.'],
])('says when %s changed', (old, says) => {
	expect(renewed(old)?.says).toBe(says);
});

it.each(['2290197123456', '33612345678', '551131234567', '22912345', '999'])(
	'%s has always been the same',
	(digits) => {
		expect(renewed(digits)).toBeUndefined();
	},
);

it('finds the same forms from each of them', () => {
	const everybody = COUNTRIES.flatMap((country) => peopleOf(country, 4, 1));
	fc.assert(
		fc.property(fc.constantFrom(...everybody), ({ e164 }) => {
			const forms = formsOf(e164);
			for (const form of forms) expect(new Set(formsOf(form))).toEqual(new Set(forms));
		}),
		{ numRuns: 2000 },
	);
});
