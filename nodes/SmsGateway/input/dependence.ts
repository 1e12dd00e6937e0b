import type { IExecuteFunctions } from 'n8n-workflow';
import {
	IDENTIFIER,
	ITEM_OF_NODE,
	mentionsOf,
	NODE_NAME,
	QUOTED,
	splitTemplate,
	unquoted,
} from './template';

/** What n8n gives every item alike. The $ of `${ }` in a text of JavaScript stands for nothing by itself. */
const THE_SAME = [
	String.raw`\$(?:vars|secrets|now|today|workflow|execution|env|runIndex|mode|nodeId|nodeVersion)(?![\w$])`,
	String.raw`\$(?:max|min|average|if|ifEmpty|not|jmespath|jmesPath)(?=\s*\()`,
	String.raw`\$(?:input|\(${NODE_NAME}\))\s*\??\.\s*(?:all|first|last)(?=\s*\()`,
	String.raw`\$\(${NODE_NAME}\)\s*\??\.\s*(?:isExecuted|params|context)(?![\w$])`,
	String.raw`\$\(${NODE_NAME}\)\s*\??\.\s*(?:itemMatching|pairedItem)(?=\(\s*\d)`,
	String.raw`\$items(?=\s*\()`,
	String.raw`\$(?=\{)`,
].join('|');

/** An expression without what is the same for every item. */
const ofItem = (code: string): string => code.replace(new RegExp(THE_SAME, 'gu'), '');

const mayDependOnItem = (code: string): boolean => ofItem(code).includes('$');

/** Where an expression names a node, and where it reads the own items. */
const NODE = new RegExp(
	[
		String.raw`\$(?:items)?\s*\((${NODE_NAME})`,
		String.raw`\$node\s*(?:\?\.\s*)?\[\s*(${QUOTED})\s*\]`,
		String.raw`\$node\s*\??\.\s*(${IDENTIFIER})`,
	].join('|'),
	'gu',
);
const OWN_ITEMS = /\$(?:input|json|data|thisItem)(?![\w$])|\$items\(\s*\)/u;

/** The nodes whose items an expression reads, such as `$('Node')`; the own items are `$input`. */
function sourcesIn(code: string): string[] {
	const nodes = [...code.matchAll(NODE)].map(([, named, bracketed, name]) => {
		const node = (named ?? bracketed ?? name!).trim();
		const quoted = `'${unquoted(node).replace(/[\\']/g, '\\$&')}'`;
		return `$(${node.startsWith('$prevNode') ? node : quoted})`;
	});
	return [...new Set(OWN_ITEMS.test(code) ? ['$input', ...nodes] : nodes)];
}

type SourcedCode = Readonly<{ code: string; sources: readonly string[] }>;

/** The placeholders of a parameter, with the sources of what they read. */
export const placeholdersIn = (raw: unknown): SourcedCode[] =>
	expressionsIn(raw)
		.flatMap((text) => splitTemplate(text.slice(1)) ?? [])
		.flatMap((part) => (typeof part === 'string' ? [] : [part.code]))
		.map((code) => ({ code, sources: sourcesIn(code) }));

const NODE_CALLED = new RegExp(
	String.raw`(?<![\w$])\$(?=\s*\()(?!\(${NODE_NAME}\)\s*\??\.\s*(?:isExecuted|params|context))`,
	'gu',
);

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
	const called = (isOwn ? code : code.replace(NODE_CALLED, '$of')).replace(/;\s*$/, '');
	const one = `(${Object.keys(given).join()}) => { try { return (\n${called}\n) } catch { return null } }`;
	return `${items}.map((item, index, items) => (${one})(${Object.values(given).join()}))`;
}

/** Error messages leave out what stands in double quotes, as it may come from an item. */
export const inSingleQuotes = (code: string): string => code.replace(/"([^'"\\]*)"/g, "'$1'");

export const AN_ITEM = new RegExp(ITEM_OF_NODE, 'gu');

/** The same as people would write it, where the expression only takes a value of one item. */
export function asWholeList(code: string, source: string): string {
	const ofOne = inSingleQuotes(code)
		.replace(AN_ITEM, 'item')
		.replace(/(?<=\bitem\s*\??\.\s*)data(?![\w$])/g, 'json')
		.replace(/\$(?:json|data)(?![\w$])/g, 'item.json')
		.replace(/;\s*$/, '')
		.trim();
	const isPlain = !mayDependOnItem(ofOne) && !/\$(?:input|items)?\(/.test(ofOne);
	return `${source}.all().map((item) => ${isPlain ? ofOne : 'item.json.phone'})`;
}

const TAKES_ALL = new RegExp(
	String.raw`\$(?:input|\(${NODE_NAME}\))(?=\s*\??\.\s*all\()|\$items\((?:${NODE_NAME}|\s*\))`,
	'gu',
);

/** The sources of which a parameter takes all items at once, the same for each item. */
export const sourcesTakenWhole = (raw: unknown): string[] =>
	expressionsIn(raw).flatMap((text) =>
		mayDependOnItem(text) ? [] : (text.match(TAKES_ALL) ?? []).flatMap(sourcesIn),
	);

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

/** The `$` of an expression, without those of `${ }` in a text of JavaScript. */
export const dollarsIn = (code: string): number => code.replaceAll('${', '').split('$').length - 1;

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
	const codes = expressionsIn(raw).map(ofItem);
	const dollars = dollarsIn(codes.join());
	if (dollars === 0) return undefined;
	const items = ctx.getInputData();
	// n8n gives lists and objects functions that they do not have by themselves, such as .unique().
	const fields = codes.flatMap(mentionsOf).map(({ field }) => field);
	if (fields.length !== dollars || !readsOwnItems(ctx)) return String;
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
