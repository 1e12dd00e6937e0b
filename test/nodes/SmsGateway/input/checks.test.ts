import {
	aBoolean,
	aNumber,
	aPrice,
	aWholeNumber,
	oneOf,
	someCountries,
	type Check,
} from '../../../../nodes/SmsGateway/input/checks';

const CASES: Array<[string, Check<unknown>, ReadonlyArray<[given: unknown, value: unknown]>]> = [
	[
		'a number from 1 to 10',
		aNumber({ least: 1, most: 10 }),
		[
			[1, 1],
			[2.5, 2.5],
			[10, 10],
			[' 3 ', 3],
			[0.999, undefined],
			[10.001, undefined],
			[NaN, undefined],
			['', undefined],
			[' ', undefined],
			['x', undefined],
			[true, undefined],
			[[3], undefined],
			[new Date(3), undefined],
		],
	],
	[
		'a number of 0 or more',
		aNumber({ least: 0 }),
		[
			[0, 0],
			['', undefined],
			[Infinity, undefined],
		],
	],
	[
		'a whole number of 1 or more',
		aWholeNumber({ least: 1 }),
		[
			['3', 3],
			[2.5, undefined],
			[Infinity, undefined],
		],
	],
	['a whole number from 1 to 5', aWholeNumber({ least: 1, most: 5 }), [[6, undefined]]],
	[
		'a number above 0',
		aPrice,
		[
			['0.05', 0.05],
			[0, undefined],
			['0', undefined],
			[-1, undefined],
		],
	],
	[
		'a, b or c',
		oneOf('a', 'b', 'c'),
		[
			['b', 'b'],
			['B', undefined],
		],
	],
	[
		'true or false',
		aBoolean,
		[
			[true, true],
			['true', true],
			[false, false],
			['false', false],
			['', undefined],
			['yes', undefined],
			[1, undefined],
			[0, undefined],
		],
	],
	[
		'two-letter country codes, such as FR',
		someCountries,
		[
			['fr', ['FR']],
			[' FR , bj;tg|ci\nSN ', ['FR', 'BJ', 'TG', 'CI', 'SN']],
			[
				[' fr ', '', 'BJ'],
				['FR', 'BJ'],
			],
			['FR, Benin', undefined],
			[['Benin', 'FR'], undefined],
			['XBJ', undefined],
		],
	],
];

it.each(CASES)('reads %s, and nothing else', (mustBe, check, values) => {
	expect(check.mustBe).toBe(mustBe);
	for (const [given, value] of values)
		expect([given, check.read(given)]).toStrictEqual([given, value]);
});
