import type { INodeExecutionData } from 'n8n-workflow';
import { shorten } from '../domain/text/sentences';
import { listInWords } from '../words/summary';
import { inBraces, isExpression, ownPathOf, pathInWords, textsIn } from './expression';

type Items = ReadonlyArray<Pick<INodeExecutionData, 'json'>>;

/** A piece of an expression in a text, where n8n does not evaluate it, and what to write instead. */
export type Misplaced = Readonly<{ found: string; advice?: string }>;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of the fields at a path, over all items; undefined where none of them has fields there. */
function fieldsAt(items: Items, path: readonly string[]): Set<string> | undefined {
	let names: Set<string> | undefined;
	for (const { json } of items) {
		const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), json);
		if (!isObject(value)) continue;
		names ??= new Set();
		for (const name of Object.keys(value)) names.add(name);
	}
	return names;
}

const MAX_NAMED_FIELDS = 10;

/** "The items have no field 'Phone'. They have: phone, name." Empty where some item has it. */
function aboutPath(items: Items, path: readonly string[]): string {
	for (const [depth, name] of path.entries()) {
		const fields = fieldsAt(items, path.slice(0, depth));
		if (fields === undefined) return '';
		if (fields.has(name)) continue;
		if (fields.size === 0) return 'The items have no fields.';
		const where = depth === 0 ? 'They have' : `'${shorten(path[depth - 1])}' has`;
		const listed = listInWords([...fields].map(shorten), MAX_NAMED_FIELDS);
		return `The items have no field '${shorten(name)}'. ${where}: ${listed}.`;
	}
	return '';
}

/** What to write instead of a code that names a field which no item has; empty where there is nothing to say. */
export function aboutFields(items: Items, code: string): string {
	const name = code.trim();
	if (fieldsAt(items, [])?.has(name)) return `Write ${inBraces(pathInWords([name]))}.`;
	const path = ownPathOf(code);
	return path ? aboutPath(items, path) : '';
}

const BRACES = /\{\{+(.*?)(?:\}\}|$)/s;
const UNBRACED = /\$json(?:\??\.[\p{L}\p{N}_$]+|(?:\?\.)?\[(?:\d+|'[^']*'|"[^"]*")\])+|\$json\./u;
const NAMED = /\{([^{}]+)\}/g;

/** The first in a text that n8n does not evaluate. */
export function markIn(text: string, items: Items): Misplaced | undefined {
	const [braces, code] = BRACES.exec(text) ?? [];
	if (braces) return { found: inBraces(code!), advice: aboutFields(items, code!) };
	const unbraced = UNBRACED.exec(text)?.[0];
	if (unbraced) return { found: unbraced, advice: `Write ${inBraces(unbraced)} instead.` };
	const names = text.includes('{') ? fieldsAt(items, []) : undefined;
	for (const [found, name] of text.matchAll(NAMED)) {
		if (names?.has(name!)) {
			return { found, advice: `Write ${inBraces(pathInWords([name!]))} instead.` };
		}
	}
	return undefined;
}

/** The first in a field that is no expression, or in one of a collection. */
export function misplacedIn(raw: unknown, items: Items): Misplaced | undefined {
	for (const text of textsIn(raw)) {
		const mark = isExpression(text) ? undefined : markIn(text, items);
		if (mark) return mark;
	}
	return undefined;
}
