import { normalize, readSpelling } from '../../../../../nodes/SmsGateway/domain/recipient/spelling';

it.each([
	['＋1﹢2➕3', '+1+2+3'],
	['1–2—3−4⁃5ー6ｰ7', '1-2-3-4-5-6-7'],
	['1·2•3․4‧5∙6⋅7．8', '1.2.3.4.5.6.7.8'],
	['1⁄2∕3／4', '1/2/3/4'],
	['TEL：12', '12'],
	['0[1］2（3）4', '0(1)2(3)4'],
	['1‘2’3‛4`5´6′7＇8', "1'2'3'4'5'6'7'8"],
	['1“2”3„4«5»6″7＂8', '1"2"3"4"5"6"7"8'],
	['٠١٢٣٤٥٦٧٨٩', '0123456789'],
	['𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡', '0123456789'],
	['0123456789', '0123456789'],
	['06_12_34', '06-12-34'],
	['1\u00ad2\u200d3\ufe0f4\u20e35\u0000 6\u200b7', '12345 6 7'],
])('writes %s plainly', (given, plain) => {
	expect(normalize(given)).toBe(plain);
});

describe('takes away what only surrounds the number', () => {
	it.each([
		...[
			"'12",
			'* 12',
			'"12"',
			'**12**',
			'****12****',
			' _12_ ',
			'(12)',
			'("12")',
			'= "12',
			'="12"',
			'=" 12 "',
			'=12',
		],
		...[
			'tel:12',
			'Tel. : 12',
			'tél.12',
			'SMS. 12',
			'callto:tel:12',
			'☎ ☏12',
			'📞  📱12',
			'tel: ☎ 12',
			'tel: "12"',
			'=" tel:12"',
		],
	])('of %s', (given) => {
		expect(normalize(given)).toBe('12');
	});

	it.each(['🇧🇯+12', '🇧🇯  +12', 'tel: 🇧🇯 +12'])('of %s', (given) => {
		expect(normalize(given)).toBe('+12');
	});

	it.each([
		['🇧🇯 0012', '0012'],
		['🇧🇯 (+1) 2', '(+1) 2'],
		['🇧🇯 ( +1) 2', '( +1) 2'],
	])('of %s', (given, rest) => {
		expect(normalize(given)).toBe(rest);
	});
});

it.each([
	'1 tel:2',
	'telex 12',
	'Tel. (old): 12',
	'Telegramnummer: 12',
	'nomobile: 12',
	'12 **',
	'_12',
	'1__2',
	'SMS 12',
	'12 tel:',
	'🇧🇯 12',
	'1 🇧🇯 +2',
	'🇧🇯x+12',
	'(1) 2',
	'(1) (2)',
	'=1+2',
	'=A"12"',
	'="12"&A1',
])('leaves %s as it is', (given) => {
	expect(normalize(given)).toBe(given.replace(/"$/, ''));
});

it.each([
	['+33 (0)6 12', true, true],
	['0033 (0)6 12', true, true],
	['33 (0)6 12', false, true],
	['+33 06 12', true, false],
	['no digits', false, false],
])(
	'tells how %s is written: as international, with a 0 in parentheses',
	(text, isExplicit, isBracketed) => {
		expect(readSpelling(text)).toMatchObject({ isExplicit, isBracketed });
	},
);

it('finds no digits where there are none', () => {
	expect(readSpelling('no digits')).toMatchObject({ digits: '', groups: [] });
});
