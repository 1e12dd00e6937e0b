import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import type { Problem } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { isBlankText } from '../domain/text/blank';
import {
	evaluated,
	ifThere,
	inBraces,
	isExpression,
	isPath,
	rawOf,
	readsIn,
	readsOwnItems,
	textsIn,
	type Evaluated,
	type Read,
} from './expression';
import { gapFinder, type Gap, type Takes } from './gaps';
import { insteadOf, markIn, misplacedIn } from './marks';
import {
	isPlaceholder,
	leafAt,
	splitTemplate,
	UNSURE,
	valueAt,
	type Placeholder,
} from './template';

/** The value of a field for one item, or why the field has none. */
export type Given =
	| Readonly<{
			value: unknown;
			/** Whether the field has placeholders, and each of them gave an empty text. */
			isEmpty?: boolean;
			problem?: undefined;
	  }>
	| Readonly<{ problem: Problem }>;

export type FieldRules = Readonly<{
	name: string;
	/** The name of the field in the editor. */
	label: string;
	/** The value where the workflow does not have the field: an empty text, unless this is given. */
	fallback?: unknown;
	takes?: Takes;
}>;

const lacking = (reason: Problem['reason'], cause: Cause): Given => ({
	problem: { reason, causes: [cause] },
});

/** Reads an expression placeholder by placeholder, as n8n's text does not tell which of them gave nothing. */
function templateReader(
	ctx: IExecuteFunctions,
	raw: string,
	{ name, label, takes }: FieldRules,
): (item: number) => Given {
	const items = ctx.getInputData();
	const template = splitTemplate(raw.slice(1));
	for (const part of template) {
		const mark = isPlaceholder(part) ? undefined : markIn(part, items);
		if (!mark) continue;
		const cause = { name: 'placeholder', field: label, ...mark, isInExpression: true } as const;
		return () => lacking('invalidParameter', cause);
	}
	const placeholders = template.filter(isPlaceholder);
	const gapIn = placeholders.map(({ code }) => gapFinder(code, takes));
	const isLone = template.length === 1 && placeholders.length === 1;
	// How n8n reads it depends on what stands behind it.
	const hasBackslash = template.some((part) => !isPlaceholder(part) && part.includes('\\'));
	const insteadOfCode = remembered((code: string) => insteadOf(items, code));
	let isOwnInput: boolean | undefined;

	function valueOf({ code, path }: Placeholder, item: number): Evaluated {
		const value = isOwnInput && path ? valueAt(items[item]!.json, path) : UNSURE;
		return value === UNSURE ? evaluated(ctx, code, item) : { value };
	}

	function readOf({ text, path }: Read, item: number): unknown {
		if (isOwnInput && path) return leafAt(items[item]!.json, path);
		return evaluated(ctx, text, item).value;
	}

	/** What to write where it may be missing. */
	function orEmpty(missing: Read, code: string, isPart: boolean): string | undefined {
		const there = ifThere(missing);
		const value = `${there} || ''`;
		if (takes === 'key' && placeholders.length === 1) {
			return inBraces(isPart ? `${there} ? ${code.trim()} : ''` : value);
		}
		if (takes !== 'text') return undefined;
		if (isPart) return `(${value})`;
		return isLone ? undefined : inBraces(value);
	}

	function causeOf({ code }: Placeholder, { read, isRounded, ...gap }: Gap): Cause {
		if (isRounded) return { name: 'roundedKey', field: label, expression: inBraces(code) };
		const missing = read ?? (isPath(code) ? readsIn(code)[0] : undefined);
		const instead = isOwnInput ? insteadOfCode(missing?.path ? missing.text : code) : {};
		const isNothing = [gap.gave, gap.word, gap.error].every((one) => one === undefined);
		// Of a field that no item has, it is hardly meant.
		const mayBeEmpty = missing && isNothing && !instead.noField;
		const write = mayBeEmpty ? orEmpty(missing, code, read !== undefined) : undefined;
		return {
			name: 'noValue',
			field: label,
			expression: inBraces(code),
			...gap,
			...(read && { part: read.text }),
			...(write === undefined ? instead : { write, mayBeEmpty: true }),
		};
	}

	return (item) => {
		isOwnInput ??= readsOwnItems(ctx);
		const values: unknown[] = [];
		for (const [at, placeholder] of placeholders.entries()) {
			const result = valueOf(placeholder, item);
			const gap = gapIn[at]!(result, (read) => readOf(read, item));
			if (gap) {
				const reason = gap.isRounded ? 'invalidParameter' : 'missingValue';
				return lacking(reason, causeOf(placeholder, gap));
			}
			values.push(result.value);
		}
		const isEmpty = values.length > 0 && values.every((value) => isBlankText(String(value)));
		if (isLone && takes !== 'text') return { value: values[0], isEmpty };
		if (hasBackslash) return { value: ctx.getNodeParameter(name, item), isEmpty };
		let next = 0;
		let text = '';
		for (const part of template) text += isPlaceholder(part) ? String(values[next++] ?? '') : part;
		return { value: text, isEmpty };
	};
}

/**
 * Returns a function that reads the field for an item, and that never makes a text of a missing value.
 * A field without an expression is read once. A placeholder such as `$json.name` is looked up in the
 * item: to evaluate it in n8n for 100,000 items takes longer than to send to them.
 */
export function readField(ctx: IExecuteFunctions, rules: FieldRules): (item: number) => Given {
	const { name, label, fallback = '', takes } = rules;
	const raw = rawOf(ctx, name, fallback);
	if (isExpression(raw)) return templateReader(ctx, raw, rules);
	const refused = (cause: Cause) => () => lacking('invalidParameter', cause);
	const misplaced = misplacedIn(raw, ctx.getInputData());
	if (misplaced) return refused({ name: 'placeholder', field: label, ...misplaced });
	const value: unknown = ctx.getNodeParameter(name, 0, fallback);
	if (takes !== 'text') {
		if (!textsIn(raw).some(isExpression)) return () => ({ value });
		return (item) => ({ value: ctx.getNodeParameter(name, item) });
	}
	if (typeof value === 'object' && value !== null) {
		return refused({ name: 'wrongSetting', field: label, mustBe: 'text' });
	}
	const given: Given = { value: String(value ?? '') };
	return () => given;
}
