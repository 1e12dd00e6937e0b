import { ExpressionParser, isSafeObjectProperty } from 'n8n-workflow';
import { ownPathOf } from './expression';

/** What stands between two braces and two braces in an expression. */
export type Placeholder = Readonly<{
	code: string;
	/** Where its value is in the own item; undefined where n8n has to evaluate it. */
	path?: readonly string[];
}>;

export const isPlaceholder = (part: string | Placeholder): part is Placeholder =>
	typeof part !== 'string';

function placeholderOf(code: string): Placeholder {
	const path = ownPathOf(code);
	return path?.every(isSafeObjectProperty) ? { code, path } : { code };
}

/** The texts and placeholders of an expression, without the = in front, as n8n splits it. */
export const splitTemplate = (expression: string): Array<string | Placeholder> =>
	ExpressionParser.splitExpression(expression)
		.filter(({ text, type }) => type === 'code' || text !== '')
		.map(({ text, type }) => (type === 'code' ? placeholderOf(text) : text));

export const placeholdersIn = (raw: string): Placeholder[] =>
	splitTemplate(raw.slice(1)).filter(isPlaceholder);

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
export function leafAt(json: unknown, path: readonly string[]): unknown {
	let leaf = json;
	for (const name of path) {
		if (typeof leaf !== 'object' || leaf === null) return leaf;
		leaf = (leaf as Record<string, unknown>)[name];
	}
	return leaf;
}
