import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';
import {
	placeholdersIn,
	readsOf,
	withEachItem,
} from '../../../../nodes/SmsGateway/input/dependence';
import { bulkSend } from '../run';

const FIELDS = ['a', 'list', 'list[0]', "obj['a b']", 'obj?.a', 'people[0].phone', 'nul', 'नाम'];

const FUNCTIONS = [
	...['', '.trim()', '.length', '.toString()', '[0]', '?.at(-1)', '.first()', '.last?.()'],
	...['.unique()', '.compact()', ".pluck('phone')", '.isEmpty()', '.keys()', '.values()', '.sum()'],
];

const AROUND = [
	...['X', '`q${X}`', 'X === undefined', 'X ?? "z"', 'typeof X', '$if(X, 1, 2)', '[X].flat()'],
	...['JSON.stringify(X)', '$json["a"] + X', '/* $json.a */ X', '$ifEmpty(X, "w")'],
];

const ITEMS = [
	{ a: 'x', list: [], obj: {}, nul: null, people: [], नाम: 'x' },
	{ a: 'y', list: ['x', 'x'], obj: { a: 'x', 'a b': 1 }, people: [{ phone: 'p' }], नाम: 'y' },
	{ a: 'x', list: ['y', ''], obj: { a: 'y' }, nul: 'null', people: [{}], नाम: '' },
	{ a: 1, list: [{ phone: 'p' }], obj: { a: null }, people: 'x' },
	{ a: '1', list: null, obj: 'xy', people: null },
	{},
];

/** Ways to read one item, of the node's own and of another, and whether one is chosen by it. */
const READS: Array<[source: string, isChosen: boolean, ...ways: string[]]> = [
	['$input', false, '$json', '$data', '$input.item.json', '$input["item"].json', '$thisItem.json'],
	['$input', true, '$input.first().json', '$input.all()[2].json', '$items().at(1).json'],
	["$('Start')", false, "$('Start').item.json", '$("Start").pairedItem().json'],
	["$('Start')", false, '$(`Start`).itemMatching($itemIndex).json', '$node.Start.data'],
	["$('Start')", true, "$('Start').itemMatching(1).json", '$("Start").last(0).json'],
	["$('Start')", true, "$('Start').all().slice(0, 1)[0].json", "$items('Start')[$itemIndex].json"],
];

it.each<[code: string, sources: string[], isElsewhere: boolean]>([
	['$json.a + $now + $if($runIndex, "b", $ifEmpty($vars.a, "c"))', ['$input'], false],
	['$thisItem.json.a', ['$input'], true],
	['$itemIndex + 1', [], true],
	['total + { $a: 1 }.$a', [], false],
	['$node["It\'s \\\\ one"].json.a', [String.raw`$('It\'s \\ one')`], true],
	['$item(0).$node.One.json.a', ["$('One')"], true],
	['$(1).first().json.a', ["$('1')"], false],
	['a.$("One").first().json.a', [], false],
	['a.$items("One")[0].json.a', [], false],
	['$("One").context.a + $("One").params.b + $("One").isExecuted', [], false],
	['$("One").pairedItem(0).json.a', ["$('One')"], false],
	['$("One").last().json.a', ["$('One')"], false],
	['$("One").all($itemIndex)', ["$('One')"], true],
	['$("One")[$json.by]()', ["$('One')"], true],
	['$($json.a).first().json.a', ['$input'], true],
	['$items($json.a)', ['$input'], true],
	['a b', [], true],
])('%s reads of %j', (code, sources, isElsewhere) => {
	expect(placeholdersIn(`={{ ${code} }}`)).toEqual([
		{ code: ` ${code} `, sources, reads: expect.objectContaining({ isElsewhere }) as unknown },
	]);
});

it('finds out what an expression gives for each item, however it reads one', async () => {
	const execute = jest.spyOn(SmsGateway.prototype, 'execute');
	let several = 0;
	execute.mockImplementation(async function (this: IExecuteFunctions) {
		const listOf = (code: string): unknown[] => {
			try {
				return this.evaluateExpression(`{{ ${code.replaceAll('}}', '\\}}')} }}`, 0) as never;
			} catch {
				return [];
			}
		};
		// n8n itself makes nothing of some texts with ?. in them.
		const parts = [FIELDS, FUNCTIONS, AROUND].map((some) =>
			fc.constantFrom(...some.filter((one) => !one.includes('?.'))),
		);
		const draw = fc.tuple(fc.constantFrom(...READS), fc.nat(), fc.tuple(...parts));
		const check = fc.property(draw, ([[source, isChosen, ...ways], at, [field, call, around]]) => {
			const written = (json: string) =>
				around!.replaceAll('X', () => `$json.${field}${call}`).replaceAll('$json', () => json);
			const way = ways[at % ways.length]!;
			const each = listOf(withEachItem(written(way), source, isChosen));
			const own = listOf(
				`$input.all().map((item) => { try { return (\n${written('item.json')}\n) } catch { return null } })`,
			);
			expect([way, each]).toEqual([way, own]);
			if (new Set(each.map((one) => JSON.stringify(one))).size > 1) several++;
		});
		fc.assert(check, { numRuns: 150 });
		return [[]];
	});
	const { error } = await bulkSend({ items: ITEMS });
	execute.mockRestore();

	expect(error?.message).toBeUndefined();
	expect(several).toBeGreaterThan(50);
});

it('reads the same of two items only where n8n gives them the same value', async () => {
	const execute = jest.spyOn(SmsGateway.prototype, 'execute');
	let shared = 0;
	execute.mockImplementation(async function (this: IExecuteFunctions) {
		const valueOf = (code: string, item: number): string => {
			try {
				return JSON.stringify([this.evaluateExpression(`{{ ${code} }}`, item)]);
			} catch {
				return 'fails';
			}
		};
		const parts = [FIELDS, FUNCTIONS, AROUND].map((some) => fc.constantFrom(...some));
		const check = fc.property(fc.tuple(...parts), ([field, call, around]) => {
			const code = around!.replaceAll('X', () => `$json.${field}${call}`);
			const reads = readsOf(this, `={{ ${code} }}`)!;
			const known = new Map<string, string>();
			for (const item of ITEMS.keys()) {
				const value = valueOf(code, item);
				if (known.has(reads(item))) shared++;
				expect(value).toBe(known.get(reads(item)) ?? value);
				known.set(reads(item), value);
			}
		});
		fc.assert(check, { numRuns: 150 });
		return [[]];
	});
	const { error } = await bulkSend({ items: ITEMS });
	execute.mockRestore();

	expect(error?.message).toBeUndefined();
	expect(shared).toBeGreaterThan(50);
});
