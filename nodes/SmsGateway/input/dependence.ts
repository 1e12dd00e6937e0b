import type { IExecuteFunctions } from 'n8n-workflow';
import { mentionsOf, QUOTED, splitTemplate } from './template';

/** What n8n gives every item alike. The $ of `${ }` in a text of JavaScript stands for nothing by itself. */
const THE_SAME = [
	String.raw`\$(?:vars|secrets|now|today|workflow|execution|env|runIndex|mode|nodeId|nodeVersion)(?![\w$])`,
	String.raw`\$(?:max|min|average|if|ifEmpty|not|jmespath|jmesPath)(?=\s*\()`,
	String.raw`\$(?:input|\(\s*(?:${QUOTED})\s*\))\s*\??\.\s*(?:all|first|last)(?=\s*\()`,
	String.raw`\$\(\s*(?:${QUOTED})\s*\)\s*\??\.\s*(?:isExecuted|params|context)(?![\w$])`,
	String.raw`\$(?=\{)`,
].join('|');

/** An expression without what is the same for every item. */
const ofItem = (code: string): string => code.replace(new RegExp(THE_SAME, 'gu'), '');

const mayDependOnItem = (code: string): boolean => ofItem(code).includes('$');

const ONE_ITEM = String.raw`(?:item(?![\w$(])|(?:first|last)\(\s*\)|all\(\s*\)\s*\[\s*\d+\s*\])`;
/** One item of a node's, or of the node's own input. */
const OF_ONE_ITEM = new RegExp(
	[
		String.raw`(\$input|\$\(\s*(?:${QUOTED})\s*\))\s*\??\.\s*${ONE_ITEM}`,
		String.raw`\$node\s*(?:\[\s*(${QUOTED})\s*\]|\.(\w+))(?=\s*\??\.\s*json\b)`,
		String.raw`\$json(?![\w$])`,
	].join('|'),
	'gu',
);
const OF_THIS_ITEM = /^\$(?:json|input\s*\??\.\s*item)$/;

/**
 * An expression that takes a value of one item, such as `$('Node').item.json.phone`, as the expression
 * for the values of all items that there are; undefined where it is another one.
 *
 * @param isOneOfAll whether the item that is read here is one of others, too
 */
function asWholeList(
	code: string,
	isOneOfAll: boolean,
): { source: string; list: string } | undefined {
	const sources = new Set<string>();
	const ofOne = code.replace(
		OF_ONE_ITEM,
		(found: string, source?: string, inBrackets?: string, name?: string) => {
			if (!isOneOfAll && OF_THIS_ITEM.test(found)) return found;
			const node = inBrackets ?? (name && `'${name}'`);
			sources.add(source ?? (node ? `$(${node})` : '$input'));
			return found === '$json' ? 'item.json' : 'item';
		},
	);
	const [source] = sources;
	if (source === undefined || sources.size > 1 || mayDependOnItem(ofOne)) return undefined;
	return { source, list: `${source}.all().map((item) => ${ofOne.trim()})` };
}

/** Error messages leave out what stands in double quotes, as it may come from an item. */
const inSingleQuotes = (code: string): string => code.replace(/"([^'"\\]*)"/g, "'$1'");

/** A placeholder that takes a value of one item of a source, with the expression for all of them. */
type PartOfList = Readonly<{ code: string; source: string; list: string }>;

export function partsOfLists(raw: unknown, isOneOfAll = false): PartOfList[] {
	const template = expressionsIn(raw).flatMap((text) => splitTemplate(text) ?? []);
	return template.flatMap((part) => {
		if (typeof part === 'string') return [];
		const whole = asWholeList(part.code, isOneOfAll);
		if (whole === undefined) return [];
		const [code, source, list] = [part.code, whole.source, whole.list].map(inSingleQuotes);
		return [{ code: code!, source: source!, list: list! }];
	});
}

const ALL_ITEMS = new RegExp(
	String.raw`(?:\$input|\$\(\s*(?:${QUOTED})\s*\))(?=\s*\??\.\s*all\()`,
	'gu',
);

/** The sources of which a parameter takes all items at once, the same for each item. */
export const sourcesTakenWhole = (raw: unknown): string[] =>
	expressionsIn(raw).flatMap((text) =>
		mayDependOnItem(text) ? [] : (text.match(ALL_ITEMS) ?? []).map(inSingleQuotes),
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
	const fields = codes
		.flatMap(mentionsOf)
		.map(({ path, isCall }) => (isCall ? path.slice(0, -1) : path));
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
