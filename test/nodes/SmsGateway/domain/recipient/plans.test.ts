import {
	kindOf,
	mobileIn,
	planFor,
	plansUnder,
} from '../../../../../nodes/SmsGateway/domain/recipient/plans';

// In one test, as a plan is read once and kept.
it('knows how numbers begin and are dialed in a country', () => {
	const france = planFor('FR');
	expect(france).toMatchObject({
		country: 'FR',
		countries: ['FR'],
		callingCode: '33',
		trunk: '0',
		lengths: [9],
	});
	expect([france.exit?.test('00'), france.exit?.test('000')]).toEqual([true, false]);
	expect([france.lead?.pattern.test('06'), france.lead?.pattern.test('60')]).toEqual([true, false]);
	expect([france.lead?.rule, france.leading]).toStrictEqual(['', undefined]);
	expect(planFor('FR')).toBe(france);

	const kazakhstan = planFor('KZ');
	expect(kazakhstan.leading?.test('7012345678')).toBe(true);
	expect(kazakhstan.leading?.test('9012345678')).toBe(false);
	expect(planFor('AG').lead?.rule).toBe('268$1');
	expect(planFor('IT')).toMatchObject({ trunk: '' });
	expect(planFor('IT')).not.toHaveProperty('lead');
});

it('knows the plans under a calling code, those of services too', () => {
	const names = (callingCode: string) => plansUnder(callingCode).map(({ country }) => country);
	expect(names('1').length).toBeGreaterThan(20);
	expect([names('33'), names('870'), names('999')]).toEqual([['FR'], ['870'], []]);
	expect(plansUnder('870')[0]!.countries).toEqual([]);
	expect(plansUnder('1')).toBe(plansUnder('1'));
});

it.each([
	['33612345678', 'mobile'],
	['33142345678', 'landline'],
	['33800123456', 'other'],
	['448431234567', 'other'],
	['445612345678', 'other'],
	['447012345678', 'other'],
	['447640123456', 'other'],
	// In North America mobiles and landlines look alike.
	['12125550123', 'mobile'],
	// Seven digits are the fewest, though Germany has numbers of six.
	['6834002', 'landline'],
	['491680', undefined],
	['3361234567', undefined],
	['336123456789', undefined],
	['33012345678', undefined],
	['9991234567', undefined],
])('%s is %s', (digits, kind) => {
	expect(kindOf(digits)).toBe(kind);
});

it('knows where digits alone are a mobile', () => {
	const countries = mobileIn('612345678').map(({ country }) => country);
	expect(countries).toEqual(expect.arrayContaining(['FR', 'ES']));
	expect(countries).not.toContain('PT');
	expect(mobileIn('142345678').map(({ country }) => country)).not.toContain('FR');
	expect(mobileIn('1')).toEqual([]);
});
