import { splitRecipients } from '../../../../../nodes/SmsGateway/domain/recipient/split';

describe('a field that takes many numbers', () => {
	it.each<[string, unknown, unknown[]]>([
		['one text', '+229 01 97', ['+229 01 97']],
		['one number', 2290197000000, [2290197000000]],
		['|', 'a|b|c', ['a', 'b', 'c']],
		['comma', 'a, b', ['a', ' b']],
		['semicolon', 'a;b', ['a', 'b']],
		['line breaks of all systems', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
		['all of them', 'a|b,c;d\ne', ['a', 'b', 'c', 'd', 'e']],
		['separators too many', ',a,, ;b|', ['a', 'b']],
		['an array', ['a', 2, null], ['a', 2, null]],
		['an array in an array', [['a'], ['b|c']], ['a', 'b', 'c']],
		['an array as JSON text', '["a", 2, "b,c"]', ['a', 2, 'b', 'c']],
		['what only looks like JSON', '[+33] 612345678', ['[+33] 612345678']],
		['a number with thousands separators', '22,997,000,000', ['22,997,000,000']],
	])('%s', (_, value, expected) => {
		expect(splitRecipients(value)).toEqual(expected);
	});

	it.each([[''], ['  '], [','], ['|;\n'], [[]], ['[]'], [[[]]], [null], [undefined]])(
		'%j is one empty recipient, not none',
		(value) => {
			const [only, ...others] = splitRecipients(value);

			expect(others).toEqual([]);
			expect(String(only ?? '').trim()).toBe('');
		},
	);
});
