import type { INodeExecutionData } from 'n8n-workflow';
import type { Cause, Instead } from '../domain/cause';
import { shorten } from '../domain/text/sentences';
import {
	fieldInWords,
	inBraces,
	isExpression,
	isPlaceholder,
	ownPathOf,
	splitTemplate,
	textsIn,
} from './expression';

type Items = ReadonlyArray<Pick<INodeExecutionData, 'json'>>;

/** What to write instead of a code, where it is the name of a field, or names one that no item has. */
export function insteadOf(items: Items, code: string): Instead {
	const fields = new Set(items.flatMap(({ json }) => Object.keys(json)));
	const [field] = ownPathOf(code) ?? [];
	if (field !== undefined && fields.has(field)) return {};
	const name = code.trim().replace(/^\$?json\s*\.\s*/i, '');
	// In other letters, too, as people type it.
	const isAlike = (one: string) => one.toLowerCase() === name.toLowerCase();
	const named = fields.has(name) ? name : [...fields].find(isAlike);
	if (named !== undefined) return { write: inBraces(fieldInWords(named)) };
	return field === undefined ? {} : noField(field, fields);
}

/** As it reads in a sentence; in quotes, with what nobody sees spelled out, where a space or the like is odd. */
const seen = (name: string): string =>
	/^[^\s\p{C}]+(?: [^\s\p{C}]+)*$/u.test(name)
		? shorten(name)
		: JSON.stringify(name.slice(0, 40)).replace(
				/[^\P{Z} ]|\p{Cf}/gu,
				(odd) => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
			);

/** @param node whose items they are, unless the own ones */
export const noField = (name: string, others: Iterable<string>, node?: string): Instead => ({
	noField: { name: seen(name), others: [...new Set(others)].map(seen), ...(node && { node }) },
});

const BRACES = /\{\{+(.*?)(?:\}\}|$)/s;
const UNBRACED = /\$json(?:\??\.[\p{L}\p{N}_$]+|(?:\?\.)?\[(?:\d+|'[^']*'|"[^"]*")\])+|\$json\./u;
const NAMED = /\{([^{}]+)\}/g;

function markIn(text: string, items: Items): (Instead & { expression: string }) | undefined {
	const [braces, code] = BRACES.exec(text) ?? [];
	if (braces) return { expression: inBraces(code!), ...insteadOf(items, code!) };
	const unbraced = UNBRACED.exec(text)?.[0];
	if (unbraced) return { expression: unbraced, write: inBraces(unbraced) };
	for (const [expression, name] of text.matchAll(NAMED)) {
		if (items.some(({ json }) => Object.hasOwn(json, name!))) {
			return { expression, write: inBraces(fieldInWords(name!)) };
		}
	}
	return undefined;
}

/** The first in a field, or in one of a collection: where it is no expression, or beside the braces of one. */
export function misplacedIn(field: string, raw: unknown, items: Items): Cause | undefined {
	for (const entered of textsIn(raw)) {
		const isIn = isExpression(entered);
		for (const text of isIn ? splitTemplate(entered.slice(1)) : [entered]) {
			const mark = isPlaceholder(text) ? undefined : markIn(text, items);
			if (mark) {
				return { name: 'placeholder', field, ...mark, ...(isIn && { isInExpression: true }) };
			}
		}
	}
	return undefined;
}
