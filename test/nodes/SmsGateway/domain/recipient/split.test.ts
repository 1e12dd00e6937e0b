import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { splitRecipients } from '../../../../../nodes/SmsGateway/domain/recipient/split';
import { saying } from '../../../../support/saying';

describe('a field that takes many numbers', () => {
	it.each<[string, unknown, unknown[]]>([
		['one number', 2290197001234, [2290197001234]],
		['marks of other scripts', 'a，b、c،d；e؛f', ['a', 'b', 'c', 'd', 'e', 'f']],
		['line breaks of all systems', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
		['all of them', 'a|b,c;d\ne', ['a', 'b', 'c', 'd', 'e']],
		['an array', ['a', 2, null], ['a', 2, null]],
		['an array in an array', [['a'], ['b|c']], ['a', 'b', 'c']],
		['an array as JSON text', '["a", 2, "b,c"]', ['a', '2', 'b', 'c']],
		['JSON text that is no array', '"a,b"', ['"a', 'b"']],
		['rounded numbers in JSON text', '[2.29E+12, 22.0]', ['2.29E+12', '22.0']],
		['long numbers in JSON text', '[22901970000000000001]', ['22901970000000000001']],
		['what only looks like JSON', '[+33] 612345678', ['[+33] 612345678']],
		['text and numbers in JSON text', '["+33 6", "say \\"7\\"", 8]', ['+33 6', 'say "7"', '8']],
		['a number with thousands separators', '22,997,000,000', ['22,997,000,000']],
		['numbers of more than three digits', '1234,567,890', ['1234', '567', '890']],
		['numbers of fewer than three digits', '1,234,567,89', ['1', '234', '567', '89']],
	])('%s', (_, value, expected) => {
		expect(splitRecipients(value)).toStrictEqual(expected);
	});

	it('is a list of at most a million, or as many as the caller can take', () => {
		expect(splitRecipients('1,'.repeat(1_000_000))).toHaveLength(1_000_000);
		for (const value of ['1,'.repeat(4_000_000), Array<number>(1_000_001).fill(1)]) {
			expect(() => saying(() => splitRecipients(value))).toThrow('tooMany {"most":1000000}');
		}
		expect(splitRecipients('a,b', 2)).toStrictEqual(['a', 'b']);
		expect(() => saying(() => splitRecipients('a,b,c', 2))).toThrow('tooMany {"most":2}');
	});

	it('holds lists in lists, up to ten levels; what is deeper is no number', () => {
		const nested = (levels: number) => '['.repeat(levels) + '1' + ']'.repeat(levels);

		expect(splitRecipients(nested(10))).toStrictEqual(['1']);
		for (const value of [nested(2000), JSON.parse(nested(2000))]) {
			const [one, ...others] = splitRecipients(value);
			expect(parseRecipient(one)).toHaveProperty('flaw.kind', 'notText');
			expect(others).toStrictEqual([]);
		}
	});

	it.each([[''], ['  '], [','], ['|;\n'], [[]], ['[]'], [[[]]], [null], [undefined]])(
		'%j is one empty recipient, not none',
		(value) => {
			const recipients = splitRecipients(value);

			expect(recipients).toHaveLength(1);
			expect(String(recipients[0] ?? '').trim()).toBe('');
		},
	);
});
