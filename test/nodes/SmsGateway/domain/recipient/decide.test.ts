import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { decide } from '../../../../../nodes/SmsGateway/domain/recipient/decide';
import { readSpelling } from '../../../../../nodes/SmsGateway/domain/recipient/spelling';

const decided = (text: string, country?: string) =>
	decide(readSpelling(text), country === undefined ? undefined : homePlan(country));

it.each([
	['+593-99-828-3268', undefined, '593998283268'],
	['+998 917168813', undefined, '998917168813'],
	// Cambodia dials 001 to call abroad.
	['001 85591234567', 'KH', '85591234567'],
	['011 33 6 12 34 56 78', 'US', '33612345678'],
	['01133 6 12 34 56 78', 'US', '33612345678'],
	['40-712-155-645', undefined, '40712155645'],
	['49-1512-3653862', undefined, '4915123653862'],
	['1 (201)555-0123', undefined, '12015550123'],
	['01208-789054', 'GB', '441208789054'],
	// No number behind 57 is so short, and Tajikistan has mobiles that begin with 00.
	['005767980', 'TJ', '992005767980'],
])('reads %j in %s: %s', (text, country, recipient) => {
	expect(decided(text, country)).toStrictEqual({ recipient });
});

// The rule in a table: a mobile of the default country, whatever stands between its digits.
describe('digits that are one mobile of the default country are read, in', () => {
	it.each([
		['347 5014914', 'IT', '393475014914'],
		['347 - 5014914', 'IT', '393475014914'],
		['687 734 570', 'ES', '34687734570'],
		['418 86 556', 'NO', '4741886556'],
		['91 765 63 08', 'PT', '351917656308'],
		['(11)946171999', 'BR', '5511946171999'],
		// Behind the 0 the rest is only a rest, though 82042301 is a landline.
		['0151 82042301', 'DE', '4915182042301'],
		['0171 / 1234567', 'DE', '491711234567'],
		['0171/123 45-67', 'DE', '491711234567'],
		['171 1234567', 'DE', '491711234567'],
		['0676/12 34 567', 'AT', '436761234567'],
		['040 1234 567', 'FI', '358401234567'],
		['0812-345-678-901', 'ID', '62812345678901'],
		['31 80 03 94 24', 'IT', '393180039424'],
		['3-199-525-480', 'IT', '393199525480'],
		['83-606', 'NF', '672383606'],
		['0176 00 491680', 'DE', '4917600491680'],
		['1506 218 0542', 'CA', '15062180542'],
		['33-6 12 34 56 78', 'FR', '33612345678'],
		['(9) 8765 4321', 'CL', '56987654321'],
		['(8) 912 345-67-89', 'RU', '79123456789'],
		['+43 664 123 45 67', undefined, '436641234567'],
		['011 15-2345-6789', 'AR', '5491123456789'],
	])('%s in %s', (text, country, recipient) => {
		expect(decided(text, country)).toStrictEqual({ recipient });
	});
});

describe('they are refused where', () => {
	it.each([
		['the marks change, and a part is a number', '0171-1234567 2', 'DE', '491711234567'],
		['a part is a number behind another mark', '5 - 0664 1234567', 'AT', undefined],
		['a mark ends a number', '0171 1234567 / 2', 'DE', '491711234567'],
		['the last group has one digit', '0171 1234567 2', 'DE', '491711234567'],
		['the last group is no rest of a number', '0664 1234567 01', 'AT', '436641234567'],
		['the first group is whole', '0664123456 2026', 'AT', '43664123456'],
		['all but the first group is written as a number', '3 333-123-456', 'IT', undefined],
		['a digit in parentheses stands before a mobile', '(5) 05 03 44 11', 'FI', '3585034411'],
		['a digit in parentheses stands before a landline', '(6) 30812161', 'GN', '22430812161'],
		['a landline stands before another mark and an ending', '60 39 5/40', 'TO', '67660395'],
		['a landline stands before another mark and two digits', '69.053 71', 'TO', '67669053'],
		['a landline stands before one digit', '07 941 995-5', 'LB', '9617941995'],
	])('%s: %s in %s', (_, text, country, other) => {
		const decision = decided(text, country);
		const readings = 'kind' in decision ? decision.readings : ['read'];
		if (other !== undefined) expect(readings[0]).toBe(other);
		expect(decision).toHaveProperty('kind');
	});
});

it('names the number of another country that the same digits are', () => {
	expect(decided('15125550143', 'DE')).toStrictEqual({
		recipient: '4915125550143',
		other: '15125550143',
	});
	expect(decided('32 11 23 45 67', 'CO')).toStrictEqual({ recipient: '573211234567' });
	expect(decided('+15125550143', 'DE')).toStrictEqual({ recipient: '15125550143' });
});

describe('refuses, with the numbers that it may be,', () => {
	it.each([
		['grouped', '86 1380 0138000', 'RU', ['8613800138000']],
		['grouped', '599/318/123/4', undefined, ['5993181234']],
		['grouped', '1971 - 900 9697', undefined, ['19719009697']],
		['beside', '+973 3600 1234 3489', 'BH', ['97336001234']],
		['beside', '00 375.29.419.27.92.60', undefined, ['375294192792']],
		['beside', '00 491680 1', undefined, ['491680', '4916801']],
		['beside', '1 501 622 1234', undefined, ['5016221234', '15016221234']],
		['beside', '20.10.98113830', undefined, ['37498113830', '201098113830']],
		['beside', '01144 7402 234567', 'US', ['17402234567', '447402234567']],
		['beside', '+43 660 1234567 01', undefined, ['436601234567', '43660123456701']],
	])('as %s: %s in %s', (kind, text, country, readings) => {
		expect(decided(text, country)).toStrictEqual({ kind, readings, isAll: false });
	});

	it.each([
		// Mobiles of Gabon begin with 0, and another 0 is dialed in front.
		['004317273', 'GA', ['4317273', '24104317273']],
		['0016582959548', 'SG', ['16582959548', '6582959548']],
		// A safeguard goes on with all of them, so none may be missing.
		['47 40 61 23 45', undefined, ['4740612345', '3584740612345', '524740612345']],
	])('all that it can be: %s in %s', (text, country, readings) => {
		expect(decided(text, country)).toStrictEqual({ kind: 'ambiguous', readings, isAll: true });
	});

	it.each([
		['dialedInside', '+252 0170337', undefined, '0 after +252', ['252170337'], true],
		['noAreaCode', '+1 482 8547', undefined, '1', [], false],
		['zeroInParentheses', '+1 (0) 444803593', undefined, '1', [], false],
		['unknownNumber', '00 31695753079', 'FR', undefined, [], false],
		['noCountryCode', '070 - 7546653', undefined, undefined, [], false],
		// Behind a + nothing but the 00 is dialed.
		['unknownCode', '+00999123456', 'SG', '999', [], false],
	])('as %s: %s in %s', (kind, text, country, detail, readings, isAll) => {
		expect(decided(text, country)).toStrictEqual({
			kind,
			...(detail !== undefined && { detail }),
			readings,
			isAll,
		});
	});
});
