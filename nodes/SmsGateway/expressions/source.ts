import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause, Instead } from '../domain/cause';
import { remembered } from '../domain/remembered';
import { fieldOfNode, type Read } from './expression';
import { insteadOf, misplacedIn, noField } from './placeholders';

/** For what only n8n can tell. */
export const UNSURE = Symbol('unsure');

export type ListRow = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is ListRow =>
	typeof value === 'object' && value !== null;

/** The value of a field of the item, as n8n would give it. */
export function valueAt(json: unknown, path: readonly string[]): unknown {
	const value = path.reduce((one, name) => {
		if (!isRow(one)) return one === undefined || one === null ? undefined : UNSURE;
		return Object.hasOwn(one, name) || !(name in one) ? one[name] : UNSURE;
	}, json);
	return isRow(value) ? UNSURE : value;
}

/** The value at the end of a path, or the text or number before it that a method is called of. */
export const leafIn = (json: unknown, path: readonly string[]): unknown =>
	path.reduce((leaf, name) => (isRow(leaf) ? leaf[name] : leaf), json);

/** Gives the value of an expression's code, for the first item unless given, or why it failed. */
const evaluatorOf =
	(ctx: IExecuteFunctions) =>
	(code: string, item = 0): { value?: unknown; error?: string } => {
		const escaped = code.replace(/(?<!\\)\}\}/g, '\\}}');
		try {
			return { value: ctx.evaluateExpression(`{{ ${escaped} }}`, item) };
		} catch (error) {
			return { error: (error as Error).message };
		}
	};

/** What n8n knows of one turn of the node: its items, and what was entered. */
export type Source = ReturnType<typeof sourceOf>;

export function sourceOf(ctx: IExecuteFunctions) {
	const items = ctx.getInputData();
	let isOwnInput: boolean | undefined;
	/** For a tool of an AI agent, $json is one of the agent's items. */
	const readsOwnItems = () => (isOwnInput ??= ctx.getWorkflowDataProxy(0).$json === items[0]?.json);

	const evaluated = evaluatorOf(ctx);

	return {
		items,
		evaluated,
		readsOwnItems,

		raw: (name: string, fallback: unknown = ''): unknown =>
			ctx.getNodeParameter(name, 0, fallback, { rawExpressions: true }),

		given: (name: string, item: number): unknown => ctx.getNodeParameter(name, item, ''),

		/** A path such as `$json.name` is looked up: to have n8n evaluate it for 100,000 items takes longer than to send. */
		valueOf({ text, path }: Read, item: number): ReturnType<typeof evaluated> {
			const value = path && readsOwnItems() ? valueAt(items[item]?.json, path) : UNSURE;
			return value === UNSURE ? evaluated(text, item) : { value };
		},

		/** The same; of a path that ends in a method, the text or number that has it. */
		leafOf: ({ text, path }: Read, item: number): unknown =>
			path && readsOwnItems() ? leafIn(items[item]?.json, path) : evaluated(text, item).value,

		/** A piece of an expression that stands in a field as text. */
		misplaced: (label: string, entered: unknown): Cause | undefined =>
			misplacedIn(label, entered, items),

		insteadOf: remembered((code: string): Instead => {
			const { node, name } = fieldOfNode(code) ?? {};
			if (node === undefined) return readsOwnItems() ? insteadOf(items, code) : {};
			const { value } = evaluated(`${node}.all().flatMap(({ json }) => Object.keys(json))`);
			return Array.isArray(value) && !value.includes(name)
				? noField(name!, value as string[], node)
				: {};
		}),

		/** Of all items that an expression names, such as `$('Sheet').all()`; none where it fails. */
		rowsOf(list: string): ListRow[] {
			const { value } = evaluated(`${list}.map(({ json }) => json)`);
			return Array.isArray(value) ? value : [];
		},

		/** How many items a node has; with 'Execute Once', the own ones that are not read count too. */
		itemCountOf: remembered((node: string) => Number(evaluated(`${node}.all().length`).value ?? 0)),

		/** Whether the own items are those of a node; `$input` stands for them. */
		isOwnNode: remembered(
			(node: string) =>
				node === '$input' || evaluated(`$prevNode.name === (${node.slice(2, -1)})`).value === true,
		),
	};
}
