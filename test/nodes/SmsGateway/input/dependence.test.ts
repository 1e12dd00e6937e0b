import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';
import {
	asWholeList,
	itemsToRead,
	placeholdersIn,
	readsOf,
	sourcesTakenWhole,
	withEachItem,
	withItem,
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
	['Object.keys($json)', ['$input'], true],
	['a$b + 1', [], false],
	['$().first()', [], true],
	['$($prevNode.runIndex).first().json.a', [], true],
	['$(a.name).first().json.b', [], true],
	['$("One").itemMatching($itemIndex).json.a', ["$('One')"], true],
	['$("One").item(0).json.a', ["$('One')"], true],
	['$("One").all.length', ["$('One')"], true],
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
	expect(placeholdersIn(`={{ ${code} }}`)).toStrictEqual([
		{ code: ` ${code} `, sources, reads: expect.objectContaining({ isElsewhere }) as unknown },
	]);
});

/** Only n8n can tell whether its braces are a placeholder's. */
const DOUBTFUL = String.raw`=\\{{ $json.a }}`;

it('leaves to n8n what cannot be divided', () => {
	const ctx = { getInputData: () => ITEMS.map((json) => ({ json })) } as IExecuteFunctions;
	expect(placeholdersIn(DOUBTFUL)).toStrictEqual([]);
	expect(sourcesTakenWhole(DOUBTFUL)).toStrictEqual([]);
	expect(itemsToRead(ctx, 3, DOUBTFUL)).toStrictEqual([0, 1, 2]);
});

it('finds the nodes of which all items are taken at once', () => {
	expect(sourcesTakenWhole("={{ $('A').all() + $('B').first().json.x }}")).toStrictEqual([
		"$('A')",
	]);
	expect(sourcesTakenWhole("={{ $json.a }}{{ $('A').all() }}")).toStrictEqual([]);
});

it.each([
	['$json.a', [0, 2]],
	['[$json.a, $itemIndex]', [0, 1, 2, 3]],
	['[$json.a, $json.b]', [0, 1, 2, 3]],
	['[$json.a, $json.c]', [0, 2]],
])('reads %s of the first item with each value', (code, items) => {
	const json = ['x', 'x', 'y', 'y'].map((a, index) => ({
		a,
		b: index > 1 ? [a] : a + index,
		c: 1,
	}));
	const own = json.map((one) => ({ json: one }));
	const ctx = {
		getInputData: () => own,
		getWorkflowDataProxy: (item: number) => ({ $json: json[item] }),
	} as unknown as IExecuteFunctions;
	expect(itemsToRead(ctx, 4, `={{ ${code} }}`)).toStrictEqual(items);
});

it('reads each item of an agent, whose tool has another', () => {
	const ctx = {
		getInputData: () => [{ json: { a: 'x' } }, { json: { a: 'x' } }],
		getWorkflowDataProxy: () => ({ $json: { a: 'agent' } }),
	} as unknown as IExecuteFunctions;
	expect(itemsToRead(ctx, 2, '={{ $json.a }}')).toStrictEqual([0, 1]);
});

it.each([
	['$json.a', 'item.json.a'],
	['$data.a + $input.item.data.b', 'item.json.a + item.json.b'],
	['$input.item.binary || $json["a b"]', "item.binary || item.json['a b']"],
	['$json.a + $itemIndex', 'item.json.phone'],
	["$json.a + $('A').item.json.b", 'item.json.a + item.json.b'],
	['a b', 'item.json.phone'],
])('writes %s as a list of all', (code, ofEach) => {
	expect(asWholeList(code, '$input')).toBe(`$input.all().map((item) => ${ofEach})`);
});

it.each([
	['$thisItem.json.a', 'X.json.a'],
	["$('A').first().json.a", 'X.json.a'],
	['$data.a + $json.b', '$data.a + $json.b'],
	["$items('A')[0].json.a ? $('B').all().first().json.b : 1", 'X.json.a ? X.json.b : 1'],
])('writes %s with another item', (code, written) => {
	expect(withItem(code, 'X')).toBe(written);
});

it('makes as long a list of one item as an expression reads of', () => {
	const listIn = (code: string) => /Array\(\d+\)/.exec(withEachItem(code, '$input', true))?.[0];
	expect(listIn('$input.all()[ 10].json.a')).toBe('Array(11)');
	expect(listIn('$input.all().at(2)')).toBe('Array(3)');
	expect(listIn('$input.all()[1234].json.a')).toBe('Array(1)');
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
		const compare = (source: string, isChosen: boolean, way: string, code: string): void => {
			const written = (json: string) => code.replaceAll('$json', () => json);
			const each = listOf(withEachItem(written(way), source, isChosen));
			const own = listOf(
				`$input.all().map((item) => { try { return (\n${written('item.json')}\n) } catch { return null } })`,
			);
			expect([way, each]).toStrictEqual([way, own]);
			if (new Set(each.map((one) => JSON.stringify(one))).size > 1) several++;
		};
		for (const [source, isChosen, ...ways] of READS) {
			for (const way of ways) compare(source, isChosen, way, '[$json.a, $json.obj.a]');
		}
		const check = fc.property(draw, ([[source, isChosen, ...ways], at, [field, call, around]]) => {
			const code = around!.replaceAll('X', () => `$json.${field}${call}`);
			compare(source, isChosen, ways[at % ways.length]!, code);
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
