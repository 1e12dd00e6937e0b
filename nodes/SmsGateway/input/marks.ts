import type { INodeExecutionData } from 'n8n-workflow';
import type { Instead } from '../domain/cause';
import { shorten } from '../domain/text/sentences';
import { inBraces, isExpression, ownPathOf, pathInWords, textsIn } from './expression';

type Items = ReadonlyArray<Pick<INodeExecutionData, 'json'>>;

/** A piece of an expression in a text, where n8n does not evaluate it, and what to write instead. */
export type Misplaced = Readonly<{ expression: string }> & Instead;

/** What to write instead of a code, where it is the name of a field, or names one that no item has. */
export function insteadOf(items: Items, code: string): Instead {
	const fields = new Set(items.flatMap(({ json }) => Object.keys(json)));
	const name = code.trim();
	if (fields.has(name)) return { write: inBraces(pathInWords([name])) };
	const [field] = ownPathOf(code) ?? [];
	if (field === undefined || fields.has(field)) return {};
	return { noField: { name: shorten(field), others: [...fields].map(shorten) } };
}

const BRACES = /\{\{+(.*?)(?:\}\}|$)/s;
const UNBRACED = /\$json(?:\??\.[\p{L}\p{N}_$]+|(?:\?\.)?\[(?:\d+|'[^']*'|"[^"]*")\])+|\$json\./u;
const NAMED = /\{([^{}]+)\}/g;

/** The first in a text that n8n does not evaluate. */
export function markIn(text: string, items: Items): Misplaced | undefined {
	const [braces, code] = BRACES.exec(text) ?? [];
	if (braces) return { expression: inBraces(code!), ...insteadOf(items, code!) };
	const unbraced = UNBRACED.exec(text)?.[0];
	if (unbraced) return { expression: unbraced, write: inBraces(unbraced) };
	for (const [expression, name] of text.matchAll(NAMED)) {
		if (items.some(({ json }) => Object.hasOwn(json, name!))) {
			return { expression, write: inBraces(pathInWords([name!])) };
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
