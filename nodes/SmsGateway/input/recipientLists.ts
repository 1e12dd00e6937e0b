import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError, refuse } from '../domain/entry';
import { numbersFoundIn, parseRecipient } from '../domain/recipient/parse';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { SETTINGS } from '../domain/settings';
import type { Homes } from './defaultCountry';
import { inBraces, isExpression, itemsToRead, nodesWithItemIn, rawOf } from './expression';
import { asWholeList, nodesOf } from './oneForAll';
import { readField } from './readField';
import { placeholdersIn } from './template';

/**
 * The recipients of a list that is the same for all items.
 *
 * @param list its value; undefined where it was not added
 * @throws ProblemError
 */
export const readList = (
	name: 'allowedRecipients' | 'testRecipients',
	list: unknown,
	homes: Homes,
): readonly string[] | undefined =>
	list === undefined ? undefined : recipientsOf(SETTINGS[name], list, homes.ofAll());

const EXCLUDED_FIELD = {
	name: 'safeguards.excludedRecipients',
	label: SETTINGS.excludedRecipients,
	fallback: null,
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
	refuseOneOfList(ctx, 'excludedRecipients', raw);
	const read = itemsToRead(items, raw);
	const isOfItem = read.length > 1;
	const excluded = new Set<string>();
	let hasValue = false;
	for (const item of read) {
		const given = listOf(item);
		if (given.problem) throw new ProblemError(given.problem);
		const { value } = given;
		hasValue ||= !isNoList(value);
		const home = isOfItem ? homes.of(item).home : homes.ofAll();
		for (const one of recipientsOf(label, value, home, 'all')) excluded.add(phoneOf(one));
	}
	if (!hasValue && isExpression(raw)) refuse({ name: 'failedExpression', field: label });
	return excluded;
}

/** Also a column that no item has. Of a single item it is a list of nobody, as n8n outputs one without fields for no items. */
const isNoList = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(Array.isArray(value) && value.length > 1 && value.every((one) => one === undefined));

const isNobody = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';

/**
 * @param takes `all`: of a value that is refused, every number that can be found in it
 * @throws ProblemError: who is listed must not be overlooked
 */
function recipientsOf(label: string, list: unknown, home?: NumberingPlan, takes?: 'all'): string[] {
	const numbers = splitRecipients(list).filter((one) => !isNobody(one));
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

/**
 * Dragging a column of an earlier node into a field gives one of its numbers for each item here. As
 * a list, it has to have all that the node has.
 *
 * @throws ProblemError
 */
export function refuseOneOfList(
	ctx: IExecuteFunctions,
	name: 'allowedRecipients' | 'excludedRecipients' | 'testRecipients',
	raw: unknown,
): void {
	if (!isExpression(raw)) return;
	const { itemsOf } = nodesOf(ctx);
	for (const { code } of placeholdersIn(raw)) {
		const node = nodesWithItemIn(code).find((one) => itemsOf(one) > 1);
		if (node === undefined) continue;
		const write = asWholeList(code, node);
		refuse({ name: 'partOfList', field: SETTINGS[name], expression: inBraces(code), write });
	}
}
