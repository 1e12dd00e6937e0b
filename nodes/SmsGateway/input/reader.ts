import type { IExecuteFunctions } from 'n8n-workflow';
import type { CauseOf } from '../domain/cause';
import { refuse } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { isBlankText } from '../domain/text/blank';
import {
	ifThere,
	inBraces,
	isExpression,
	isPath,
	itemsToRead,
	readsIn,
	textsIn,
	isPlaceholder,
	splitTemplate,
	type Placeholder,
	type Read,
} from './expression';
import { gapFinder, type Evaluated, type Gap, type Takes } from './gaps';
import { insteadOf, misplacedIn } from './marks';
import { leafAt, UNSURE, valueAt } from './item';

type FieldRules = Readonly<{
	name: string;
	/** The name of the field in the editor. */
	label: string;
	takes?: Takes;
}>;

/** The value of a field for an item; it throws a ProblemError where there is none. */
type Field = (item: number) => unknown;

/** What n8n knows of one turn of the node: its items, and what its fields hold for each of them. */
export type Reader = ReturnType<typeof readerOf>;

/** Also a column that no item has. Of a single item it is a list of nobody, as n8n outputs one without fields for no items. */
const isNoValue = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(Array.isArray(value) && value.length > 1 && value.every((one) => one === undefined));

/**
 * What to write where a value may be missing and is to be empty then; undefined where nothing would be left.
 *
 * @param code what the value is a part of
 */
function orEmpty(
	missing: Read,
	code: string | undefined,
	takes: Takes | undefined,
	{ isOnly, isLone }: { isOnly: boolean; isLone: boolean },
): string | undefined {
	const there = ifThere(missing);
	const value = `${there} || ''`;
	if (takes === 'key' && isOnly) {
		return inBraces(code === undefined ? value : `${there} ? ${code.trim()} : ''`);
	}
	if (takes !== 'text') return undefined;
	if (code !== undefined) return `(${value})`;
	return isLone ? undefined : inBraces(value);
}

export function readerOf(ctx: IExecuteFunctions) {
	const items = ctx.getInputData();
	let isOwnInput: boolean | undefined;
	/** For a tool of an AI agent, $json is one of the agent's items. */
	const readsOwnItems = () => (isOwnInput ??= ctx.getWorkflowDataProxy(0).$json === items[0]!.json);

	/** A parameter as it was entered, with its expressions. */
	const raw = (name: string, fallback: unknown = ''): unknown =>
		ctx.getNodeParameter(name, 0, fallback, { rawExpressions: true });

	/** A parameter for an item, as n8n gives it. */
	const given = (name: string, item: number): unknown => ctx.getNodeParameter(name, item, '');

	/** The value of an expression's code, for the first item unless given. */
	function evaluated(code: string, item = 0): Evaluated {
		const escaped = code.replace(/(?<!\\)\}\}/g, '\\}}');
		try {
			return { value: ctx.evaluateExpression(`{{ ${escaped} }}`, item) };
		} catch (error) {
			return { error: (error as Error).message };
		}
	}

	/** What stands in a field as text, though it is a piece of an expression. */
	const misplaced = (label: string, entered: unknown) => misplacedIn(label, entered, items);

	/** A placeholder such as `$json.name` is looked up: to evaluate it in n8n for 100,000 items takes longer than to send to them. */
	function valueOf({ code, path }: Placeholder, item: number): Evaluated {
		const value = path && readsOwnItems() ? valueAt(items[item]!.json, path) : UNSURE;
		return value === UNSURE ? evaluated(code, item) : { value };
	}

	function readOf({ text, path }: Read, item: number): unknown {
		return path && readsOwnItems() ? leafAt(items[item]!.json, path) : evaluated(text, item).value;
	}

	/** Reads an expression placeholder by placeholder, as n8n's text does not tell which of them gave nothing. */
	function expressionField(expression: string, { name, label, takes }: FieldRules): Field {
		const template = splitTemplate(expression.slice(1));
		const placeholders = template.filter(isPlaceholder);
		const gapIn = placeholders.map(({ code }) => gapFinder(code, takes));
		const isLone = template.length === 1 && placeholders.length === 1;
		// How n8n reads it depends on what stands behind it.
		const hasBackslash = template.some((part) => !isPlaceholder(part) && part.includes('\\'));
		const insteadOfCode = remembered((code: string) => insteadOf(items, code));
		const isOnly = placeholders.length === 1;

		function refuseGap({ code }: Placeholder, { read, isRounded, ...gap }: Gap): never {
			if (isRounded) refuse({ name: 'roundedKey', field: label, expression: inBraces(code) });
			const missing = read ?? (isPath(code) ? readsIn(code)[0] : undefined);
			const instead = readsOwnItems() ? insteadOfCode(missing?.path ? missing.text : code) : {};
			const hasNothing = [gap.gave, gap.word, gap.error].every((one) => one === undefined);
			// Of a field that no item has, it is hardly meant.
			const mayBeEmpty = missing && hasNothing && !instead.noField;
			const write = mayBeEmpty
				? orEmpty(missing, read && code, takes, { isOnly, isLone })
				: undefined;
			const cause: CauseOf<'noValue'> = {
				name: 'noValue',
				field: label,
				expression: inBraces(code),
				...gap,
				...(read && { part: read.text }),
				...(write === undefined ? instead : { write, mayBeEmpty: true }),
			};
			refuse(cause, 'missingValue');
		}

		return (item) => {
			const values = placeholders.map((placeholder, at) => {
				const result = valueOf(placeholder, item);
				const gap = gapIn[at]!(result, (read) => readOf(read, item));
				if (gap) refuseGap(placeholder, gap);
				return result.value;
			});
			const isEmpty = values.length > 0 && values.every((value) => isBlankText(String(value)));
			// Text around what is empty on purpose does not make a key of it.
			if (takes === 'key' && isEmpty) return '';
			if (isLone && takes !== 'text') return values[0];
			if (hasBackslash) return given(name, item);
			let next = 0;
			let text = '';
			for (const part of template) {
				text += isPlaceholder(part) ? String(values[next++] ?? '') : part;
			}
			return text;
		};
	}

	/** A field that never makes a text of a missing value. */
	function field(rules: FieldRules): Field {
		const { name, label, takes } = rules;
		const entered = raw(name);
		const mark = misplaced(label, entered);
		if (mark) return () => refuse(mark);
		if (isExpression(entered)) return expressionField(entered, rules);
		if (takes !== 'text') {
			// The entries of a list may be expressions.
			return textsIn(entered).some(isExpression) ? (item) => given(name, item) : () => entered;
		}
		if (typeof entered === 'object' && entered !== null) {
			return () => refuse({ name: 'wrongSetting', field: label, mustBe: 'text' });
		}
		const text = String(entered ?? '');
		return () => text;
	}

	/**
	 * A field of which an item may have none, as a sheet has a column for it. Where an expression gives
	 * nothing for all items it has failed, for each of them.
	 *
	 * @returns its value, and the items that can have one of their own: the first where all have the same
	 */
	function column(rules: FieldRules): { of: Field; read: readonly number[] } {
		const entered = raw(rules.name);
		const read = itemsToRead(items.length, entered);
		const own = remembered(field({ ...rules, takes: 'anything' }));
		const of: Field = (item) => own(read.length > 1 ? item : 0);
		const isMissing = (item: number): boolean => {
			try {
				return isNoValue(of(item));
			} catch {
				return false;
			}
		};
		if (isExpression(entered) && read.every(isMissing)) {
			return { of: () => refuse({ name: 'failedExpression', field: rules.label }), read };
		}
		return { of, read };
	}

	return {
		items,
		raw,
		misplaced,
		given,
		evaluated,
		field,
		column,
		/** How many items a node has that an expression names; with 'Execute Once', the own ones that are not read count too. */
		itemsOf: remembered((node: string) => Number(evaluated(`${node}.all().length`).value ?? 0)),
		/** Whether the own items are those of a node that an expression names; `$input` stands for them. */
		isOwnNode: remembered(
			(node: string) =>
				node === '$input' || evaluated(`$prevNode.name === (${node.slice(2, -1)})`).value === true,
		),
	};
}
