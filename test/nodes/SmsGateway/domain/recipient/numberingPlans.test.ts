import {
	international,
	kindOf,
	planFor,
	plansOfMobile,
	plansUnder,
	writtenAbroad,
	writtenAtHome,
} from '../../../../../nodes/SmsGateway/domain/recipient/numberingPlans';
import { COUNTRIES, isSomebody, landlinesOf, peopleOf } from './people';

it.each([
	['33612345678', '33 6 12 34 56 78', '06 12 34 56 78'],
	['12015550123', '1 201 555 0123', '201 555 0123'],
	['375294911911', '375 29 491 19 11', '8 029 491 19 11'],
	['5491123456789', '54 9 11 2345 6789', '011 15 2345 6789'],
	['34612345678', '34 612 34 56 78', '612 34 56 78'],
])('writes %s abroad and at home', (digits, abroad, home) => {
	expect([writtenAbroad(digits), writtenAtHome(digits)]).toStrictEqual([abroad, home]);
});

it('knows how numbers begin and are dialed in a country', () => {
	const france = planFor('FR');
	expect(france).toMatchObject({ country: 'FR', callingCode: '33', trunk: '0', lengths: [9] });
	expect([france.exit?.test('00'), france.exit?.test('000')]).toStrictEqual([true, false]);
	expect(planFor('FR')).toBe(france);
	const kazakhstan = planFor('KZ');
	expect(kazakhstan.countries).toStrictEqual(['KZ']);
	expect(kazakhstan.leading?.test('7012345678')).toBe(true);
	expect(kazakhstan.leading?.test('9161234567')).toBe(false);
	expect(planFor('AG').lead?.rule).toBe('268$1');
	const { lead } = planFor('DE');
	expect([lead?.pattern.exec('0151')?.[0], lead?.rule]).toStrictEqual(['0', '']);
	expect(planFor('IT')).toMatchObject({ trunk: '' });
});

it('knows the plans under a calling code, those of services too', () => {
	const names = (callingCode: string) => plansUnder(callingCode).map(({ country }) => country);
	expect(names('1').length).toBeGreaterThan(20);
	expect([names('33'), names('870'), names('999')]).toStrictEqual([['FR'], ['870'], []]);
	expect(plansUnder('870')[0]!.countries).toStrictEqual([]);
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

const everybody = COUNTRIES.flatMap((country) => peopleOf(country, 20, 3));

it('knows the kinds and formats of all countries as libphonenumber does', () => {
	const landlines = COUNTRIES.flatMap((country) => landlinesOf(country, 10, 3));
	// In Argentina mobiles and landlines look alike.
	const long = landlines.filter(({ e164, country }) => e164.length >= 7 && country !== 'AR');

	expect(long.filter(({ e164 }) => kindOf(e164) !== 'landline' && !isSomebody(e164))).toStrictEqual(
		[],
	);
	expect(everybody.filter(({ e164 }) => kindOf(e164) !== 'mobile')).toStrictEqual([]);
	const inGroups = (text: string) => text.replace(/\D+/g, ' ').trim();
	for (const { number, e164 } of everybody) {
		expect(writtenAbroad(e164)).toBe(inGroups(number.formatInternational()));
		expect(writtenAtHome(e164)).toBe(inGroups(number.formatNational()));
	}
});

it('knows in which countries digits alone are a mobile, as asking each of them would', () => {
	for (const { number } of everybody.slice(0, 1000)) {
		const digits: string = number.nationalNumber;
		const asked = COUNTRIES.filter((country) => planFor(country).kindOf(digits) === 'mobile');
		expect(plansOfMobile(digits).map(({ country }) => country)).toStrictEqual(asked);
	}
	expect(plansOfMobile('1')).toStrictEqual([]);
});

it('writes what no plan knows in one piece', () => {
	expect(international('999123456789')).toBe('+999123456789');
	expect(international('330612345678')).toBe('+33 0612345678');
});
