import type { INodeExecutionData } from 'n8n-workflow';
import { listInWords } from '../words/summary';
import { shorten } from '../domain/text/sentences';
import { readsIn } from './syntax';
import { inBraces } from './template';

type Items = ReadonlyArray<Pick<INodeExecutionData, 'json'>>;

/** A marked word or a piece of an expression that stands in a text, and what to write instead. */
export type Misplaced = Readonly<{ found: string; advice: string }>;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of the fields at a path, over all items; undefined where none of them has fields there. */
function fieldsAt(items: Items, path: readonly string[]): string[] | undefined {
	const names = new Set<string>();
	let hasFields = false;
	for (const { json } of items) {
		const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), json);
		if (!isObject(value)) continue;
		hasFields = true;
		for (const name of Object.keys(value)) names.add(name);
	}
	return hasFields ? [...names] : undefined;
}

/** A name without what people write in one way or another: case, accents, blanks, signs. */
const plain = (name: string): string =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

const letterPairsOf = (name: string): string[] =>
	[...`^${plain(name)}`].map((letter, index, all) => letter + (all[index + 1] ?? '$'));

/** 0 to 1: how many pairs of letters two names have in common (Dice's coefficient). */
function likeness(one: string, other: string): number {
	const pairs = letterPairsOf(one);
	const left = letterPairsOf(other);
	const common = pairs.filter((pair) => {
		const at = left.indexOf(pair);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
	return (2 * common.length) / (pairs.length + letterPairsOf(other).length);
}

const LIKE = 0.4;

const nearestFirst = (name: string, fields: readonly string[]): string[] =>
	[...fields]
		.map((field) => ({ field, like: likeness(name, field) }))
		.sort((one, other) => other.like - one.like)
		.map(({ field }) => field);

const IDENTIFIER = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*`;
const IS_IDENTIFIER = new RegExp(`^${IDENTIFIER}$`, 'u');

/** The expression of a field, such as $json.customer['First Name']. */
const expressionOf = (path: readonly string[]): string =>
	`$json${path
		.map((name) => {
			if (IS_IDENTIFIER.test(name)) return `.${name}`;
			return /^\d+$/.test(name) ? `[${name}]` : `['${name.replace(/[\\']/g, '\\$&')}']`;
		})
		.join('')}`;

const MAX_NAMED_FIELDS = 10;

/**
 * What to write for a path of which no item has a step: "The items have no field 'Phone'. They have:
 * phone, name. Write {{ $json.phone }}."; undefined where some item has all of it.
 *
 * @param around makes the whole expression of the path's
 */
function aboutPath(
	items: Items,
	path: readonly string[],
	around: (expression: string) => string = (expression) => expression,
): string | undefined {
	for (const [depth, name] of path.entries()) {
		const parents = path.slice(0, depth);
		const fields = fieldsAt(items, parents);
		if (fields === undefined) return undefined;
		if (fields.includes(name)) continue;
		if (fields.length === 0) return 'The items have no fields.';
		const sorted = nearestFirst(name, fields);
		const dotted = fields.find((one) => one === path.slice(depth).join('.'));
		const nearest = dotted ?? sorted[0]!;
		const steps = dotted === undefined ? path.slice(depth + 1) : [];
		const field = expressionOf([...parents, nearest, ...steps]);
		const whole = inBraces(around(field));
		const write = whole.includes('…') ? inBraces(field) : whole;
		const where = depth === 0 ? 'They have' : `'${shorten(path[depth - 1])}' has`;
		const listed = listInWords(sorted.map(shorten), MAX_NAMED_FIELDS);
		// Pasted, any other would be the value of another thing: a phone number as sender.
		const advice =
			(dotted ?? likeness(name, nearest) >= LIKE)
				? `Write ${write}.`
				: 'Drag the one you mean into the field.';
		return `The items have no field '${shorten(name)}'. ${where}: ${listed}. ${advice}`;
	}
	return undefined;
}

/** As people write a field who know other tools: its name alone. */
const LONE_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ .-]*$/u;
const NO_NAME = /^(?:undefined|null|true|false|NaN|Infinity|this)$/;

/** The fields that a name alone stands for, whatever its case, blanks and signs; undefined where it is none. */
function fieldNamed(items: Items, name: string): string[] | undefined {
	const find = (path: readonly string[], one: string): string | undefined => {
		const fields = fieldsAt(items, path) ?? [];
		return fields.includes(one) ? one : fields.find((field) => plain(field) === plain(one));
	};
	if (plain(name) === '') return undefined;
	const whole = find([], name);
	if (whole !== undefined) return [whole];
	const path: string[] = [];
	for (const step of name.split('.')) {
		const found = plain(step) === '' ? undefined : find(path, step);
		if (found === undefined) return undefined;
		path.push(found);
	}
	return path;
}

/**
 * What to write instead of an expression that names a field which no item has, in a sentence or
 * more; empty where there is nothing to say.
 */
export function aboutReference(items: Items, code: string): string {
	const lone = code.trim();
	if (LONE_NAME.test(lone) && !NO_NAME.test(lone)) {
		const path = fieldNamed(items, lone);
		if (path !== undefined) return `Write ${inBraces(expressionOf(path))}.`;
		return aboutPath(items, lone.split('.').slice(0, 1)) ?? '';
	}
	for (const { text, path } of readsIn(code).mentions) {
		const around = (expression: string): string => code.replace(text, () => expression);
		const about = aboutPath(items, path, around);
		if (about !== undefined) return about;
	}
	return '';
}

/** {name}, [name], <name>, «name», %name%, #name#, ${name}, #{name}, *|name|*, [[name]], $name */
const MARKED =
	/(?:[$#%*@]?(?:\{{1,3}|\[{1,3}|<{1,3}|«|‹)|\*\||%{1,2}|#{1,2})\s*[$#@|]?\s*(?<name>[\p{L}_][^{}[\]<>«»‹›%#|\n]{0,79}?)\s*[#|]?\s*(?:\}+|\]+|>+|»|›|\|\*|%{1,2}|#{1,2})|(?<![\p{L}\p{N}$])\$(?<bare>[\p{L}_][\p{L}\p{M}\p{N}_]*)/gu;

/** A value without its braces. */
const UNBRACED = new RegExp(
	String.raw`\$json(?:\s*\??\.\s*${IDENTIFIER}|\s*(?:\?\.\s*)?\[\s*(?:\d+|(['"]).+?\1)\s*\])+|\$json\b\s*[.[]|\$(?:node\s*[.[]|input\s*\.|\(\s*(['"]).+?\2\s*\))[^\s,;!?]*`,
	'u',
);

const writeInstead = (path: readonly string[]): string =>
	`Write ${inBraces(expressionOf(path))} instead.`;

/** The first word in a text that is marked as placeholders of other tools are, and names a field of the items. */
export function markedIn(text: string, items: Items): Misplaced | undefined {
	const unbraced = UNBRACED.exec(text)?.[0];
	if (unbraced !== undefined) {
		const advice = aboutReference(items, unbraced) || `Write ${inBraces(unbraced)} instead.`;
		return { found: unbraced, advice };
	}
	for (const { 0: found, groups } of text.matchAll(MARKED)) {
		const path = fieldNamed(items, (groups!.name ?? groups!.bare)!);
		if (path !== undefined) return { found, advice: writeInstead(path) };
	}
	return undefined;
}

/** How people mark a field in a cell. Words in other brackets stand in many an alert. */
const MARKED_IN_CELL = /\{{1,2}([^{}]{1,80})\}{1,2}|«([^«»]{1,80})»/g;

/** A field of the item that is marked in a text which the item brings, and its expression. */
export function unfilledIn(
	text: string,
	item: Items[number],
): { found: string; expression: string } | undefined {
	for (const [found, braced, quoted] of text.matchAll(MARKED_IN_CELL)) {
		const path = fieldNamed([item], (braced ?? quoted)!.trim());
		if (path !== undefined) return { found, expression: expressionOf(path) };
	}
	return undefined;
}

/** A text which is nothing but the name of a field, or has one between its separators. */
function nameIn(text: string, items: Items): Misplaced | undefined {
	for (const part of text.split(/[,;|\n]/)) {
		const found = part.trim();
		const path = LONE_NAME.test(found) ? fieldNamed(items, found) : undefined;
		if (path !== undefined) return { found, advice: writeInstead(path) };
	}
	return undefined;
}

/**
 * The first placeholder in a field that is no expression, where n8n does not evaluate it.
 *
 * @param takesNames whether a name alone can only be meant as a field, as where numbers belong
 */
export function misplacedIn(
	value: unknown,
	items: Items,
	takesNames = false,
): Misplaced | undefined {
	if (typeof value === 'string') {
		if (value.startsWith('=')) return undefined;
		const [found, code] = /\{\{+(.*?)(?:\}\}|$)/s.exec(value) ?? [];
		if (found) return { found: inBraces(code!), advice: aboutReference(items, code!) };
		return markedIn(value, items) ?? (takesNames ? nameIn(value, items) : undefined);
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const one of Object.values(value)) {
		const found = misplacedIn(one, items, takesNames);
		if (found !== undefined) return found;
	}
	return undefined;
}
