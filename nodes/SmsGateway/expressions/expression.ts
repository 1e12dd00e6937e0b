// What an expression says, by its text alone. What it does is n8n's to find out.
import { ExpressionParser } from 'n8n-workflow';

const QUOTED = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`;
const IDENTIFIER = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*(?![\p{ID_Continue}$])`;
/** To a field or a place in a list; a function that is called is none. */
const STEP = String.raw`(?:\s*\??\.\s*${IDENTIFIER}(?!\s*(?:\?\.)?\s*\()|\s*(?:\?\.)?\s*\[\s*(?:\d+|${QUOTED})\s*\])`;
const CHOICE = String.raw`\s*\??\.\s*(?:first|last|at|all|itemMatching|pairedItem)\([^()]*\)`;
const NODE = String.raw`\$(?:items)?\(\s*(?:${QUOTED}|[^()'"\x60]*)\s*\)`;
const OWN = String.raw`\$(?:json|data|(?:thisItem|input\s*\.\s*item)\s*\.\s*json)\b`;
const ANY_PATH = String.raw`(?:${NODE}|\$\w+\b)(?:${STEP}|${CHOICE})+`;

const pattern = (source: string, flags = ''): RegExp => new RegExp(source, `u${flags}`);

const IS_IDENTIFIER = pattern(`^${IDENTIFIER}$`);
const STEPS = pattern(STEP, 'g');
const OWN_PATHS = pattern(`${OWN}((?:${STEP})*)`, 'g');
const NODE_PATHS = pattern(String.raw`(?:${NODE}|\$node)(?:${STEP}|${CHOICE})+`, 'g');
const WHOLE_OWN_PATH = pattern(String.raw`^\s*\$json((?:${STEP})+)\s*;?\s*$`);
const FIELD_OF_NODE = pattern(
	String.raw`^\s*(${NODE})(?:\s*\??\.\s*item\b|${CHOICE})\s*\??\.\s*json\b(${STEP})(?:${STEP})*\s*;?\s*$`,
);
const WHOLE_PATH = pattern(String.raw`^\s*${ANY_PATH}\s*;?\s*$`);
const FROM_AGENT = /^\s*(?:\/\*.*?\*\/\s*)?\$from(?:AI|Ai|ai)\s*\(.*\)\s*;?\s*$/s;

export const isExpression = (raw: unknown): raw is string =>
	typeof raw === 'string' && raw.startsWith('=');

/** All texts in a parameter as it was entered, which may be a collection. */
export function textsIn(raw: unknown): string[] {
	if (typeof raw === 'string') return [raw];
	return Object.values(Object(raw) as object).flatMap(textsIn);
}

/** The name behind a dot, or in brackets; undefined where only n8n can read it. */
function stepName(step: string): string | undefined {
	const inBrackets = /\[\s*(.*?)\s*\]$/s.exec(step)?.[1];
	if (inBrackets === undefined) return step.replace(/^\s*\??\.\s*/, '');
	if (/^\d/.test(inBrackets)) return inBrackets;
	const name = inBrackets.slice(1, -1);
	return /\\|\$\{/.test(name) ? undefined : name;
}

function namesOf(steps: string): string[] | undefined {
	const names = (steps.match(STEPS) ?? []).map(stepName);
	return names.includes(undefined) ? undefined : (names as string[]);
}

/** Of a longer code only n8n can tell what it is. */
const MAX_CODE = 10_000;

/** The names that lead from the own item to a value; undefined where the code is more than that. */
export function ownPathOf(code: string): string[] | undefined {
	const steps = code.length < MAX_CODE ? WHOLE_OWN_PATH.exec(code)?.[1] : undefined;
	return steps === undefined ? undefined : namesOf(steps);
}

/** The field of another node's item that a code reads, such as name of $('Sheet'). */
export function fieldOfNode(code: string): { node: string; name: string } | undefined {
	const [, node, step] = FIELD_OF_NODE.exec(code) ?? [];
	const name = step && stepName(step);
	return node && name ? { node, name } : undefined;
}

/** What a code reads; undefined as the names to a value in the own item where n8n has to evaluate it. */
export type Read = Readonly<{ text: string; path?: readonly string[] }>;

export const isPlaceholder = (part: string | Read): part is Read => typeof part !== 'string';

/** The texts of an expression, without the = in front, and what stands between its braces, as n8n splits it. */
export const splitTemplate = (expression: string): Array<string | Read> =>
	ExpressionParser.splitExpression(expression)
		.filter(({ text, type }) => type === 'code' || text !== '')
		.map(({ text, type }) => (type === 'code' ? { text, path: ownPathOf(text) } : text));

/** The codes of all expressions in a parameter as it was entered. */
export const codesIn = (raw: unknown): string[] =>
	textsIn(raw)
		.filter(isExpression)
		.flatMap((text) => splitTemplate(text.slice(1)).filter(isPlaceholder))
		.map(({ text }) => text);

/** Whether it is only a value that somebody else wrote, so that no word in it is a sign of a gap. */
export const isPath = (code: string): boolean =>
	code.length < MAX_CODE && (WHOLE_PATH.test(code) || FROM_AGENT.test(code));

/** What a longer code reads of items. */
export function readsIn(code: string): Read[] {
	const own = [...code.matchAll(OWN_PATHS)].map(([text, steps]) => ({
		text: text.trim(),
		path: namesOf(steps!),
	}));
	const ofNodes = [...code.matchAll(NODE_PATHS)].map(([text]) => ({ text: text.trim() }));
	// A list of all items is no value of one.
	return [
		...own,
		...ofNodes.filter(({ text }) => !/\.\s*all\(\)\s*$|^\$items\([^()]*\)$/.test(text)),
	];
}

/** The code without what stands in quotes, but with what a text in backticks evaluates. */
export const withoutQuotes = (code: string): string =>
	code.replace(pattern(QUOTED, 'g'), (text) =>
		text.startsWith('`') ? (text.match(/\$\{[^}]*\}/g) ?? []).join(' ') : "''",
	);

const CHOSEN_ITEM = String.raw`\s*(?:\??\.\s*|\[\s*['"\x60])(?:item|itemMatching|pairedItem)\b`;
const OWN_ITEM = pattern(
	String.raw`\$(?:json|data|binary|thisItem|itemIndex|position)\b|\$item\(|\$input${CHOSEN_ITEM}`,
);
const NODE_ITEMS = pattern(
	String.raw`(${NODE})${CHOSEN_ITEM}|\$node\s*(?:\.\s*(${IDENTIFIER})|\[\s*(${QUOTED})\s*\])`,
	'g',
);

const ITEM_OF_NODE = pattern(
	String.raw`(?:${NODE_ITEMS.source})(?:['"\x60]\s*\])?(?:\s*\([^()]*\))?`,
	'g',
);

/** The items of other nodes that a code mentions, each as an expression, with the node, such as `$('Sheet')`. */
export const rowsMentioned = (code: string): Array<{ row: string; node: string }> =>
	[...code.matchAll(ITEM_OF_NODE)].map(([row, node, name, quoted]) => ({
		row,
		node: node ?? `$(${quoted ?? `'${name}'`})`,
	}));

/** Whether a code mentions the item for which it is evaluated. */
export const mentionsOwnItem = (code: string): boolean => OWN_ITEM.test(code);

/** The other nodes of which a code mentions one item, such as `$('Sheet')`. */
export const nodesWithItemIn = (code: string): string[] =>
	[...code.matchAll(NODE_ITEMS)].map(
		([, node, name, quoted]) => node ?? `$(${quoted ?? `'${name}'`})`,
	);

/** The code with one item in the place of each that it mentions. */
export function itemReplaced(code: string, item: string): string {
	const called = String.raw`(?:['"\x60]\s*\])?(?:\s*\([^()]*\))?`;
	const items = String.raw`(?:${NODE_ITEMS.source}|\$input${CHOSEN_ITEM})${called}|\$thisItem\b`;
	const replaced = code.replace(pattern(items, 'g'), () => item);
	return replaced.replace(/\$(?:json|data)\b/g, () => `${item}.json`);
}

const FIRST_ITEM = pattern(String.raw`(${NODE}|\$input)\s*\??\.\s*first\(\)`, 'g');

/** The code with the item of its own in the place of the first of all. */
export const firstAsOwn = (code: string): string => code.replace(FIRST_ITEM, '$1.item');

/** The field that a list of items is made into, such as `.phone`: the last, as a filter stands before it. */
export const columnIn = (code: string): string | undefined =>
	[...code.matchAll(pattern(String.raw`\bjson((?:${STEP})+)`, 'g'))].at(-1)?.[1]!.trim();

/** Whether a model fills in any part of a parameter. */
export const isFromModel = (raw: unknown): boolean =>
	codesIn(raw).some((code) => /\$from(?:AI|Ai|ai)\b/.test(code));

/** The nodes of which a code takes all items at once; `$input` for the own ones. */
export function nodesTakenWhole(code: string): string[] {
	const taken = pattern(
		String.raw`(${NODE}|\$input)\s*(?:\??\.\s*|\[\s*['"\x60])all\b['"\x60]?\s*\]?\s*\(\s*\)(?!\s*(?:\?\.)?\s*\[|\s*\??\.\s*(?:at|first|last|length)\b)`,
		'g',
	);
	const listed = /\$items\(([^()]*)\)(?!\s*\[)/g;
	return [
		...[...code.matchAll(taken)].map(([, source]) => source!),
		...[...code.matchAll(listed)].map(([, name]) => (name!.trim() ? `$(${name})` : '$input')),
	];
}

/** Whether a code mentions one item, of whichever node. */
export const mentionsItem = (code: string): boolean =>
	mentionsOwnItem(code) || nodesWithItemIn(code).length > 0;

/** The items for which a parameter has to be evaluated: all of them where it mentions one. */
export const itemsToRead = (items: number, raw: unknown): number[] =>
	isFromModel(raw) || codesIn(raw).some(mentionsItem) ? [...Array(items).keys()] : [0];

/** How a field is written, such as $json.customer['First Name']. */
export const pathInWords = (path: readonly string[]): string =>
	`$json${path
		.map((name) => {
			if (IS_IDENTIFIER.test(name)) return `.${name}`;
			return /^\d+$/.test(name) ? `[${name}]` : `['${name.replace(/[\\']/g, '\\$&')}']`;
		})
		.join('')}`;

const WITH_STEPS = pattern(String.raw`^(.*?\bjson)((?:${STEP})+)\s*;?$`, 's');

/** What a code reads, where what it is in may be missing too. */
export function ifThere({ text }: Read): string {
	const [, before = '', all] = WITH_STEPS.exec(text) ?? [];
	const [first = text, ...steps] = all?.match(STEPS) ?? [];
	return before + first + steps.map((step) => `?.${step.replace(/^[\s?.]+/, '')}`).join('');
}

const MAX_SHOWN = 100;

/** An expression as it is named in a sentence. Messages leave out what stands in double quotes, as it may come from an item. */
export function inBraces(code: string): string {
	const text = code
		.slice(0, MAX_CODE)
		.replace(/\/\*.*?\*\//gs, '')
		.replace(/\s+/g, ' ')
		.trim();
	const quoted = text.replace(/"([^'"\\]*)"/g, "'$1'");
	return `{{ ${quoted.length > MAX_SHOWN ? `${quoted.slice(0, MAX_SHOWN - 1)}…` : quoted} }}`;
}

const ALL = String.raw`\s*\??\.\s*all\([^()]*\)`;
const SOURCE = pattern(
	String.raw`(?:${NODE}|\$input)(?:${ALL})?|\$node\s*(?:\.\s*(${IDENTIFIER})|\[\s*(${QUOTED})\s*\])`,
	'g',
);
/** Behind a name, what picks one of a list, or a place of one. */
const CHAINS = pattern(
	String.raw`(?:(?<![\p{ID_Continue}$])(${IDENTIFIER})|(?<=\]|\.\s*(?:first|last|at|all|find|findLast|pop|shift|itemMatching|pairedItem)\((?:[^()]|\([^()]*\))*\)))((?:${STEP})*)`,
	'g',
);
/** As in `({ json: { phone } }) =>`. */
const TAKEN_APART = pattern(String.raw`\(\s*(\{[^()]*\})[^()]*\)\s*(?:=>|\{)`, 'g');
const KEYS = pattern(String.raw`[{,]\s*(['"]?)(${IDENTIFIER})\1(?=\s*([,:=}]))`, 'g');
const PLUCKED = /\.\s*pluck\(\s*(['"`])(.*?)\1/g;
const IN_BRACKETS_OR_QUOTED = pattern(String.raw`(\[\s*${QUOTED}\s*\])|${QUOTED}`, 'g');

/** The names that a code reads of the own item, behind the `json` of a row, or of what lies within them. */
export type FieldRead = Readonly<{ of: 'own' | 'row' | 'within'; path: readonly string[] }>;

/** @param names a name and its steps; of a list its length and places are no fields */
function fieldRead([root = '', ...names]: readonly string[], given: ReadonlySet<string>) {
	if (/^\$(?:json|data)$/.test(root)) return { of: 'own', path: names } as const;
	const row = [root, ...names].indexOf('json') + 1;
	if (row > 0)
		return { of: root === '$thisItem' ? 'own' : 'row', path: names.slice(row - 1) } as const;
	const path = names.filter((name) => name !== 'length');
	while (/^\d+$/.test(path[0] ?? '')) path.shift();
	const isField = path.length > 0 && !root.startsWith('$') && !given.has(path[0]!);
	return isField ? ({ of: 'within', path } as const) : undefined;
}

/**
 * The lists of rows that a code reads, each as an expression, and the fields, with those that it chooses
 * between together. One that may be absent is said to be false then (`?? false`).
 */
export function rowsRead(code: string): { sources: string[]; choices: FieldRead[][] } {
	const sources = [...code.matchAll(SOURCE)]
		.map(([source, name, quoted]) => ((name ?? quoted) ? `$(${quoted ?? `'${name}'`})` : source))
		.map((source) => source.replace(/^\$items\(\s*\)$/, '$input'))
		.map((source) => (/\ball\([^()]*\)$|^\$items\(/.test(source) ? source : `${source}.all()`));
	const bare = code.replace(TAKEN_APART, '=>');
	// The names of what the code makes itself.
	const given = new Set(
		[...bare.matchAll(KEYS)].map(([, , name, next]) => (next === ':' ? name! : '')),
	);
	const text = code.includes('$jmespath')
		? bare
		: bare.replace(IN_BRACKETS_OR_QUOTED, (quoted, brackets) => brackets ?? withoutQuotes(quoted));
	const choices: FieldRead[][] = [];
	let end = 0;
	for (const { 0: found, 1: root, 2: steps, index } of text.matchAll(CHAINS)) {
		const names = namesOf(steps!);
		const read = names && fieldRead([root ?? '', ...names], given);
		if (!read) continue;
		const isOther = end > 0 && /^\s*(?:\|\||\?\?)\s*[\w$.(]*$/.test(text.slice(end, index));
		end = index + found.length;
		if (/^\s*\?\?\s*false\b/.test(text.slice(end))) continue;
		if (isOther) choices.at(-1)?.push(read);
		else choices.push([read]);
	}
	const apart = [...code.matchAll(TAKEN_APART)].flatMap(([, names]) => [...names!.matchAll(KEYS)]);
	const named = [...apart, ...code.matchAll(PLUCKED)].map(([, , name]) => name!);
	for (const name of named)
		choices.push([name === 'json' ? { of: 'row', path: [] } : { of: 'within', path: [name] }]);
	return { sources: [...new Set(sources)], choices };
}
