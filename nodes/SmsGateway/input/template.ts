import { ExpressionParser, isSafeObjectProperty } from 'n8n-workflow';

/** What stands between two braces and two braces in an expression. */
export type Placeholder = Readonly<{
	code: string;
	/** Whether it is only a field, of the item or of what another node gave, and no calculation. */
	isField: boolean;
	/** Whether it is empty exactly where a field is, as `$json.name.trim()` or `$json.nick || $json.name`. */
	isEmptyAsField: boolean;
	/** Where the field is in the item; undefined where only n8n can find it. */
	path?: readonly string[];
}>;

/** The texts and placeholders of an expression, in their order. */
export type Template = ReadonlyArray<string | Placeholder>;

const IN_IDENTIFIER = String.raw`[\p{ID_Continue}$\u200c\u200d]`;
/** As a pattern. */
export const IDENTIFIER = String.raw`[\p{ID_Start}_$]${IN_IDENTIFIER}*`;
/** A text in quotes, as a name in an expression; n8n's editor writes an apostrophe in it as \'. */
export const QUOTED = ["'", '"', String.raw`\x60`]
	.map((mark) => String.raw`${mark}(?:[^${mark}$\\]|\$(?!\{)|\\['"\x60\\])*${mark}`)
	.join('|');
const STEP = String.raw`\s*(?:\??\.\s*(?:${IDENTIFIER})|(?:\?\.\s*)?\[\s*(?:0|[1-9]\d*|${QUOTED})\s*\])`;
/** A node's name as it is written in an expression. */
export const NODE_NAME = String.raw`\s*(?:${QUOTED}|\$prevNode\.name)\s*`;
const PLACE = String.raw`\s*(?:\d*|\$(?:itemIndex|position|thisItemIndex))\s*`;
const AT = String.raw`\s*(?:(?:\?\.\s*)?\[${PLACE}\]|\??\.\s*(?:at|first|last)\(${PLACE}\))`;
const ITEM = String.raw`item(?!${IN_IDENTIFIER})|(?:first|last|itemMatching|pairedItem)\((?:[\s\d,]*|${PLACE})\)|all\([\s\d,]*\)${AT}`;
/** An item of a node, as a pattern. */
export const ITEM_OF_NODE = [
	String.raw`\$(?:input|\(${NODE_NAME}\))\s*(?:\??\.\s*(?:${ITEM})|(?:\?\.\s*)?\[\s*['"]item['"]\s*\])`,
	String.raw`\$items\((?:${NODE_NAME})?[\s\d,]*\)${AT}`,
	String.raw`(?:\$item\(\s*\d+\s*\)\s*\.\s*)?\$node\s*(?:\[\s*(?:${QUOTED})\s*\]|\.\s*${IDENTIFIER})`,
	String.raw`\$thisItem`,
].join('|');
const ELSEWHERE = [
	String.raw`(?:${ITEM_OF_NODE})\s*(?:\??\.\s*(?:json|data)(?!${IN_IDENTIFIER})|(?:\?\.\s*)?\[\s*['"]json['"]\s*\])`,
	String.raw`\$(?:vars|data)(?!${IN_IDENTIFIER})`,
].join('|');

const FIELD = new RegExp(String.raw`^\s*(?:(\$json)|${ELSEWHERE})((?:${STEP})+)\s*$`, 'u');
/** What an AI agent fills in, unless it may be empty by its default. */
const FILLED_IN = new RegExp(
	String.raw`^\s*(?:/\*[^*]*\*/\s*)?\$from(?:AI|Ai|ai)\((?:(?:${QUOTED}|\w+)\s*,?\s*){0,3}\)\s*$`,
	'u',
);
/** These give an empty text of nothing but an empty one, or a part of it that is empty. */
const TIDY = [
	String.raw`\??\.\s*(?:trim(?:Start|End)?|normalize|toString|to(?:(?:Locale)?(?:Lower|Upper)|Title|Sentence)Case)\(\s*(?:${QUOTED})?\s*\)`,
	String.raw`\??\.\s*split\(\s*(?:${QUOTED})\s*\)${AT}`,
].join('|');
const TIDIED = new RegExp(String.raw`(?:${TIDY}|${AT})\s*$|^(?:\s*/\*.*?\*/)+|;\s*$`, 's');
const IN_PARENTHESES = /^\s*(?:String\s*)?\((.*)\)\s*$/s;
const CALL = String.raw`\s*(?:\?\.\s*)?\(`;
const FIELDS_OF_ITEM = new RegExp(
	String.raw`(?<![\w$.])\$json((?:${STEP})+)(?!${IN_IDENTIFIER}|\\)(?=(${CALL})?)`,
	'gu',
);
/** Texts, and fields of the item, that are put together by + or in a text of JavaScript. */
const PLAIN_FIELD = String.raw`\$json(?:${STEP})+(?:${TIDY})*`;
const OPERAND = String.raw`\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|${PLAIN_FIELD})\s*`;
const PUT_TOGETHER = new RegExp(
	String.raw`^(?:${OPERAND}(?:\+${OPERAND})+|\s*\x60(?:[^\x60\\$]|\\.|\$(?!\{)|\$\{\s*${PLAIN_FIELD}\s*\})*\x60\s*)$`,
	'su',
);
const STEPS = new RegExp(String.raw`${QUOTED}|${IDENTIFIER}|\d+`, 'gu');

/** The text of one in quotes; any other as it is. */
export const unquoted = (text: string): string =>
	/^['"\x60]/.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;

const namesIn = (steps: string): string[] => (steps.match(STEPS) ?? []).map(unquoted);

function isEmptyAsField(code: string): boolean {
	if (FIELD.test(code) || FILLED_IN.test(code)) return true;
	const tidied = code.replace(TIDIED, '');
	const inner = tidied === code ? IN_PARENTHESES.exec(code)?.[1] : tidied;
	if (inner !== undefined && isEmptyAsField(inner)) return true;
	const choices = code.split(/\|\||\?\?/);
	return choices.length > 1 && choices.every(isEmptyAsField);
}

function placeholderOf(code: string): Placeholder {
	const [field, ofItem, steps = ''] = FIELD.exec(code) ?? [];
	const isField = field !== undefined;
	const placeholder = { code, isField, isEmptyAsField: isField || isEmptyAsField(code) };
	const path = ofItem === undefined ? undefined : namesIn(steps);
	return path?.every(isSafeObjectProperty) ? { ...placeholder, path } : placeholder;
}

/** n8n itself splits at these in two ways. */
const DOUBTFUL = /\\\\(\{\{|\}\})/;

/**
 * Splits an expression, without the = in front, as n8n does.
 *
 * @returns undefined where only n8n can tell what it means
 */
export function splitTemplate(expression: string): Template | undefined {
	if (DOUBTFUL.test(expression)) return undefined;
	return ExpressionParser.splitExpression(expression)
		.filter(({ text, type }) => type === 'code' || text !== '')
		.map(({ text, type }) => (type === 'code' ? placeholderOf(text) : text));
}

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

/** Also of characters that nobody sees, as people write them where they must give a name. */
export const isBlankText = (text: string): boolean =>
	/^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/**
 * The item's fields that an expression mentions: as written, their path behind $json, and that of the
 * field itself where the last step calls a function of it.
 */
export const mentionsOf = (code: string) =>
	[...code.matchAll(FIELDS_OF_ITEM)].map(([text, steps, call]) => {
		const path = namesIn(steps!);
		return { text, path, field: call === undefined ? path : path.slice(0, -1) };
	});

/** The values of the item's fields that a longer expression mentions. */
export const valuesMentioned = (code: string, json: unknown): unknown[] =>
	mentionsOf(code).map(({ path }) => valueAt(json, path));

const MAX_SHOWN = 100;
const COMMENTS = /\/\*.*?\*\//gs;

/** Whether a field is empty that the expression puts between texts, as a template does: `"Hi " + $json.name`. */
export const hasEmptyPart = (code: string, json: unknown): boolean =>
	PUT_TOGETHER.test(code) &&
	mentionsOf(code).some(({ field }) => {
		const value = valueAt(json, field);
		return typeof value === 'string' && isBlankText(value);
	});

/** An expression as it is named in a sentence. */
export function inBraces(code: string): string {
	const text = code.replace(COMMENTS, '').replace(/\s+/g, ' ').trim();
	return `{{ ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text} }}`;
}
