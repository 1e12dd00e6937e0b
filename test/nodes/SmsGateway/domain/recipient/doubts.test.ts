import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';

const parse = (given: string, home?: string) =>
	parseRecipient(given, home === undefined ? undefined : homePlan(home));

describe('groups behind a number that is whole without them', () => {
	it.each([
		['+43 648 5177 12', undefined, ['436485177', '43648517712']],
		['+43 648 5177 123', 'AT', ['436485177', '436485177123']],
		['+43 648 5177-1234', undefined, ['436485177', '4364851771234']],
		['43 648 5177 1234', 'AT', ['436485177', '4364851771234']],
		['62 827 6388 880 12', undefined, ['628276388880', '62827638888012']],
		['62 827 6388 880-12', undefined, ['628276388880', '62827638888012']],
	])('%s in %s could be a second number, and are refused', (given, home, readings) => {
		const parsed = parse(given, home);

		expect(parsed).toMatchObject({ valid: false, readings });
		expect(parsed.valid ? '' : parsed.explanation).toContain('with something else beside it');
	});

	it.each([
		['+43 648 517712', undefined, '43648517712'],
		['+43 648 5177123', 'AT', '436485177123'],
		['+62 827 6388 88012', undefined, '62827638888012'],
		['62 827 6388 88012', undefined, '62827638888012'],
		['27.81.402.161', undefined, '2781402161'],
	])('are none in %s in %s, which is written as there', (given, home, recipient) => {
		expect(parse(given, home)).toEqual({ valid: true, recipient });
	});
});

it.each([
	[
		'43 648 5177 12',
		undefined,
		`"43 648 5177 12": It could be +43 648 517712, but is not written like it. Write it with + and its country code, or choose a 'Default Country'.`,
	],
	[
		'39 327 638 8880 12',
		'IT',
		'"39 327 638 8880 12": It could be +39 327 6388 88012, but is not written like it. Write it with + and its country code.',
	],
	[
		'43 648 5177 1234',
		undefined,
		'"43 648 5177 1234": It could be +43 648 5177 with something else beside it, or +43 648 51771234. Enter the phone number alone, with + and its country code.',
	],
	[
		'+43 648 5177 12',
		'AT',
		'"+43 648 5177 12": It could be +43 648 5177 with something else beside it, or +43 648 517712. Enter the phone number alone.',
	],
	[
		'0612345678',
		undefined,
		`"0612345678": It has no country code. Write it with + and its country code, or choose a 'Default Country'.`,
	],
])('says what %s in %s could be, and how to write it', (given, home, explanation) => {
	expect(parse(given, home)).toMatchObject({ valid: false, explanation });
});

describe('a first group that could be the number of a row', () => {
	it.each([
		['378/77 44 05 34', undefined, ['22677440534', '37877440534']],
		['500 (64405)', 'TA', ['29064405', '50064405']],
		// A landline as it is dialed, and a mobile behind a number.
		['030 1711234567', 'DE', ['491711234567', '49301711234567']],
		// 1 is dialed in front there, but rows 10 to 19 begin with it too.
		['18 358504197', 'DO', ['358504197', '18358504197']],
		// Iceland dials 1001 to call abroad, and people write 00.
		['1 001 658 295 5573', 'IS', ['16582955573', '6582955573']],
	])('is one in %s in %s, perhaps', (given, home, readings) => {
		expect(parse(given, home)).toMatchObject({ valid: false, readings });
	});

	it.each([
		// Andorra's code: hardly a row's number, as it has three digits.
		['376 690 847 805', undefined, '376690847805'],
		// What is dialed in front at home.
		['06-93-64-23-79', 'SO', '252693642379'],
		// As such numbers are written there.
		['07-71-25-8402', 'CI', '2250771258402'],
	])('is none in %s in %s', (given, home, recipient) => {
		expect(parse(given, home)).toEqual({ valid: true, recipient });
	});
});

it.each([
	['+690 7341-88-314', 'TK', ['690734188', '690734188314']],
	['45-93-79-10-88', 'DK', ['4545937910', '4593791088']],
	['27.81.903.34', 'ZA', ['2781903', '278190334']],
	// A number of Nauru, and a second one, or many digits of Austria.
	// Tajikistan has mobiles that begin with 00.
	['00 373 1186 12', undefined, ['992003731186', '373118612']],
	// A number of Burkina Faso or Mali as it is dialed there, and something else.
	['52 56 85 30 5552', undefined, ['22652568530', '525685305552']],
	['43 693 4619 3082', 'FI', ['436934619', '4369346193082']],
	['674 777 5598 36', 'AT', ['6747775598', '43674777559836']],
])('a last group may be no part of the number: %s in %s', (given, home, readings) => {
	expect(parse(given, home)).toMatchObject({ valid: false, readings });
});

describe('digits with a bare country code', () => {
	it.each([
		['69073 58', undefined, /could be \+690 7358, but is not written like it/],
		// Somebody in Australia, too, though nobody writes it so there.
		['43 683 6125', undefined, /could be \+43 683 6125 or \+61 436 836 125/],
		// Nobody writes Finnish digits in these groups, and Austria's code stands in parentheses.
		['(43) 693 46193082', 'FI', /could be \+43 693 46193082, but is not written like it/],
	])('are doubtful as %s in %s', (given, home, words) => {
		const parsed = parse(given, home);

		expect(parsed.valid ? '' : parsed.explanation).toMatch(words);
	});

	it.each([
		// Row 39 and a mobile of Israel, row 34 and one of Georgia.
		['39 055-875-3627', undefined, '+39 055 875 3627'],
		['34 511 77 50 52', undefined, '+34 511 77 50 52'],
	])('are no landline where they are written apart: %s in %s', (given, home, written) => {
		expect(parse(given, home)).toMatchObject({
			valid: false,
			explanation: `"${given}": It could be ${written}, which is no mobile, or two numbers side by side. Write it with + and its country code.`,
		});
	});
});

it.each([
	['73402', 'LU', '35273402'],
	['61.25', 'NU', '6836125'],
])('where nothing is dialed in front at home, %s in %s is %s', (given, home, recipient) => {
	expect(parse(given, home)).toEqual({ valid: true, recipient });
});
