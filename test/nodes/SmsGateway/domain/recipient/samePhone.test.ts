import { phoneOf, renewed } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import { rowsOf } from '../../../../support/table';
import { COUNTRIES, peopleOf } from './people';

const RENEWED = `
	22997123456 | 2290197123456
	22520012345 | 2252520012345
	22520812345 | 2252120812345
	22520212223 | 2252720212223
	22507876635 | 2250707876635
	22505040302 | 2250505040302
	22506040302 | 2250506040302
	22540030201 | 2250140030201
	5215512345678 | 525512345678
	551161234567 | 5511961234567`;

it.each(rowsOf(RENEWED))('%s is the number of today for %s', (today, old) => {
	expect(renewed(old)).toBe(today);
	expect([`+${old}`, `+${today}`].map(phoneOf)).toStrictEqual([today, today]);
});

// The last two are of the old form, but with an area code that no number has today.
it.each(['33612345678', '551131234567', '22912345', '999', '5211012345678', '551071234567'])(
	'%s has always been the same',
	(digits) => {
		expect(renewed(digits)).toBeUndefined();
		expect(phoneOf(`+${digits}`)).toBe(digits);
	},
);

it('knows the two forms of Argentina', () => {
	expect(phoneOf('+5491123456789')).toBe(phoneOf('+541123456789'));
	expect(phoneOf('+549112345678')).not.toBe(phoneOf('+54112345678'));
});

it.each([...'0123456789'])('knows the two codes of Palestine for mobiles alone: 5%s', (digit) => {
	const isSame = (rest: string) =>
		phoneOf(`+9725${digit}${rest}`) === phoneOf(`+9705${digit}${rest}`);
	expect(isSame('9123456')).toBe(digit === '6' || digit === '9');
	expect([isSame('912345'), isSame('91234567')]).toStrictEqual([false, false]);
});

it('leaves the phones of different people apart', () => {
	const all = COUNTRIES.flatMap((country) => peopleOf(country, 20, 1));
	// Israel's code, which Palestine's phones have too.
	const numbers = new Set(all.map(({ e164 }) => e164).filter((one) => !/^\+9725[69]/.test(one)));

	expect(new Set([...numbers].map(phoneOf)).size).toBe(numbers.size);
});
