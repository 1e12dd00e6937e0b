import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause, Instead } from '../domain/cause';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { workflowZone } from '../n8n/place';
import { readHomes } from './defaultCountry';
import { fieldOfNode, isExpression, type Read } from './expression';
import { columnOf, fieldOf, type FieldRules } from './fieldValue';
import { insteadOf, misplacedIn, noField } from './marks';

/** For what only n8n can tell. */
export const UNSURE = Symbol('unsure');

/** The value of a field of the item, as n8n would give it. */
export function valueAt(json: unknown, path: readonly string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'object') return UNSURE;
		if (!Object.hasOwn(value, name)) return name in value ? UNSURE : undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return typeof value === 'object' && value !== null ? UNSURE : value;
}

/** The value at the end of a path, or the text or number before it that a method is called of. */
export function leafIn(json: unknown, path: readonly string[]): unknown {
	let leaf = json;
	for (const name of path) {
		if (typeof leaf !== 'object' || leaf === null) return leaf;
		leaf = (leaf as Record<string, unknown>)[name];
	}
	return leaf;
}

/** What n8n knows of one turn of the node: its items, and what its fields hold for each of them. */
export type Reader = ReturnType<typeof readerOf>;

export function readerOf(ctx: IExecuteFunctions) {
	const items = ctx.getInputData();
	let isOwnInput: boolean | undefined;
	/** For a tool of an AI agent, $json is one of the agent's items. */
	const readsOwnItems = () => (isOwnInput ??= ctx.getWorkflowDataProxy(0).$json === items[0]!.json);

	/** The value of an expression's code, for the first item unless given, or why it failed. */
	function evaluated(code: string, item = 0): { value?: unknown; error?: string } {
		const escaped = code.replace(/(?<!\\)\}\}/g, '\\}}');
		try {
			return { value: ctx.evaluateExpression(`{{ ${escaped} }}`, item) };
		} catch (error) {
			return { error: (error as Error).message };
		}
	}

	const source = {
		items,
		evaluated,
		readsOwnItems,

		/** A parameter as it was entered, with its expressions. */
		raw: (name: string, fallback: unknown = ''): unknown =>
			ctx.getNodeParameter(name, 0, fallback, { rawExpressions: true }),

		given: (name: string, item: number): unknown => ctx.getNodeParameter(name, item, ''),

		/** A path such as `$json.name` is looked up: to evaluate it in n8n for 100,000 items takes longer than to send to them. */
		valueOf({ text, path }: Read, item: number): ReturnType<typeof evaluated> {
			const value = path && readsOwnItems() ? valueAt(items[item]!.json, path) : UNSURE;
			return value === UNSURE ? evaluated(text, item) : { value };
		},

		/** The same; of a path that ends in a method, the text or number that has it. */
		leafOf({ text, path }: Read, item: number): unknown {
			const isHere = path && readsOwnItems();
			return isHere ? leafIn(items[item]!.json, path) : evaluated(text, item).value;
		},

		/** What stands in a field as text, though it is a piece of an expression. */
		misplaced: (label: string, entered: unknown): Cause | undefined =>
			misplacedIn(label, entered, items),

		/** What to write instead of a code that has no value. */
		insteadOf: remembered((code: string): Instead => {
			const { node, name } = fieldOfNode(code) ?? {};
			if (node === undefined) return readsOwnItems() ? insteadOf(items, code) : {};
			const { value } = evaluated(`${node}.all().flatMap(({ json }) => Object.keys(json))`);
			return Array.isArray(value) && !value.includes(name)
				? noField(name!, value as string[], node)
				: {};
		}),

		/** The fields of all items that an expression names, such as `$('Sheet').all()`; none where it fails. */
		rowsOf(list: string): ReadonlyArray<Readonly<Record<string, unknown>>> {
			const { value } = evaluated(`${list}.map(({ json }) => json)`);
			return Array.isArray(value) ? (value as Array<Record<string, unknown>>) : [];
		},

		/** How many items a node has that an expression names; with 'Execute Once', the own ones that are not read count too. */
		itemsOf: remembered((node: string) => Number(evaluated(`${node}.all().length`).value ?? 0)),

		/** Whether the own items are those of a node that an expression names; `$input` stands for them. */
		isOwnNode: remembered(
			(node: string) =>
				node === '$input' || evaluated(`$prevNode.name === (${node.slice(2, -1)})`).value === true,
		),
	};

	const column = (rules: Omit<FieldRules, 'takes'>) => columnOf(source, rules);
	return {
		...source,
		field: (rules: FieldRules) => fieldOf(source, rules),
		column,
		/** How the numbers of an item are read. */
		homes: readHomes(
			column({ name: 'options.defaultCountry', label: SETTINGS.defaultCountry }),
			!isExpression(source.raw('options.defaultCountry')),
		),
		/** Of the workflow; undefined where it cannot be known. */
		zone: workflowZone(ctx),
	};
}
