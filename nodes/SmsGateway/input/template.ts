import { ExpressionParser, isSafeObjectProperty } from 'n8n-workflow';
import { calculated, pieceOf, piecesOf, type Piece } from './pieces';
import { parseCode, pathOf } from './syntax';

/** What stands between two braces and two braces in an expression. */
export type Placeholder = Piece &
	Readonly<{
		/** Where the field is in the item; undefined where only n8n can find it. */
		path?: readonly string[];
		/** What it puts together or chooses from, where it does: `"Hi " + $json.name`. */
		pieces?: readonly Piece[];
	}>;

/** The texts and placeholders of an expression, in their order. */
export type Template = ReadonlyArray<string | Placeholder>;

export const isPlaceholder = (part: string | Placeholder): part is Placeholder =>
	typeof part !== 'string';

export function placeholderOf(code: string): Placeholder {
	const root = parseCode(code);
	if (root === undefined) return calculated(code);
	const path = pathOf(root);
	const isInItem = path?.length && path.every(isSafeObjectProperty);
	return { ...pieceOf(code, root), ...(isInItem && { path }), pieces: piecesOf(code, root) };
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

const MAX_SHOWN = 100;
const COMMENTS = /\/\*.*?\*\//gs;

/** An expression as it is named in a sentence. */
export function inBraces(code: string): string {
	const text = code.replace(COMMENTS, '').replace(/\s+/g, ' ').trim();
	return `{{ ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text} }}`;
}
