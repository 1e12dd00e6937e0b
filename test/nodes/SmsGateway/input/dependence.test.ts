import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';
import { readsOf } from '../../../../nodes/SmsGateway/input/dependence';
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
