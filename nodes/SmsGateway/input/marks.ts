import type { INodeExecutionData } from 'n8n-workflow';
import { shorten } from '../domain/text/sentences';
import { listInWords } from '../words/summary';
import { inBraces, isExpression, ownPathOf, pathInWords, textsIn } from './expression';

type Items = ReadonlyArray<Pick<INodeExecutionData, 'json'>>;

/** A piece of an expression in a text, where n8n does not evaluate it, and what to write instead. */
export type Misplaced = Readonly<{ found: string; advice?: string }>;

const fieldsOf = (items: Items): Set<string> =>
	new Set(items.flatMap(({ json }) => Object.keys(json)));

const MAX_NAMED_FIELDS = 10;

/** What to write instead of a code that names a field which no item has; empty where there is nothing to say. */
export function aboutFields(items: Items, code: string): string {
	const fields = fieldsOf(items);
	const name = code.trim();
	if (fields.has(name)) return `Write ${inBraces(pathInWords([name]))}.`;
	const [field] = ownPathOf(code) ?? [];
	return field === undefined || fields.has(field)
		? ''
		: `The items have no field '${shorten(field)}', but: ${listInWords([...fields].map(shorten), MAX_NAMED_FIELDS)}.`;
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
	for (const [found, name] of text.matchAll(NAMED)) {
		if (items.some(({ json }) => Object.hasOwn(json, name!))) {
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
