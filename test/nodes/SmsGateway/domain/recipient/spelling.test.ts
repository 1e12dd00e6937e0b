import {
	isLastOdd,
	otherContent,
	readSpelling,
	withoutFirst,
} from '../../../../../nodes/SmsGateway/domain/recipient/spelling';

it.each([
	['+33 6-12', true, '33612', ['33', '6', '12'], ['+', ' ', '-', '']],
	['0033 612', false, '0033612', ['33', '612'], ['', ' ', '']],
	['00 33 612', false, '0033612', ['33', '612'], [' ', ' ', '']],
	['06.12', false, '0612', ['06', '12'], ['', '.', '']],
])('cuts %s at what is no digit', (text, plus, digits, groups, gaps) => {
	expect(readSpelling(text)).toEqual({ plus, digits, groups, gaps });
});

describe('besides the number', () => {
	it.each([
		['06 12 34 56 78', undefined],
		['(06) 12 34 56 78', undefined],
		['(+49) (171) 1234567', undefined],
		['33612 (34) 5678', undefined],
		['336123 (34) 5678', 'a note'],
		['0612345678\t17', 'more than one column'],
		['0612345678\u000b17', 'more than one column'],
		['0612345678\n', undefined],
		['(06 12 34 56 78', 'parentheses do not match'],
		['5. 0612345678', 'a list number'],
		['12 - 0612345678', 'a list number'],
		['5. 06. 12345678', undefined],
		['+5. 0612345678', undefined],
		['1234. 0612345678', undefined],
	])('%j has %s', (text, words) => {
		const found = otherContent(readSpelling(text), text);
		if (words === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(words);
	});
});

it.each([
	['7 0612345678', '0612345678'],
	['1234 06 12', '0612'],
	['12345 06 12', undefined],
	['0612345678', undefined],
	['+33 612345678', undefined],
])('without a first group that may be a row number, %s is %s', (text, digits) => {
	expect(withoutFirst(readSpelling(text))).toBe(digits);
});

it.each([
	['0612345678 12', true],
	['06 12345678 1', true],
	['06 1234567 1234', true],
	['06 123456 1234', false],
	['06 12 34 56-78', true],
	['06 12 34 56 78', false],
	['06 12-345', true],
	['06 12-3456', false],
	['0612 345678', true],
	['06 1234 1', true],
	['06 12-34 56', true],
])('tells whether the last group looks like a part of the number: %s: %s', (text, odd) => {
	expect(isLastOdd(readSpelling(text))).toBe(odd);
});
