import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { splitTemplate, valueAt } from '../../../../nodes/SmsGateway/input/template';
import { preview } from '../run';

describe.each([
	['$json.name', ['name']],
	[' $json.name ', ['name']],
	['$json.a.b', ['a', 'b']],
	['$json["a b"]', ['a b']],
	["$json['a'].b[0]", ['a', 'b', '0']],
	['$json.a?.b', ['a', 'b']],
	['$json.prénom', ['prénom']],
	['$json[`a`]', ['a']],
	[String.raw`$json['l\'élève']["\\"]`, ["l'élève", '\\']],
	['$json.constructor', undefined],
	['$json.a["__proto__"]', undefined],
	["$('Node').item.json.name", undefined],
	['$("A node").first().json["a"].b', undefined],
	['$input.item.json.name', undefined],
	['$input.all()[0].json.name', undefined],
	['$node["A node"].json.name', undefined],
	['$vars.shop', undefined],
	['$json[$json.a]', undefined],
	['$json[`${a}`].b', undefined],
	['($json).a', ['a']],
	['($json.a)', ['a']],
	['/* first */ $json.a // or so', ['a']],
	['($json["a"]?.b).c', ['a', 'b', 'c']],
	['$item(0).$node["A node"].json.name', undefined],
	["$items('Node')[0].json.name", undefined],
	["$('Node').pairedItem(0).json.name", undefined],
	["$('Node').all().first().json.name", undefined],
	["$('Node').all().last().json.name", undefined],
	['$data.name', undefined],
	['$input.item.data.name', undefined],
	["$('Node').all()[$itemIndex + 1].json.name", undefined],
])('%s', (code, path) => {
	it('is a field', () => {
		const template = splitTemplate(`{{${code}}}`);
		expect(template).toMatchObject([{ code, isField: true, isEmptyAsField: true }]);
		expect(template?.map((part) => Object(part).path)).toStrictEqual([path]);
	});
});

it.each([
	[{ a: 'x' }, ['a'], 'x'],
	[{}, ['a'], undefined],
	[{ a: null }, ['a', 'b'], undefined],
	[{}, ['a', 'b'], undefined],
	[{ a: [1, 2] }, ['a', '1'], 2],
	[{ a: [1, 2] }, ['a', 'length'], 2],
])('finds in %j at %j: %j', (json, path, value) => {
	expect(valueAt(json, path)).toBe(value);
});

it.each([
	[{ a: 'x' }, ['a', 'length']],
	[{}, ['toString']],
	[{ a: {} }, ['a']],
	[{ a: new Date() }, ['a']],
])('leaves to n8n what is in %j at %j', (json, path) => {
	expect(typeof valueAt(json, path)).toBe('symbol');
});

const text = fc
	.array(
		fc.constantFrom('Hello ', '', ' ', '\n', '{', '}', '}}', '\\', '"', "'", 'é', '😀', '$json.a'),
		{
			maxLength: 4,
		},
	)
	.map((parts) => parts.join(''));
const code = fc.constantFrom(
	...['$json.a', '$json["b c"]', ' $json.d.e ', '$json.list[0]', '$json.a + $json.n', '$json.n'],
	...['$json.flag', '$json.a.toUpperCase()', '$json.d.e || "none"', '$json.flag ? "yes" : ""'],
	...[
		'"a\\n\\"" + $json.a',
		'"}" + "{"',
		'[1, 2].length',
		'$json.n / 2',
		'-0 * $json.n',
		'$json.day',
	],
	...[
		'{ a: 1 }.a',
		'`x${ $json.a }`',
		'/* why */ $json.a',
		'10n',
		'new Date(0)',
		"$json['a'].length",
	],
);
const value = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => /\S/.test(one)),
	fc.constantFrom('=1', '{{ $json.n }}', 'null', 'NaN', '0', 'a\\b', '{"a": 1}', '\ud800'),
);
const item = fc.record({
	a: value,
	'b c': value,
	d: fc.record({ e: value }),
	list: fc.tuple(value),
	n: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
	flag: fc.boolean(),
	day: fc.constantFrom('2026-11-21', '2026-11-21T10:00:00.000Z'),
});

// What is open at the end n8n closes, or forgets.
const closed = text.filter((one) => !/\{\{|\{$/.test(one));

it('keeps a placeholder in which there is nothing', () => {
	expect(splitTemplate('a{{}}')).toStrictEqual(['a', expect.objectContaining({ code: '' })]);
});

it('puts together again what it splits', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(closed, code), { maxLength: 4 }), closed, (parts, end) => {
			const expression = parts.map(([before, one]) => `${before}{{${one}}}`).join('') + end;
			const template = splitTemplate(expression);
			if (template === undefined) return expect(expression).toMatch(/\\\\[{}]{2}/);
			const together = template.map((part) =>
				typeof part === 'string' ? part : `{{${part.code}}}`,
			);
			expect(together.join('')).toBe(expression);
		}),
	);
});

/** What n8n makes of it, by itself. */
const rendered = (expression: string, json: object): unknown =>
	new Expression('UTC').resolveSimpleParameterValue(`=${expression}`, { $json: json } as never);

it('never differs from n8n where nothing is missing', async () => {
	const parts = fc.array(fc.tuple(text, code), { minLength: 1, maxLength: 4 });
	let compared = 0;
	await fc.assert(
		fc.asyncProperty(
			parts,
			// With the blank that is put behind it below, n8n would take it for code.
			text.filter((one) => !one.endsWith('{{')),
			fc.array(item, { minLength: 1, maxLength: 4 }),
			async (given, end, items) => {
				const expression = given.map(([before, one]) => `${before}{{ ${one} }}`).join('') + end;
				const texts = (splitTemplate(expression) ?? []).filter((part) => typeof part === 'string');
				const { items: rows } = await preview({
					items: items.map((one) => ({ ...one, phone: '2290197000001' }) as never),
					parameters: { message: `=${expression}`, senderId: '={{ $itemIndex + 1 }}' },
					onError: 'continueRegularOutput',
				});
				const isOpen = end.lastIndexOf('{{') > end.lastIndexOf('}}');
				// A brace or a backslash may end in the code, which then means nothing.
				const isClean = ![...given.map(([before]) => before), end].some((one) =>
					/[{}\\]/.test(one),
				);
				for (const { json, pairedItem } of rows) {
					const one = items[(pairedItem as { item: number }).item]!;
					const missingValue = json.reason === 'missingValue' ? 1 : 0;
					const invalid = String(json.reason).startsWith('invalid') ? 1 : 0;
					// Without braces it is a mistake, not a text.
					if (texts.some((text) => /\$json[.[]/.test(text))) {
						expect(invalid).toBe(1);
						continue;
					}
					// With a blank more, n8n gives a text in any case; behind braces that are open it is code.
					const expected = () =>
						isOpen
							? String(rendered(expression, one))
							: String(rendered(`${expression} `, one)).slice(0, -1);
					if (missingValue === 0) {
						compared++;
						// A message of spaces alone is invalid, and shown as empty.
						expect(json.message).toBe(expected().trim() === '' ? '' : expected());
					} else if (isClean) {
						expect(expected()).toMatch(/NaN/);
					}
				}
			},
		),
		{ numRuns: 200 },
	);
	expect(compared).toBeGreaterThan(150);
});
