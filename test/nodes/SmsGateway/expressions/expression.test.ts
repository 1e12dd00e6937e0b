import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import {
	isPath,
	itemsToRead,
	ownPathOf,
} from '../../../../nodes/SmsGateway/expressions/expression';
import { UNSURE, valueAt } from '../../../../nodes/SmsGateway/expressions/source';

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

it.each([
	['$fromAI("country")', [0, 1]],
	['$json.country', [0, 1]],
	['$now.hour', [0]],
])('asks for %s in the items %j of two', (code, items) => {
	expect(itemsToRead(2, `={{ ${code} }}`)).toStrictEqual(items);
});

it('is a path where a model fills in all of it', () => {
	const codes = ["$fromAI('a (b)', 'x')", "$fromAI('a') + String($json.b)"];
	expect(codes.map(isPath)).toStrictEqual([true, false]);
});
