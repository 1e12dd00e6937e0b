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
