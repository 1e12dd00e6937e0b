import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { decide } from '../../../../../nodes/SmsGateway/domain/recipient/decide';
import { readSpelling } from '../../../../../nodes/SmsGateway/domain/recipient/spelling';

const decided = (text: string, country?: string) =>
	decide(readSpelling(text), country === undefined ? undefined : homePlan(country));

it.each([
	['+593-99-828-3268', undefined, '593998283268', 'explicit'],
	['+998 917168813', undefined, '998917168813', 'explicit'],
	// Cambodia dials 001 to call abroad.
	['001 85591234567', 'KH', '85591234567', 'explicit'],
	['011 33 6 12 34 56 78', 'US', '33612345678', 'exit'],
	['01133 6 12 34 56 78', 'US', '33612345678', 'exit'],
	['0176 00491680', 'DE', '4917600491680', 'national'],
	// Belgium's country code, or a pair of a mobile at home.
	['32 11 23 45 67', 'CO', '573211234567', 'national'],
	// A part in pairs, but neither its first nor its last, is a landline.
	['31 80 03 94 24', 'IT', '393180039424', 'national'],
	['40-712-155-645', undefined, '40712155645', 'bare'],
	['49-1512-3653862', undefined, '4915123653862', 'bare'],
	['1 (201)555-0123', undefined, '12015550123', 'bare'],
])('reads %j in %s: %s, as %s', (text, country, recipient, as) => {
	expect(decided(text, country)).toEqual({ recipient, as });
});

describe('refuses, and says why, with the numbers that it may be:', () => {
	it.each([
		[
			'1506 218 0542',
			'CA',
			'It could be +1 506 218 0542, but is grouped differently. Write it with + and its country code.',
			['15062180542'],
		],
		[
			'83-606',
			'NF',
			'It could be +672 3 83606, but is grouped differently. Write it with + and its country code.',
			['672383606'],
		],
		[
			'86 1380 0138000',
			'RU',
			'It could be +86 138 0013 8000, but is grouped differently. Write it with + and its country code.',
			['8613800138000'],
		],
		[
			'599/318/123/4',
			undefined,
			"It could be +599 318 1234, but is grouped differently. Write it with + and its country code, or choose a 'Default Country'.",
			['5993181234'],
		],
	])('groups that nobody uses, in %j in %s', (text, country, refusal, readings) => {
		expect(decided(text, country)).toEqual({ refusal, readings });
	});

	it.each([
		[
			'+973 3600 1234 3489',
			'BH',
			'It could be +973 3600 1234 with something else beside it. Enter the phone number alone.',
			['97336001234'],
		],
		[
			'00 375.29.419.27.92.60',
			undefined,
			'It could be +375 29 419 27 92 with something else beside it. Enter the phone number alone, with + and its country code.',
			['375294192792'],
		],
		[
			'00 491680 1',
			undefined,
			'It could be +49 1680 with something else beside it, or +49 16801. Enter the phone number alone, with + and its country code.',
			['491680', '4916801'],
		],
		[
			'1 501 622 1234',
			undefined,
			'It could be +501 622 1234 with something else beside it, or +1 501 622 1234. Enter the phone number alone, with + and its country code.',
			['5016221234', '15016221234'],
		],
		[
			'20.10.98113830',
			undefined,
			'It could be +374 98 113830 with something else beside it, or +20 10 98113830. Enter the phone number alone, with + and its country code.',
			['37498113830', '201098113830'],
		],
		[
			'3-199-525-480',
			'IT',
			'It could be +39 199 525 480 with something else beside it, or +39 319 952 5480. Enter the phone number alone.',
			['39199525480', '393199525480'],
		],
		[
			'0 62812345678',
			'ID',
			'It could be +62 812 345 678 with something else beside it, or +62 628 12345678. Enter the phone number alone.',
			['62812345678', '6262812345678'],
		],
		[
			'04-15-68-73-20-0',
			'DE',
			'It could be +49 4156 87320 with something else beside it, or +49 4156 873200. Enter the phone number alone.',
			['49415687320', '494156873200'],
		],
		[
			'01144 7402 234567',
			'US',
			'It could be +1 740 223 4567 with something else beside it, or +44 7402 234567. Enter the phone number alone.',
			['17402234567', '447402234567'],
		],
		[
			'0176 00 491680',
			'DE',
			'It could be +49 1680 with something else beside it, or +49 176 00491680. Enter the phone number alone.',
			['491680', '4917600491680'],
		],
	])('something beside the number, in %j in %s', (text, country, refusal, readings) => {
		expect(decided(text, country)).toEqual({ refusal, readings });
	});

	it.each([
		[
			'005767980',
			undefined,
			'It could be +57 67980 or +992 00 576 7980. Write it with + and its country code.',
			['5767980', '992005767980'],
		],
		[
			'62 81 23 03 17 5',
			'ID',
			'It could be +62 628 12303175 or +62 812 303 175. Write it with + and its country code.',
			['6262812303175', '62812303175'],
		],
	])('two numbers, in %j in %s', (text, country, refusal, readings) => {
		expect(decided(text, country)).toEqual({ refusal, readings });
	});

	it.each([
		[
			'94 23 12 34',
			'UY',
			'Its first 0 seems to be missing. Did you mean +598 94 231 234?',
			['59894231234'],
		],
		[
			'+252 0170337',
			undefined,
			'The 0 after +252 is only dialed inside the country. Did you mean +252 170337?',
			['252170337'],
		],
		['+1 482 8547', undefined, 'The area code after +1 is missing.', []],
		[
			'+1 (0) 444803593',
			undefined,
			'With or without the 0 in parentheses it is not a valid number after +1.',
			[],
		],
		['00 31695753079', 'FR', 'No country has such a number. If it is right, write it with +.', []],
		[
			'070 - 7546653',
			undefined,
			"It has no country code. Write it with + and its country code, or choose a 'Default Country'.",
			[],
		],
	])('no number, in %j in %s', (text, country, refusal, readings) => {
		expect(decided(text, country)).toEqual({ refusal, readings });
	});
});
