import {
	expressionIn,
	isField,
	parseCode,
	readsIn,
} from '../../../../nodes/SmsGateway/input/syntax';

it('leaves to n8n what is nested deeply', () => {
	expect(parseCode(`${'!'.repeat(299)}a`)).toBeDefined();
	expect(parseCode(`${'!'.repeat(300)}a`)).toBeUndefined();
});

it.each([
	[' $json.a // why', '$json.a'],
	['$json.a; $json.b', '$json.a'],
	['$json.a; {}', '$json.a'],
	['{ a: 1 }.a', '{ a: 1 }.a'],
	['{ a: 1 }; b', '{ a: 1 }; b'],
	['a b', 'a b'],
])('finds the expression in %s', (code, expression) => {
	expect(expressionIn(code)).toBe(expression);
});

it.each([
	['$json.a', ['a'], ['a']],
	['$json.a.b.trim()', ['a', 'b', 'trim'], ['a', 'b']],
	['{ a: $json.b }.a', ['b'], ['b']],
	['$items($json.a.b)', ['a', 'b'], ['a', 'b']],
])('finds what %s mentions', (code, path, field) => {
	expect(readsIn(code).mentions).toStrictEqual([expect.objectContaining({ path, field })]);
});

it('takes for no field what is of an item of an item', () => {
	expect(isField(parseCode("$('Node').first()[0].json.name")!)).toBe(false);
	expect(isField(parseCode("$('Node').all()[0].json.name")!)).toBe(true);
});
