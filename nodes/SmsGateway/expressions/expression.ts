// What an expression says, by its text alone. What it does is n8n's to find out.
import { ExpressionParser } from 'n8n-workflow';
import { shortenedTo } from '../domain/text/sentences';

const QUOTED = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`;
const IDENTIFIER = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*(?![\p{ID_Continue}$])`;
/** To a field or a place in a list; a function that is called is none. */
const STEP = String.raw`(?:\s*\??\.\s*${IDENTIFIER}(?!\s*(?:\?\.)?\s*\()|\s*(?:\?\.)?\s*\[\s*(?:\d+|${QUOTED})\s*\])`;
const CALL = String.raw`\s*\((?:[^()]|\([^()]*\))*\)`;
const NODE = String.raw`\$\(\s*(?:${QUOTED}|[^()'"\x60]*)\s*\)|\$items\((?<listed>[^()]*)\)|\$node\s*(?:\.\s*(?<name>${IDENTIFIER})|\[\s*(?<quoted>${QUOTED})\s*\])`;
const linked = (names: string): string =>
	String.raw`\s*(?:\??\.\s*|(?:\?\.\s*)?\[\s*['"\x60])(?:${names})\b(?:['"\x60]\s*\])?`;
const PAIRED = `${linked('item|itemMatching|pairedItem')}(?:${CALL})?`;
/** In a list of all, the one at the place of the own item. */
const SAME_PLACE = String.raw`\s*(?:(?:\?\.\s*)?\[\s*\$itemIndex\s*\]|\??\.\s*at\(\s*\$itemIndex\s*\))`;
const CHOSEN = String.raw`\s*(?:\??\.\s*(?:first|last|at)\([^()]*\)|(?:\?\.\s*)?\[\s*\d+\s*\])`;
const LINK = String.raw`(?:${STEP}|\s*\??\.\s*(?:first|last|at|all|itemMatching|pairedItem)\([^()]*\))`;

const pattern = (source: string, flags = ''): RegExp => new RegExp(source, `u${flags}`);

const IS_IDENTIFIER = pattern(`^${IDENTIFIER}$`);
const STEPS = pattern(STEP, 'g');
const MENTIONS = pattern(
	`(?<row>${[
		String.raw`(?<own>\$(?:json|data|binary|thisItem|itemIndex|position)\b|\$item\()`,
		String.raw`(?<source>${NODE}|\$input\b)(?:(?<item>${PAIRED})|(?:${linked('all')}\s*(?<all>\([^()]*\)))?(?:(?<place>${SAME_PLACE})|(?<chosen>${CHOSEN}))?)`,
	].join('|')})(?<steps>(?:${STEP})*)${LINK}*`,
	'g',
);
const JSON_STEP = /^\s*(?:\??\.\s*|(?:\?\.)?\s*\[\s*['"`])json\b/;
const ONE_PLACE = /^\s*(?:(?:\?\.)?\s*\[|\??\.\s*(?:at|first|last|length)\b)/;
const WHOLE_PATH = pattern(String.raw`^\s*(?:\$\w+|\$\([^()]*\))${LINK}+\s*;?\s*$`);
const FROM_AGENT = pattern(
	String.raw`^\s*(?:/\*.*?\*/\s*)?\$from(?:AI|Ai|ai)\s*\((?:${QUOTED}|[^()'"\x60]|\([^()]*\))*\)\s*;?\s*$`,
	's',
);

export const isExpression = (raw: unknown): raw is string =>
	typeof raw === 'string' && raw.startsWith('=');

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

export type Mention = Readonly<{
	/** The `own` item, one of another node that is `paired` with it, the `first` or `all` of a node; `other`, such as its last. */
	kind: 'own' | 'paired' | 'first' | 'all' | 'other';
	/** Such as `$('Sheet')`; `$input` for the own ones. */
	node: string;
	text: string;
	row: string;
	/** All among which it is, as an expression; none for `$json` and the like. */
	list?: string;
	/** Of what reads its `json`, if the text tells the names. */
	path?: readonly string[] | undefined;
}>;

export const mentionsIn = (code: string): Mention[] =>
	[...code.matchAll(MENTIONS)].map(({ 0: whole, index, groups = {} }) => {
		const { row = '', own, source = '$input', listed, all, steps = '' } = groups;
		const quoted = groups.quoted ?? (groups.name && `'${groups.name}'`);
		const called = quoted ?? listed?.trim() ?? source.slice(2, -1);
		const node = called && source !== '$input' ? `$(${called})` : '$input';
		const isOne = own ?? quoted ?? groups.item ?? groups.place;
		const isAll = (all ?? listed) !== undefined && !ONE_PLACE.test(code.slice(index + row.length));
		const others = groups.chosen?.includes('first') ? 'first' : isAll ? 'all' : 'other';
		const isOwn = isOne !== undefined && node === '$input';
		const isJson = own === '$json' || own === '$data';
		return {
			kind: isOwn ? 'own' : isOne ? 'paired' : others,
			node,
			row,
			// What a method of a list picks is no value of the own item's.
			text: (isOwn ? row + steps : whole).trim(),
			...(!own && { list: listed?.trim() ? source : `${node}.all${all ?? '()'}` }),
			...((isJson || JSON_STEP.test(steps)) && { path: namesOf(steps)?.slice(isJson ? 0 : 1) }),
		};
	});

function onlyMention(code: string): Mention | undefined {
	const text = code.replace(/;\s*$/, '').trim();
	const [only] = text.length < MAX_CODE ? mentionsIn(text) : [];
	return only?.text === text ? only : undefined;
}

/** From the own item to a value; undefined where the code is more than that. */
export function ownPathOf(code: string): readonly string[] | undefined {
	const { text = '', path } = onlyMention(code) ?? {};
	return text.startsWith('$json') && path?.length ? path : undefined;
}

export function fieldOfNode(code: string): { node: string; name: string } | undefined {
	const { node = '$input', path } = onlyMention(code) ?? {};
	return node !== '$input' && path?.[0] ? { node, name: path[0] } : undefined;
}

/** Without the path to a value in the own item, n8n has to evaluate it. */
export type Read = Readonly<{ text: string; path?: readonly string[] }>;

export const isPlaceholder = (part: string | Read): part is Read => typeof part !== 'string';

/** The texts of an expression, without the = in front, and the codes between its braces, as n8n splits it. */
export const splitTemplate = (expression: string): Array<string | Read> =>
	ExpressionParser.splitExpression(expression)
		.filter(({ text, type }) => type === 'code' || text !== '')
		.map(({ text, type }) => (type === 'code' ? { text, path: ownPathOf(text) } : text));

export const codesIn = (raw: unknown): string[] =>
	textsIn(raw)
		.filter(isExpression)
		.flatMap((text) => splitTemplate(text.slice(1)))
		.flatMap((part) => (isPlaceholder(part) ? part.text : []));

/** Whether it is only a value that somebody else wrote, so that no word in it is a sign of a gap. */
export const isPath = (code: string): boolean =>
	code.length < MAX_CODE && (WHOLE_PATH.test(code) || FROM_AGENT.test(code));

/** What a longer code reads of items; a list of all items is no value of one. */
export const readsIn = (code: string): Read[] =>
	mentionsIn(code).flatMap((one) => {
		const { kind, text, row, path } = one;
		if (kind === 'own') return 'path' in one ? [{ text, path }] : [];
		return kind === 'all' || text === row.trim() ? [] : [{ text }];
	});

/** The code without what stands in quotes, but with what a text in backticks evaluates. */
export const withoutQuotes = (code: string): string =>
	code.replace(pattern(QUOTED, 'g'), (text) =>
		text.startsWith('`') ? (text.match(/\$\{[^}]*\}/g) ?? []).join(' ') : "''",
	);

/** Of the item for which a code is evaluated, and of those that are paired with it. */
export const itemsIn = (code: string): Mention[] =>
	mentionsIn(code).filter(({ kind }) => kind === 'own' || kind === 'paired');

/** Of a list of all items of one node that is made into one field, such as `.phone`, that of one: the last, as a filter stands before it. */
export function fieldOfOne(list: string, isOwnNode: (node: string) => boolean): string | undefined {
	const [node, other] = new Set(
		mentionsIn(list).flatMap((one) => (one.kind === 'all' ? one.node : [])),
	);
	if (other) return undefined;
	const fields = list.matchAll(pattern(String.raw`\bjson((?:${STEP})+)`, 'g'));
	const field = [...fields].at(-1)?.[1]?.trim();
	return node && field && inBraces(`${isOwnNode(node) ? '$json' : `${node}.item.json`}${field}`);
}

/** The first placeholder that a model fills in, as it is named in a sentence. */
export function fromModelIn(raw: unknown): string | undefined {
	const code = codesIn(raw).find((one) => /\$from(?:AI|Ai|ai)\b/.test(one));
	return code && inBraces(code);
}

/** Where a model alone writes a field. */
export function byModelIn(raw: unknown): string | undefined {
	const [code, beside] = isExpression(raw) ? splitTemplate(raw.slice(1).trim()) : [];
	const isOnly = !beside && typeof code === 'object' && FROM_AGENT.test(code.text);
	return isOnly ? inBraces(code.text) : undefined;
}

export const itemsToRead = (items: number, raw: unknown): number[] =>
	fromModelIn(raw) !== undefined || codesIn(raw).some((code) => itemsIn(code).length > 0)
		? [...Array(items).keys()]
		: [0];

export function fieldInWords(name: string): string {
	if (IS_IDENTIFIER.test(name)) return `$json.${name}`;
	return /^\d+$/.test(name) ? `$json[${name}]` : `$json['${name.replace(/[\\']/g, '\\$&')}']`;
}

const WITH_STEPS = pattern(String.raw`^(.*?\bjson)((?:${STEP})+)\s*;?$`, 's');

export function ifThere({ text }: Read): string {
	const [, before = '', all] = WITH_STEPS.exec(text) ?? [];
	const [first = text, ...steps] = all?.match(STEPS) ?? [];
	return before + first + steps.map((step) => `?.${step.replace(/^[\s?.]+/, '')}`).join('');
}

/** As it is named in a sentence. Messages leave out what stands in double quotes, as it may come from an item. */
export function inBraces(code: string): string {
	const text = code.slice(0, MAX_CODE).replace(/\/\*.*?\*\//gs, '');
	return `{{ ${shortenedTo(text.replace(/"([^'"\\]*)"/g, "'$1'"), 100)} }}`;
}

const PICKED = String.raw`\.\s*(?:first|last|at|all|find|findLast|pop|shift|itemMatching|pairedItem)${CALL}`;
/** What stands in parentheses of its own, or comes of a text or of copied fields. */
const GROUPED = String.raw`(?:(?<![\p{ID_Continue}$\])]\s*)|JSON\.parse|\.parseJson|\.assign)${CALL}`;
const CHAINS = pattern(
	String.raw`(?:(?<![\p{ID_Continue}$])(${IDENTIFIER})|(?<=\]|${PICKED}|${GROUPED}))((?:${STEP})*)`,
	'g',
);
/** As in `({ json: { phone } }) =>`. */
const TAKEN_APART = pattern(
	String.raw`\((?:\s*[\w$]+\s*,)?\s*(\{[^()]*\})[^()]*\)\s*(?:=>|\{)|\b(?:const|let|var)\s*(\{[^()]*?\})\s*(?:=|of\b)`,
	'g',
);
const KEYS = pattern(String.raw`[{,]\s*(['"]?)(${IDENTIFIER})\1(?=\s*([,:=}]))`, 'g');
const PLUCKED = /\.\s*pluck\(\s*(['"`])(.*?)\1/g;
const IN_BRACKETS_OR_QUOTED = pattern(String.raw`(\[\s*${QUOTED}\s*\])|${QUOTED}`, 'g');

/** The names that a code reads of the own item, behind the `json` of a row, or of what lies within them. */
export type FieldRead = Readonly<{ of: 'own' | 'row' | 'within'; path: readonly string[] }>;

/** @param names a name and its steps; of a list its length and places are no fields */
function fieldRead([root = '', ...names]: readonly string[], given: readonly string[]) {
	if (/^\$(?:json|data)$/.test(root)) return { of: 'own', path: names } as const;
	const row = [root, ...names].indexOf('json');
	const of = root === '$thisItem' ? 'own' : 'row';
	if (row >= 0) return { of, path: names.slice(row) } as const;
	const path = names.filter((name) => name !== 'length');
	while (/^\d+$/.test(path[0] ?? '')) path.shift();
	const isField = path.length > 0 && !/^[$A-Z]/.test(root) && !given.includes(path[0] ?? '');
	return isField ? ({ of: 'within', path } as const) : undefined;
}

/** Lists of rows, each as an expression, and fields, with those that the code chooses between together. */
export function rowsRead(code: string): { sources: string[]; choices: FieldRead[][] } {
	const bare = code.replace(TAKEN_APART, '=>');
	const given = [...bare.matchAll(KEYS)].flatMap(([, , name, next]) => (next === ':' ? name! : []));
	const text = code.includes('$jmespath')
		? bare
		: bare.replace(IN_BRACKETS_OR_QUOTED, (quoted, brackets) => brackets ?? withoutQuotes(quoted));
	const choices: FieldRead[][] = [];
	let end = 0;
	for (const { 0: found, 1: root, 2: steps, index } of text.matchAll(CHAINS)) {
		const names = namesOf(steps!);
		const read = names && fieldRead([root ?? '', ...names], given);
		if (!read) continue;
		const isOther =
			end > 0 &&
			/^(?:\s*\??\.\s*\w+\([^()]*\))*\s*(?:\|\||\?\?)\s*[\w$.(]*$/.test(text.slice(end, index));
		end = index + found.length;
		// So is said that it may be absent.
		if (/^\s*\?\?\s*false\b/.test(text.slice(end))) continue;
		if (isOther) choices.at(-1)?.push(read);
		else choices.push([read]);
	}
	const apart = [...code.matchAll(TAKEN_APART)].flatMap(([, a, b = a]) => [...b!.matchAll(KEYS)]);
	for (const [, , name] of [...apart, ...code.matchAll(PLUCKED)]) {
		choices.push([name === 'json' ? { of: 'row', path: [] } : { of: 'within', path: [name!] }]);
	}
	const sources = new Set(mentionsIn(code).flatMap(({ list }) => list ?? []));
	return { sources: [...sources], choices };
}
