import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import {
	inBraces,
	isPath,
	itemsToRead,
	nodesTakenWhole,
	nodesWithItemIn,
	ownPathOf,
	readsIn,
} from '../../../../nodes/SmsGateway/input/expression';
import { splitTemplate, UNSURE, valueAt } from '../../../../nodes/SmsGateway/input/template';

it.each([
	[' $json.name ', ['name']],
	["$json['First Name'].of;", ['First Name', 'of']],
	['$json?.a?.["b.c"]?.[0]', ['a', 'b.c', '0']],
	['$json.名', ['名']],
	['$json', undefined],
	['$json.name.trim()', undefined],
	['$json[$json.name]', undefined],
	["$json['l\\'été']", undefined],
	['$json.a + $json.b', undefined],
	["$('Sheet').item.json.name", undefined],
])('finds the place of %s in the item', (code, path) => {
	expect(ownPathOf(code)).toStrictEqual(path);
});

it.each([
	["$('Sheet (1)').item.json.name", true],
	['$node["Sheet"].json["name"]', true],
	['$input.first().json.name', true],
	['$vars.text', true],
	["/*n8n-auto-generated-fromAI-override*/ $fromAI('text', `What?`, 'string')", true],
	['$json.name.trim()', false],
	['"Hello " + $json.name', false],
])('tells whether %s is only a path', (code, is) => expect(isPath(code)).toBe(is));

it.each([
	['$json.name.split(" ")[0] + $json.of.last', ['$json.name', '$json.of.last']],
	["`Hi ${$('Sheet').item.json.name.trim()}`", ["$('Sheet').item.json.name"]],
	['$input.all().map((item) => item.json.name)', []],
])('finds what %s reads', (code, texts) => {
	expect(readsIn(code).map(({ text }) => text)).toStrictEqual(texts);
});

it.each([
	["$('Sheet (1)').item.json.a + $node.Other.json.b", ["$('Sheet (1)')", "$('Other')"], []],
	["$('A').all().map((item) => item.json.a)", [], ["$('A')"]],
	["[...$items('A'), ...$input.all()]", [], ['$input', "$('A')"]],
	["$('A').all()[0].json.a + $('A').all().length + $items('A')[1]", [], []],
])('finds the nodes of which %s takes one item, or all', (code, ofOne, whole) => {
	expect(nodesWithItemIn(code)).toStrictEqual(ofOne);
	expect(nodesTakenWhole(code)).toStrictEqual(whole);
});

it.each([
	['fixed', [0]],
	['={{ $now }}', [0]],
	["={{ $('A').first().json.a }}", [0]],
	['={{ $json.a }}', [0, 1, 2]],
	["={{ $('A').item.json.a }}", [0, 1, 2]],
	[{ window: { from: '={{ $itemIndex }}' } }, [0, 1, 2]],
])('evaluates %j for each item that it mentions', (raw, items) => {
	expect(itemsToRead(3, raw)).toStrictEqual(items);
});

it('names an expression shortly, in one line and without double quotes', () => {
	expect(inBraces('/* a */ $json["b"]\n+ 1')).toBe("{{ $json['b'] + 1 }}");
	expect(inBraces('x'.repeat(200))).toHaveLength(106);
});

const expressions = new Expression('UTC');
const rendered = (expression: string, json: object): unknown =>
	expressions.resolveSimpleParameterValue(`=${expression}`, { $json: json } as never);

const name = fc.constantFrom('a', 'b', 'a b', '0', 'toString', 'length');
const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom('x', 0, 5, true, null),
		fc.array(tie('value'), { maxLength: 2 }),
		fc.dictionary(name, tie('value'), { maxKeys: 3 }),
	),
})).value;

it('looks up what n8n would give, or leaves it to n8n', () => {
	fc.assert(
		fc.property(
			fc.array(name, { minLength: 1, maxLength: 3 }),
			fc.dictionary(name, json),
			(path, item) => {
				const code = `$json${path.map((one) => `['${one}']`).join('')}`;
				expect(ownPathOf(code)).toStrictEqual(path);
				const value = valueAt(item, path);
				if (value !== UNSURE)
					expect(rendered(`{{ ${code} }}`, item) ?? undefined).toStrictEqual(value ?? undefined);
			},
		),
		{ numRuns: 500 },
	);
});

it('splits a text as n8n does', () => {
	const text = fc.stringMatching(/^[a-z {}.,\n]{0,8}$/).filter((one) => !/\{\{|\}\}|\{$/.test(one));
	const code = fc.constantFrom(' $json.a ', '$json.b', ' "{ " + $json.a ', ' `}` + $json.b ');
	fc.assert(
		fc.property(
			fc.array(fc.tuple(text, code), { minLength: 1, maxLength: 3 }),
			text,
			(parts, end) => {
				const expression = parts.map(([before, one]) => `${before}{{${one}}}`).join('') + end;
				const item = { a: 'A', b: 5 };
				const own = splitTemplate(expression).map((part) =>
					typeof part === 'string' ? part : String(rendered(`{{${part.code}}}`, item)),
				);
				expect(own.join('')).toBe(String(rendered(expression, item)));
			},
		),
		{ numRuns: 200 },
	);
});
