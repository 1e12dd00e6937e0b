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
