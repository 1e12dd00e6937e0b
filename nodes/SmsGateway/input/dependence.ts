import type { IExecuteFunctions } from 'n8n-workflow';
import {
	expressionIn,
	isAboutNode,
	isItem,
	isNamed,
	memberOf,
	parseCode,
	partsIn,
	readsIn,
	type Node,
	type Reads,
} from './syntax';
import { isPlaceholder, splitTemplate, type Placeholder } from './template';

/** The placeholders of each expression in a parameter; undefined for one that only n8n can divide. */
const dividedIn = (raw: unknown): Array<Placeholder[] | undefined> =>
	expressionsIn(raw).map((text) => splitTemplate(text.slice(1))?.filter(isPlaceholder));

/** What the placeholders of a parameter read; undefined where only n8n can tell its placeholders. */
function readsOfAll(raw: unknown): Reads[] | undefined {
	const divided = dividedIn(raw);
	if (divided.includes(undefined)) return undefined;
	return divided.flatMap((some) => some!.map(({ reads }) => reads));
}

const dependsOnItem = ({ mentions, isElsewhere }: Reads): boolean =>
	mentions.length > 0 || isElsewhere;

const sourcesOf = ({ accesses }: Reads): string[] => [
	...new Set(accesses.flatMap(({ by, source }) => (by === 'node' ? [] : [source]))),
];

type SourcedCode = Readonly<{ code: string; sources: readonly string[]; reads: Reads }>;

/** The placeholders of a parameter, with the sources of what they read. */
export const placeholdersIn = (raw: unknown): SourcedCode[] =>
	dividedIn(raw)
		.flatMap((some) => some ?? [])
		.map(({ code, reads }) => ({ code, reads, sources: sourcesOf(reads) }));

/** The same code with other texts in the place of parts of it. */
function replaced(code: string, textFor: (node: Node) => string | undefined): string {
	const root = parseCode(code);
	if (root === undefined) return code;
	let text = '';
	let end = 0;
	for (const node of partsIn(root)) {
		const other = node.start < end ? undefined : textFor(node);
		if (other === undefined) continue;
		text += code.slice(end, node.start) + other;
		end = node.end;
	}
	return text + code.slice(end);
}

/**
 * The expression for the values that another one has, were each of some items the one item that it
 * reads of a source. However it is written, n8n itself finds out what it reads.
 *
 * @param isChosenToo whether also where it chooses one by `first()` or the like
 */
export function withEachItem(
	code: string,
	source: string,
	isChosenToo: boolean,
	items = `${source}.all()`,
): string {
	const isOwn = source === '$input';
	const name = isOwn ? undefined : source.slice(2, -1);
	const places = code.match(/(?<=[[(]\s*)\d{1,3}(?!\d)/g) ?? [];
	const list = `Array(${1 + Math.max(0, ...places.map(Number))}).fill(item)`;
	const matching = isChosenToo ? '() => item' : '(at = index) => items[at]';
	// In brackets, as n8n reads `?.` in another way where a function of its own, such as .first(), is called.
	const chosen = ['first', 'last', 'all'].map((one) => {
		const value = one === 'all' ? list : 'item';
		return isChosenToo ? `${one}: () => ${value}` : `${one}: (...of) => ${source}['${one}'](...of)`;
	});
	const node = `{ item, ${chosen.join()}, itemMatching: ${matching}, pairedItem: ${matching} }`;
	const given = {
		...(isOwn
			? { $input: node, $json: 'item.json', $data: 'item.json', $thisItem: 'item' }
			: {
					// n8n allows $ itself only where it is called.
					$of: `(name) => name === ${name} ? ${node} : $(name)`,
					$node: `{ [${name}]: { json: item.json, data: item.json } }`,
				}),
		...(isChosenToo
			? { $items: `(...of) => of[0] === ${name} ? ${list} : $items(...of)` }
			: { $itemIndex: 'index', $position: 'index' }),
	};
	const expression = expressionIn(code);
	const called = replaced(expression, (node) => {
		if (isAboutNode(node)) return expression.slice(node.start, node.end);
		return isNamed(node, '$') && !isOwn ? '$of' : undefined;
	});
	const one = `(${Object.keys(given).join()}) => { try { return (\n${called}\n) } catch { return null } }`;
	return `${items}.map((item, index, items) => (${one})(${Object.values(given).join()}))`;
}

/** Error messages leave out what stands in double quotes, as it may come from an item. */
export const inSingleQuotes = (code: string): string => code.replace(/"([^'"\\]*)"/g, "'$1'");

/** The same with another item in the place of each that it reads. */
export const withItem = (code: string, item: string): string =>
	replaced(code, (node) => (isItem(node) ? item : undefined));

/** The same as people would write it, where the expression only takes a value of one item. */
export function asWholeList(code: string, source: string): string {
	const ofOne = replaced(inSingleQuotes(expressionIn(code)), (node) => {
		if (isItem(node)) return 'item';
		const member = memberOf(node);
		const isData = member !== undefined && isItem(member.of) && member.step === 'data';
		return isData || isNamed(node, '$json') || isNamed(node, '$data') ? 'item.json' : undefined;
	});
	const reads = readsIn(ofOne);
	const isPlain = !dependsOnItem(reads) && reads.accesses.length === 0;
	return `${source}.all().map((item) => ${isPlain ? ofOne : 'item.json.phone'})`;
}

/** The sources of which a parameter takes all items at once, the same for each item. */
export const sourcesTakenWhole = (raw: unknown): string[] =>
	expressionsIn(raw).flatMap((text) => {
		const reads = readsOfAll(text);
		if (!reads || reads.some(dependsOnItem)) return [];
		const accesses = reads.flatMap((one) => one.accesses);
		return accesses.flatMap(({ by, source }) => (by === 'all' ? [source] : []));
	});

/** A parameter as it was entered, with its expressions. */
export const rawOf = (ctx: IExecuteFunctions, name: string, fallback: unknown = ''): unknown =>
	ctx.getNodeParameter(name, 0, fallback, { rawExpressions: true });

/** The expressions in a parameter as it was entered, which may be a collection. */
export function expressionsIn(raw: unknown): string[] {
	if (typeof raw === 'string') return raw.startsWith('=') ? [raw] : [];
	return Object.values(Object(raw) as object).flatMap(expressionsIn);
}

/**
 * The value that a path leads to, or the text or number that it goes on from, such as by a method; and
 * how many of its steps lead there.
 */
export function leafAt(json: unknown, path: readonly string[]): { leaf: unknown; steps: number } {
	let leaf = json;
	let steps = 0;
	for (; steps < path.length && Object(leaf) === leaf; steps++) {
		leaf = (leaf as Record<string, unknown>)[path[steps]!];
	}
	return { leaf, steps };
}

/** Whether $json is the node's own item: for a tool of an AI agent it is one of the agent's. */
export const readsOwnItems = (ctx: IExecuteFunctions): boolean =>
	ctx.getWorkflowDataProxy(0).$json === ctx.getInputData()[0]!.json;

/**
 * What a parameter reads of an item, as a text: items with the same text have the same value. So an
 * expression is evaluated as often as it can differ, which takes n8n 0.5 ms each time: once where it
 * reads no item, and once for each country where it reads their country.
 *
 * @returns undefined where no item can make a difference
 */
export function readsOf(
	ctx: IExecuteFunctions,
	raw: unknown,
): ((item: number) => string) | undefined {
	const reads = readsOfAll(raw);
	if (reads?.some(dependsOnItem) === false) return undefined;
	if (!reads || reads.some(({ isElsewhere }) => isElsewhere) || !readsOwnItems(ctx)) return String;
	const items = ctx.getInputData();
	// n8n gives lists and objects functions that they do not have by themselves, such as .unique().
	const fields = reads.flatMap(({ mentions }) => mentions).map(({ field }) => field);
	return (item) => {
		const leaves = fields.map((path) => leafAt(items[item]!.json, path));
		if (leaves.some(({ leaf }) => Object(leaf) === leaf)) return String(item);
		return JSON.stringify(leaves.map(({ leaf, steps }) => [steps, typeof leaf, String(leaf)]));
	};
}

/** The items of which one has each value that a parameter can have; the first item is among them. */
export function itemsToRead(ctx: IExecuteFunctions, items: number, raw: unknown): number[] {
	const reads = items > 1 ? readsOf(ctx, raw) : undefined;
	if (reads === undefined) return [0];
	const firsts = new Map<string, number>();
	for (let item = 0; item < items; item++) {
		const value = reads(item);
		if (!firsts.has(value)) firsts.set(value, item);
	}
	return [...firsts.values()];
}
