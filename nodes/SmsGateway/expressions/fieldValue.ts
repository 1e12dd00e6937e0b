// The value of a field for an item, read placeholder by placeholder: n8n's text does not tell which of
// them gave nothing, and a value that is missing must not be sent as a text, nor as a part of one.
import type { CauseOf, Instead } from '../domain/cause';
import { refuse } from '../domain/refusal';
import { remembered } from '../domain/remembered';
import { isBlankText } from '../domain/text/blank';
import {
	fieldOfOne,
	ifThere,
	inBraces,
	isExpression,
	isPath,
	isPlaceholder,
	itemsToRead,
	readsIn,
	splitTemplate,
	textsIn,
	withoutQuotes,
	type Read,
} from './expression';
import type { Source } from './source';

export type FieldRules = Readonly<{
	name: string;
	label: string;
	/** None: a value as it is. `text` makes each a text; `list` also allows an array, `anything` all and none; a `key` may be none. */
	takes?: 'text' | 'list' | 'key' | 'anything';
}>;

/** @throws RefusedError where the item has no value */
type Field = (item: number) => unknown;

type Gap = Pick<CauseOf<'noValue'>, 'gave' | 'word' | 'error'>;

const isDateObject = (value: object): boolean =>
	Object.prototype.toString.call(value) === '[object Date]' ||
	(value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true;

/** Why a result is no value, whatever the code; a text is one. */
function noValue(value: unknown, takesLists: boolean): Gap | undefined {
	if (value === undefined || value === null) return {};
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : { gave: 'notANumber' };
	if (typeof value !== 'object') return undefined;
	if (Array.isArray(value)) return takesLists ? undefined : { gave: 'list' };
	if (!isDateObject(value)) return { gave: 'object' };
	return Number.isNaN(Number(value)) ? { gave: 'invalidDate' } : undefined;
}

/** As JavaScript writes a value that is missing into a text. */
const WORDS =
	/undefined|U(?:NDEFINED|ndefined)|NaN|Invalid (?:Date|Duration|Interval)|\[object \w+\]|\[native code\]|(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])/u;

const CHOOSES =
	/\|\||&&|\?(?!\.)|=>|\$if(?:Empty)?\b|\.\s*(?:ifEmpty|isEmpty|isNotEmpty|compact)\b|\.\s*(?:filter|find)\(\s*(?:Boolean|String)\s*\)/;

const EMPTY_INSTEAD = /(?:\|\||\?|:)\s*(['"`])\s*\1/;
/** The default of what an AI agent fills in. */
const EMPTY_DEFAULT = /\$from(?:AI|Ai|ai)\(.*,\s*(['"`])\w+\1\s*,\s*(['"`])\2\s*\)/s;
const EMPTY_ARGUMENT = /(?:\$if|\.\s*ifEmpty).*[(,]\s*(['"`])\s*\1\s*[,)]/s;
const OTHER_CALLS = /\.(?!\s*ifEmpty\b)\s*\w+\([^()]*\)/g;

/** Whether the code says that nothing is to be written where a value is missing. */
const mayBeEmpty = (code: string): boolean =>
	EMPTY_INSTEAD.test(code) ||
	EMPTY_DEFAULT.test(code) ||
	EMPTY_ARGUMENT.test(code.replace(OTHER_CALLS, ''));

/** A number that has lost its last digits, so that two keys could be one; also as a sheet writes it, 1.2345E+15. */
const isRounded = (value: unknown): boolean =>
	typeof value === 'string'
		? /^\s*\d(?:[.,]\d+)?E\+\d+\s*$/i.test(value)
		: Number.isInteger(value) && !Number.isSafeInteger(value);

/** What a model writes for somebody to fill in. Of a person it is refused where it was entered. */
const PLACEHOLDERS =
	/\{\{[^{}]{0,100}\}\}|[[«%](?:[A-Za-z]{1,10}[ _]?)?(?:[Nn]ame|NAME|[Pp]r[eé]nom|[Nn]ombre)[\]»%]/g;

/** A call that an empty text is not enough for. */
const MORE_THAN_TEXT =
	/(?<!\b(?:trim|trimStart|trimEnd|toUpperCase|toLowerCase|toTitleCase|toString|join|concat|replace|replaceAll|slice|substring|split|String))(?<=\w)\(/;

/** Also in German, Spanish, French and Portuguese. */
const SHEET_ERROR =
	/^[\s\u200b]*#(?:N\/[AD]|NV|(?:REF|VALUE|DIV\/0|NUM|NULL|ERROR|SPILL|CALC|BEZUG|WERT|ZAHL|VALEUR|NOMBRE|VALOR)!|(?:NAME|NOM|NOMBRE|NOME)\?)\s*$/;

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && isBlankText(value));

/** @param isOnly without another placeholder, in a list apart from the others; `isLone`: without text either */
function placeholderField(
	source: Source,
	placeholder: Read,
	{ label, takes }: FieldRules,
	{ isOnly, isLone } = { isOnly: false, isLone: false },
): Field {
	const code = placeholder.text;
	const isText = !code.includes('$');
	const isOnlyPath = isPath(code);
	const isEmptyMeant = mayBeEmpty(code);
	const isOfModel = /\$from(?:AI|Ai|ai)\b/.test(code);
	const by = isOfModel && isOnlyPath && ({ byModel: true } as const);
	const reads = isText ? [] : readsIn(code);
	// What a longer code reads; and those of them that must have a value: of a list only what came out counts.
	const parts = isOnlyPath ? [] : reads;
	const judged = takes === 'list' || CHOOSES.test(withoutQuotes(code)) ? [] : parts;

	/** What to write where a value may be missing and is to be empty then; undefined where nothing would be left. */
	function orEmpty(missing: Read, isPart: boolean): string | undefined {
		const there = ifThere(missing);
		const isApart = isOnly && (takes === 'key' || takes === 'list');
		if (!isApart && (takes !== 'text' || (isLone && !isPart))) return undefined;
		if (!isPart) return inBraces(`${there} ?? ''`);
		const isWhole = isApart || MORE_THAN_TEXT.test(code);
		return isWhole ? inBraces(`${there} ? ${code.trim()} : ''`) : `(${there} ?? '')`;
	}

	function refuseGap(gap: Gap, part?: Read): never {
		const ofOne = gap.gave === 'list' && fieldOfOne(code, source.isOwnNode);
		// "$json.Order number" reads `Order`, unless it is read as a whole.
		const whole = source.insteadOf(code);
		const lacking = whole.write ? undefined : part;
		const missing = lacking ?? (isOnlyPath ? reads[0] : undefined);
		const other = whole.write ? whole : source.insteadOf(missing?.text ?? code);
		// Of a part only that is to be replaced.
		const own = lacking && other.write && { write: other.write.slice(3, -3) };
		const instead: Instead = ofOne ? { write: ofOne } : { ...other, ...own };
		// Of a field that no item has, or under another name, it is hardly meant.
		const mayBeMeant = missing && Object.keys({ ...gap, ...instead }).length === 0;
		const write = mayBeMeant && orEmpty(missing, lacking !== undefined);
		const emptied = write ? ({ write, mayBeEmpty: true } as const) : instead;
		const about = { field: label, expression: inBraces(code), part: lacking?.text, ...by };
		refuse({ name: 'noValue', ...about, ...gap, ...emptied }, 'missingValue');
	}

	return (item) => {
		const { value, error } = source.valueOf(placeholder, item);
		if (takes === 'anything') return error === undefined ? value : refuseGap({ error });
		const leafOf = (read: Read) => source.leafOf(read, item);
		const leaves = judged.map(leafOf);
		if (leaves.some((leaf) => SHEET_ERROR.test(String(leaf)))) refuseGap({ gave: 'sheetError' });
		const part = judged.find((_, at) => isMissing(leaves[at]));
		if (error !== undefined) refuseGap(part ? {} : { error }, part);
		const gap = noValue(value, takes === 'list') ?? (part && {});
		if (gap) refuseGap(gap, part);
		if (takes === 'key' && [value, ...leaves].some(isRounded)) {
			refuse({ name: 'roundedKey', field: label, expression: inBraces(code) });
		}
		if (isText || typeof value !== 'string') return value;
		const theirs = () => textsIn(parts.map(leafOf)).join('\n').toLowerCase();
		const found = isOfModel ? (value.match(PLACEHOLDERS) ?? []) : [];
		const left = found.find((one) => !theirs().includes(one.toLowerCase()));
		if (left) {
			const about = { field: label, expression: inBraces(code), value: left };
			refuse({ name: 'leftover', ...about, byModel: true }, 'missingValue');
		}
		if (takes && SHEET_ERROR.test(value)) refuseGap({ gave: 'sheetError' });
		if (isBlankText(value) && !isEmptyMeant) refuseGap({});
		const word = isOnlyPath ? undefined : WORDS.exec(value)?.[0];
		if (word !== undefined && !theirs().includes(word.toLowerCase())) refuseGap({ word });
		return value;
	};
}

function expressionField(source: Source, expression: string, rules: FieldRules): Field {
	const template = splitTemplate(expression.slice(1));
	const placeholders = template.filter(isPlaceholder);
	const isOnly = placeholders.length === 1;
	const isLone = isOnly && template.length === 1;
	const isApart = template.every((part, at) =>
		isPlaceholder(part) ? at % 2 === 0 : at % 2 === 1 && /^\s*[|,;\n]\s*$/.test(part),
	);
	// How n8n reads it depends on what stands behind it.
	const hasBackslash = template.some((part) => !isPlaceholder(part) && part.includes('\\'));
	const sole = { isOnly: rules.takes === 'list' ? isApart && !isOnly : isOnly, isLone };
	const fields = placeholders.map((one) => placeholderField(source, one, rules, sole));

	return (item) => {
		const values = fields.map((valueFor) => valueFor(item));
		const isEmpty = values.length > 0 && values.every((value) => isBlankText(String(value)));
		// Text around what is empty on purpose does not make a key of it.
		if (rules.takes === 'key' && isEmpty) return '';
		if (isLone && rules.takes !== 'text') return values[0];
		if (hasBackslash) return source.given(rules.name, item);
		return template
			.map((part) => (isPlaceholder(part) ? String(values.shift() ?? '') : part))
			.join('');
	};
}

export function fieldOf(source: Source, rules: FieldRules): Field {
	const { name, label, takes } = rules;
	const entered = source.raw(name);
	const mark = source.misplaced(label, entered);
	if (mark) return () => refuse(mark);
	if (isExpression(entered)) return expressionField(source, entered, rules);
	if (typeof entered !== 'object' || entered === null) return () => entered ?? '';
	if (takes === 'text') return () => refuse({ name: 'wrongSetting', field: label, mustBe: 'text' });
	// The entries of a list may be expressions.
	return (item) => source.given(name, item);
}

/** Nothing but gaps; a single one may be of the item without fields that n8n outputs for none. */
const isListOfGaps = (value: unknown): boolean =>
	Array.isArray(value) && value.length > 1 && value.every((one) => one === undefined);

export type Column = Readonly<{
	of: Field;
	/** The items that can have a value of their own: the first where all have the same. */
	items: readonly number[];
	hasFailed?: true;
}>;

/** An item may have no value in it, as in a sheet's column. An expression that gives none to all has failed. */
export function columnOf(source: Source, rules: Omit<FieldRules, 'takes'>): Column {
	const entered = source.raw(rules.name);
	const items = itemsToRead(source.items.length, entered);
	const anything = { ...rules, takes: 'anything' } as const;
	const own = remembered(fieldOf(source, anything));
	const of: Field = (item) => own(items.length > 1 ? item : 0);
	const parts = isExpression(entered) ? splitTemplate(entered.slice(1)) : [];
	// Each by itself: text beside it, such as a blank, would hide that it has failed.
	const fields = parts
		.filter(isPlaceholder)
		.map((one) => (parts.length === 1 ? of : placeholderField(source, one, anything)));
	const hasFailed = (field: Field): boolean =>
		items.every((item) => {
			try {
				return (field(item) ?? undefined) === undefined || isListOfGaps(field(item));
			} catch {
				return false;
			}
		});
	if (fields.some(hasFailed)) {
		const of = () => refuse({ name: 'failedExpression', field: rules.label });
		return { of, items: [0], hasFailed: true };
	}
	return { of, items };
}
