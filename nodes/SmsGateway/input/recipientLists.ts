import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError, refuse } from '../domain/entry';
import { numbersFoundIn, parseRecipient } from '../domain/recipient/parse';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { SETTINGS } from '../domain/settings';
import { COUNTRY_FIELD, type Homes } from './defaultCountry';
import { takesAllAtOnce, valuesWithEach } from './allItems';
import {
	asWholeList,
	inSingleQuotes,
	itemsToRead,
	placeholdersIn,
	rawOf,
	readsOf,
} from './dependence';
import { evaluated, isFilledIn, readField } from './parameters';
import { inBraces } from './template';

/**
 * The recipients of a list that is the same for all items.
 *
 * @param list its value; undefined where it was not added
 * @throws ProblemError
 */
export function readList(
	ctx: IExecuteFunctions,
	name: 'allowedRecipients' | 'testRecipients',
	list: unknown,
	homes: Homes,
): readonly string[] | undefined {
	if (list === undefined) return undefined;
	const label = SETTINGS[name];
	const numbers = listedIn(list);
	const found = new Set(numbers.map(digitsOf));
	refusePartOfList(ctx, label, rawOf(ctx, `safeguards.${name}`), found);
	return recipientsOf(label, numbers, homes.ofAll());
}

const EXCLUDED_FIELD = {
	name: 'safeguards.excludedRecipients',
	label: SETTINGS.excludedRecipients,
	fallback: null,
	mayBeEmpty: true,
	takes: 'anything',
} as const;

/**
 * The phones that any item excludes: whoever opted out in one of them gets nothing by the others.
 *
 * @throws ProblemError
 */
export function readExcluded(
	ctx: IExecuteFunctions,
	items: number,
	homes: Homes,
): ReadonlySet<string> {
	const { name, label } = EXCLUDED_FIELD;
	const listOf = readField(ctx, EXCLUDED_FIELD);
	const raw = rawOf(ctx, name);
	const isOfItem = readsOf(ctx, raw) !== undefined;
	const excluded = new Set<string>();
	const found = new Set<string>();
	let hasValue = false;
	let last: { value: unknown; home?: NumberingPlan } | undefined;
	const country = rawOf(ctx, COUNTRY_FIELD);
	for (const item of isOfItem ? itemsToRead(ctx, items, [raw, country]) : [0]) {
		const given = listOf(item);
		if (given.problem) throw new ProblemError(given.problem);
		const { value } = given;
		hasValue ||= (value ?? null) !== null && !namesNoField(ctx, raw, value);
		const home = isOfItem ? homes.of(item).home : homes.ofAll();
		if (last && value === last.value && home === last.home) continue;
		last = { value, home };
		const numbers = listedIn(value);
		for (const one of recipientsOf(label, numbers, home, 'all')) excluded.add(phoneOf(one));
		for (const one of numbers) found.add(digitsOf(one));
	}
	if (!hasValue && isFilledIn(ctx, name)) {
		refuse({ name: 'failedExpression', field: label });
	}
	refusePartOfList(ctx, label, raw, found);
	return excluded;
}

/** Whether a list is of a field that no item there has. One without any field stands for no items. */
const namesNoField = (ctx: IExecuteFunctions, raw: unknown, value: unknown): boolean =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((one) => one === undefined) &&
	placeholdersIn(raw).some(({ sources: [source] }) => {
		const fields = `${source}.all().flatMap(({ json }) => Object.keys(json)).length`;
		return Number(evaluated(ctx, fields, 0).value) > 0;
	});

const isNobody = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';

const listedIn = (list: unknown): unknown[] =>
	splitRecipients(list).filter((one) => !isNobody(one));

/**
 * @param takes `all`: of a value that is refused, every number that can be found in it
 * @throws ProblemError: who is listed must not be overlooked
 */
function recipientsOf(
	label: string,
	numbers: readonly unknown[],
	home?: NumberingPlan,
	takes?: 'all',
): string[] {
	return numbers.flatMap((one) => {
		const parsed = parseRecipient(one, home);
		if (parsed.valid) {
			const { recipient, other } = parsed;
			return takes === 'all' && other !== undefined ? [recipient, other] : [recipient];
		}
		const found = takes === 'all' ? numbersFoundIn(one, home) : [];
		if (found.length > 0) return found;
		return refuse({
			name: 'listedNumber',
			field: label,
			value: parsed.given,
			flaw: parsed.flaw,
		});
	});
}

/** Of the same number in another spelling or with a text around it. */
const digitsOf = (value: unknown): string => String(value).replace(/\P{Nd}/gu, '');

/**
 * Dragging a column of an earlier node into a field gives one of its numbers for each item here. As
 * a list, it has to have all that the node has.
 */
function refusePartOfList(
	ctx: IExecuteFunctions,
	label: string,
	raw: unknown,
	found: ReadonlySet<string>,
): void {
	// The first may be meant where few get an SMS, but hardly of those who opted out.
	const isChosenToo = label === EXCLUDED_FIELD.label;
	for (const { code, reads, sources } of placeholdersIn(raw)) {
		const [source] = sources;
		if (source === undefined || sources.length > 1) continue;
		// Each of the own items is read anyway, unless 'Execute Once' leaves only the first.
		const isChosen = reads.accesses.some(({ isSame }) => isSame);
		if (source === '$input' && !isChosen && !takesAllAtOnce(ctx)) continue;
		const numbers = listedIn(valuesWithEach(ctx, code, source, isChosenToo));
		if (numbers.every((one) => found.has(digitsOf(one)))) continue;
		refuse({
			name: 'partOfList',
			field: label,
			expression: inBraces(inSingleQuotes(code)),
			list: inBraces(asWholeList(code, source)),
		});
	}
}
