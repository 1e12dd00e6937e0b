import { Expression, type IExecuteFunctions } from 'n8n-workflow';
import { readField } from '../../../../nodes/SmsGateway/input/parameters';

const expressions = new Expression('UTC');

/** Reads a text for each item, and counts what n8n is asked. @param joinable whether n8n takes a list */
function reading(raw: string, items: object[], joinable = true) {
	const asked: string[][] = items.map(() => []);
	const ctx = {
		getNode: () => ({ name: 'SMS', type: 'smsGateway' }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: () => raw,
		getWorkflowDataProxy: (item: number) => ({ $json: items[item] }),
		evaluateExpression: (expression: string, item: number): unknown => {
			asked[item]!.push(expression);
			if (!joinable && expression.startsWith('{{ [')) throw new Error('No lists');
			const data = { $json: items[item] } as never;
			return expressions.resolveSimpleParameterValue(`=${expression}`, data);
		},
	};
	const rules = { name: 'message', label: 'Message', mayBeEmpty: false, takes: 'text' } as const;
	const valueOf = readField(ctx as unknown as IExecuteFunctions, rules);
	const values = items.map((_, item) => {
		const given = valueOf(item);
		return given.problem?.reason ?? (given as { value: unknown }).value;
	});
	return { values, asked: asked.map(({ length }) => length) };
}

const TWO = '={{ $json.a.trim() }} and {{ $json.b.padEnd(4) }}';
const whole = { a: ' A ', b: 'four' };

const strings = (...parts: string[]) => `={{ [${parts.join()}].map(String).join(' ') }}`;

it.each([
	['has it itself', { a: 'x is undefined' }, strings('$json.a'), 'x is undefined'],
	['has it cut off', { a: 'x is undefined' }, strings('$json.a.slice(0, 2)', '$json.b'), undefined],
	['has null', { a: 'undefined', b: null }, strings('$json.a[0]', '$json.b?.c'), undefined],
	['has it in two', { a: 'un', b: 'defined' }, strings('$json.a', '$json.b', '[][0]'), undefined],
	['is read elsewhere', { a: 'undefined' }, strings('$json.a[0]', '[][$itemIndex]'), undefined],
	['is an object', { a: {} }, strings('$json.a'), undefined],
	['is a number', { a: 1 }, strings('$json.a'), '1'],
])('knows a word for nothing that a field %s', (_, json, raw, text) => {
	expect(reading(raw, [json]).values).toStrictEqual([text ?? 'missingValue']);
});

it('takes a field that is not there for an empty text', () => {
	expect(reading(null as never, [{}]).values).toStrictEqual(['']);
});

describe('calculations in a text', () => {
	it('are one question to n8n for each item', () => {
		expect(reading(TWO, [whole, { a: 'B', b: '' }, whole])).toStrictEqual({
			values: ['A and four', 'B and     ', 'A and four'],
			asked: [1, 1, 1],
		});
	});

	it('are one question where there is one, or none for fields alone', () => {
		expect(reading('=Hi {{ $json.a.trim() }}!', [whole, whole]).asked).toStrictEqual([1, 1]);
		expect(reading('={{ $json.a }} and {{ $json.b }}', [whole, whole]).asked).toStrictEqual([0, 0]);
	});

	it('are asked one by one for an item that lacks a value, and together for the next', () => {
		expect(reading(TWO, [{ a: 'A' }, whole, { b: 'x' }, whole, whole])).toStrictEqual({
			values: ['missingValue', 'A and four', 'missingValue', 'A and four', 'A and four'],
			asked: [3, 1, 3, 1, 1],
		});
	});

	it('are not asked together again where n8n takes no list', () => {
		expect(reading(TWO, [whole, whole, whole, whole], false)).toStrictEqual({
			values: new Array(4).fill('A and four'),
			asked: [3, 2, 2, 2],
		});
	});

	it('are never halves that are whole only together', () => {
		const { values } = reading('={{ ($json.a }} and {{ $json.b) }}', [whole, whole]);
		expect(values).toStrictEqual(['missingValue', 'missingValue']);
	});

	it.each([
		['braces', "={{ `}${'}'}` + $json.a.trim() }} {{ $json.b.padEnd(4) }}"],
		['a comment', '={{ $json.a.trim() // ) ]\n }} {{ $json.b.padEnd(4) }}'],
		['a comma', '={{ $json.b, $json.a.trim() }} {{ $json.b.padEnd(4) }}'],
		['a list', '={{ [$json.a.trim()][0] }} {{ $json.b.padEnd(4) }}'],
	])('give the same together as one by one: %s', (_, raw) => {
		const together = reading(raw, [whole, whole, whole]);
		expect(together.values).toStrictEqual(reading(raw, [whole, whole, whole], false).values);
		expect(new Set(together.values).size).toBe(1);
		expect(together.values[0]).not.toBe('missingValue');
	});
});
