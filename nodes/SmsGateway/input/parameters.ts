import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause, CauseOf } from '../domain/cause';
import type { Problem } from '../domain/entry';
import { SEPARATOR } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import { expressionsIn, leafAt, rawOf, readsOwnItems } from './dependence';
import type { Piece } from './pieces';
import { aboutReference, markedIn, misplacedIn, unfilledIn } from './references';
import { expressionIn, parseCode, type Reads } from './syntax';
import {
	inBraces,
	isPlaceholder,
	placeholderOf,
	splitTemplate,
	UNSURE,
	valueAt,
	type Placeholder,
	type Template,
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
	/** Whether a placeholder may be a field that is empty; `whole`: only where no other is part of the value. */
	mayBeEmpty: boolean | 'whole';
	/** `text` makes each value a text; `list` also allows an array, `anything` every value. */
	takes?: 'text' | 'list' | 'anything';
	/** Words that an expression leaves in its text where a value was missing, such as "undefined". */
	leftovers?: RegExp;
	/** Whether n8n has rounded the number that a piece of the text gave. */
	isRounded?(value: unknown, piece: Piece, json: unknown): boolean;
}>;

const LEFTOVERS =
	/undefined|(?<![\p{L}\p{N}])(?:NaN|Invalid Date|Invalid DateTime)(?![\p{L}\p{N}])|\[object \w+\]/u;

const SAYS_NULL = /(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])/u;

const isText = (value: unknown): value is string => typeof value === 'string';

const isDateObject = (value: object): boolean =>
	Object.prototype.toString.call(value) === '[object Date]' ||
	(value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true;

/** A date of Luxon or JavaScript becomes a number; an invalid date becomes NaN. */
const isValidDate = (value: object): boolean => !Number.isNaN(Number(value));

/** Whether texts of the item have the words themselves, as an alert "x is undefined": no value is missing then. */
function isQuoted(text: string, words: RegExp, reads: Reads, json: unknown): boolean {
	const leaves = reads.mentions.map(({ path }) => leafAt(json, path).leaf);
	if (reads.isElsewhere || leaves.some((leaf) => leaf === undefined || leaf === null)) return false;
	const count = (one: string): number => one.split(new RegExp(words, 'iu')).length;
	return count(leaves.filter(isText).join('\n')) >= count(text);
}

/** Whether a field is null and the text says so, as a word, or joined to another: "nulls order". */
function saysNull(text: string, code: string, reads: Reads, json: unknown): boolean {
	const values = reads.mentions.map(({ path }) => valueAt(json, path));
	const isKnown = [code, ...values.filter(isText)].some((one) => /null/i.test(one));
	return values.includes(null) && (isKnown ? SAYS_NULL : /null/).test(text);
}

/** What a piece of a text gave that cannot be sent, or why the expression failed. */
type Lack = Pick<CauseOf<'noValue'>, 'gave' | 'error'>;
const NOTHING: Lack = {};

function lackOf(
	value: unknown,
	{ code, isField, isEmptyAsField, pieces, reads }: Placeholder,
	{ leftovers = LEFTOVERS, mayBeEmpty, takes }: FieldRules,
	json: unknown,
): Lack | undefined {
	if (takes === 'anything') return undefined;
	switch (typeof value) {
		case 'string': {
			if (isEmptyAsField && !mayBeEmpty && isBlankText(value)) return { gave: 'an empty field' };
			if (isField || pieces) return undefined;
			const isLeft = leftovers.test(value) && !isQuoted(value, leftovers, reads, json);
			return isLeft || saysNull(value, code, reads, json) ? NOTHING : undefined;
		}
		case 'number':
			return Number.isFinite(value) ? undefined : { gave: `${value}` };
		case 'boolean':
		case 'bigint':
			return undefined;
		case 'object':
			if (value === null) return NOTHING;
			if (Array.isArray(value)) {
				return takes === 'list' ? undefined : { gave: 'a list' };
			}
			if (!isDateObject(value)) return { gave: 'an object' };
			return isValidDate(value) ? undefined : { gave: 'an invalid date' };
		default:
			return NOTHING;
	}
}

/** Whether only the last step of a field is missing: behind one that is missing, too, || '' would not help. */
const isMissing = ({ path }: Placeholder, json: unknown): boolean =>
	path !== undefined && valueAt(json, path.slice(0, -1)) === UNSURE;

type Evaluated = Readonly<{ value?: unknown; error?: string }>;

export function tryEvaluating(evaluate: () => unknown): Evaluated {
	try {
		return { value: evaluate() };
	} catch (error) {
		return { error: (error as Error).message };
	}
}

/** The value of an expression's code for an item, as n8n gives it. */
export const evaluated = (ctx: IExecuteFunctions, code: string, item: number): Evaluated =>
	tryEvaluating(() => ctx.evaluateExpression(`{{ ${code.replaceAll('}}', '\\}}')} }}`, item));

/**
 * Evaluates the placeholders of an item. An evaluation takes n8n as long for many of them as for one,
 * so all of them are joined into one list. Where the list fails, each is evaluated by itself, to find
 * the one that fails.
 */
function evaluatorOf(
	ctx: IExecuteFunctions,
	pieces: readonly Piece[],
): (item: number) => Evaluated[] {
	const codes = pieces.map(({ code }) => code);
	const together = `[${codes.map((code) => `(\n${expressionIn(code)}\n)`).join(', ')}]`;
	// Two halves could be valid only when they are joined.
	let canJoin = codes.length > 1 && codes.every((code) => parseCode(code) !== undefined);
	return (item) => {
		if (canJoin) {
			const { value } = evaluated(ctx, together, item);
			if (Array.isArray(value)) {
				return value.map((one: unknown) => ({ value: one }));
			}
		}
		const values = codes.map((code) => evaluated(ctx, code, item));
		// One missing value can make n8n return nothing for the whole list, but the next item may have
		// all values. A list that fails for another reason would fail for each item.
		canJoin &&= values.some(({ value }) => value === undefined);
		return values;
	};
}

const lacking = (reason: Problem['reason'], cause: Cause): Given => ({
	problem: { reason, causes: [cause] },
});

/** Of each value in a list that an expression writes, which of its placeholders are parts of it. */
function partsOfValues(template: Template): number[][] {
	const values: Array<{ parts: number[]; isList?: boolean }> = [{ parts: [] }];
	let next = 0;
	for (const part of template) {
		const last = values.at(-1)!;
		if (isPlaceholder(part)) {
			last.parts.push(next++);
			last.isList ||= SEPARATOR.test(part.code);
		} else {
			values.push(
				...part
					.split(SEPARATOR)
					.slice(1)
					.map(() => ({ parts: [] })),
			);
		}
	}
	return values.flatMap(({ parts, isList }) => (isList ? [] : [parts]));
}

/** Reads an expression placeholder by placeholder, as n8n's text does not tell which of them gave nothing. */
function templateReader(
	ctx: IExecuteFunctions,
	template: Template,
	rules: FieldRules,
): (item: number) => Given {
	const { name, label, takes } = rules;
	const placeholders = template.filter(isPlaceholder);
	const [lone] = template.length === 1 ? placeholders : [];
	// Beside a text, or where the setting is then off.
	const mayBeLeftOut = name.includes('.') || (takes === 'text' && !lone);
	// Without its country code, a number would be somebody else's.
	const wholes = rules.mayBeEmpty === 'whole' ? partsOfValues(template) : [];
	const strict = { ...rules, mayBeEmpty: false };
	/** Each placeholder, and behind it what it is put together or chosen from. */
	const judged = placeholders.flatMap((placeholder, at) =>
		[placeholder, ...(placeholder.pieces ?? [])].map((piece: Placeholder) => ({
			piece,
			placeholder,
			at,
			isWhole: piece === placeholder,
		})),
	);
	const evaluate = evaluatorOf(
		ctx,
		judged.flatMap(({ piece }) => (piece.path === undefined ? [piece] : [])),
	);
	const hasBackslash = template.some((part) => !isPlaceholder(part) && part.includes('\\'));
	const items = ctx.getInputData();
	let isOwnInput: boolean | undefined;
	const aboutFields = remembered((code: string) => aboutReference(items, code));

	/** The value of each that is judged. */
	function valuesOf(item: number): Evaluated[] {
		isOwnInput ??= readsOwnItems(ctx);
		const ofN8n = evaluate(item);
		let next = 0;
		return judged.map(({ piece: { code, path } }) => {
			if (path === undefined) return ofN8n[next++]!;
			const value = isOwnInput ? valueAt(items[item]!.json, path) : UNSURE;
			return value === UNSURE ? evaluated(ctx, code, item) : { value };
		});
	}

	function causeOf(lack: Lack, placeholder: Placeholder, json: unknown): Cause {
		const { code } = placeholder;
		const about =
			(isOwnInput ? aboutFields(code) : '') ||
			(mayBeLeftOut && isMissing(placeholder, json)
				? `If it may be missing, write ${inBraces(`${code} || ''`)}.`
				: '');
		return { name: 'noValue', field: label, expression: inBraces(code), about, ...lack };
	}

	return (item) => {
		const known = valuesOf(item);
		const { json } = items[item]!;
		const values = known.filter((_, index) => judged[index]!.isWhole).map(({ value }) => value);
		const areBlank = values.map((value) => isBlankText(String(value)));
		const isEmpty = values.length > 0 && !areBlank.includes(false);
		const isPart = wholes.filter((parts) => parts.some((at) => !areBlank[at])).flat();
		for (const [index, { piece, placeholder, at, isWhole }] of judged.entries()) {
			const { value, error } = known[index]!;
			const judgedBy = isPart.includes(at) ? strict : rules;
			const lack = error === undefined ? lackOf(value, piece, judgedBy, json) : { error };
			if (lack) return lacking('missingValue', causeOf(lack, placeholder, json));
			if (rules.isRounded?.(value, piece, json)) {
				const expression = inBraces(placeholder.code);
				return lacking('invalidParameter', { name: 'roundedKey', field: label, expression });
			}
			const isFinal = isWhole && takes === 'text' && isText(value);
			const unfilled = isFinal ? unfilledIn(value, items[item]!) : undefined;
			if (unfilled) {
				const { found, expression } = unfilled;
				const advice = `The value of ${inBraces(placeholder.code)} has it, where n8n fills in nothing. Add .replace('${found}', ${expression}) to it.`;
				const cause = { name: 'placeholder', field: label, found, advice } as const;
				return lacking('invalidParameter', { ...cause, isInExpression: true });
			}
		}
		if (lone && takes !== 'text') return { value: values[0], isEmpty };
		if (hasBackslash) return { value: ctx.getNodeParameter(name, item), isEmpty };
		let next = 0;
		const texts = template.map((part) =>
			isPlaceholder(part) ? String(values[next++] ?? '') : part,
		);
		return { value: texts.join(''), isEmpty };
	};
}

/** Reads an expression that cannot be divided into placeholders here: n8n evaluates all of it. */
function wholeReader(
	ctx: IExecuteFunctions,
	raw: unknown,
	rules: FieldRules,
): (item: number) => Given {
	const whole = placeholderOf(shorten(raw));
	return (item) => {
		const { value, error } = tryEvaluating(() => ctx.getNodeParameter(rules.name, item));
		const lack = error === undefined ? lackOf(value, whole, rules, {}) : { error };
		if (lack) {
			const { label: field } = rules;
			return lacking('missingValue', { name: 'noValue', field, expression: whole.code, ...lack });
		}
		return { value };
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
	const items = ctx.getInputData();
	const misplaced = misplacedIn(raw, items, takes !== 'text');
	const refused = (cause: Cause) => () => lacking('invalidParameter', cause);
	if (misplaced) return refused({ name: 'placeholder', field: label, ...misplaced });
	if (expressionsIn(raw).length === 0) {
		const value: unknown = ctx.getNodeParameter(name, 0, fallback);
		if (takes !== 'text') return () => ({ value });
		if (typeof value === 'object' && value !== null) {
			return refused({ name: 'wrongSetting', field: label, mustBe: 'text' });
		}
		const given: Given = { value: String(value ?? '') };
		return () => given;
	}
	const template = typeof raw === 'string' ? splitTemplate(raw.slice(1)) : undefined;
	for (const part of template ?? []) {
		const inText = isPlaceholder(part) ? undefined : markedIn(part, items);
		if (inText)
			return refused({ name: 'placeholder', field: label, ...inText, isInExpression: true });
	}
	return template === undefined
		? wholeReader(ctx, raw, rules)
		: templateReader(ctx, template, rules);
}

/** Whether the user filled in a parameter; its expression may still give nothing for an item. */
export const isFilledIn = (ctx: IExecuteFunctions, name: string): boolean =>
	rawOf(ctx, name) !== '';
