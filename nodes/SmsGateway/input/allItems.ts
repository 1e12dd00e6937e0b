import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import {
	inSingleQuotes,
	placeholdersIn,
	rawOf,
	sourcesTakenWhole,
	withEachItem,
} from './dependence';
import { evaluated } from './parameters';
import { inBraces } from './template';

const sourcesOfRecipients = (ctx: IExecuteFunctions): string[] =>
	sourcesTakenWhole(rawOf(ctx, 'recipients'));

export const takesAllAtOnce = (ctx: IExecuteFunctions): boolean =>
	sourcesOfRecipients(ctx).length > 0;

/** The values that an expression has `withEachItem`; none where they cannot be had. */
export function valuesWithEach(
	ctx: IExecuteFunctions,
	...given: Parameters<typeof withEachItem>
): unknown[] {
	const { value } = evaluated(ctx, withEachItem(...given), 0);
	return Array.isArray(value) ? value : [];
}

const isFilled = (value: unknown): boolean =>
	value !== undefined && value !== null && !isBlankText(String(value));

/** Whether one has another value; those that have none do not count. */
export const areSeveral = (values: readonly unknown[]): boolean =>
	new Set(values.filter(isFilled).map((value) => JSON.stringify(value))).size > 1;

/** Whether both, and the input, have the same rows, one by one: as many, and the last comes from the last. */
const haveSameRows = (ctx: IExecuteFunctions, source: string, other: string): boolean =>
	evaluated(
		ctx,
		`[$input, ${source}].every((one) => one.all().length === ${other}.all().length) && JSON.stringify(${other}.last().json) === JSON.stringify(${other}.itemMatching(${other}.all().length - 1).json)`,
		0,
	).value === true;

/** Whether one source's item has this value from the item of the other that it comes from, as in a turn of a loop. */
const isHandedOn = (
	ctx: IExecuteFunctions,
	code: string,
	source: string,
	other: string,
): boolean => {
	const [own, theirs] = [source, other].map((one) =>
		JSON.stringify(valuesWithEach(ctx, code, source, false, `[${one}.item]`)),
	);
	return own === theirs;
};

/**
 * Where 'Recipients' takes the numbers of all items at once, no other field can have a value of one of
 * them: all would get what is meant for one. Where `first()` or the like chooses it, it may be meant.
 *
 * @throws ProblemError
 */
export function refuseOneForAll(ctx: IExecuteFunctions): void {
	const all = sourcesOfRecipients(ctx);
	if (all.length === 0) return;
	const isOfOne = (code: string, source: string): boolean => {
		const areSeveralIn = (one: string) =>
			areSeveral(valuesWithEach(ctx, code, source, false, `${one}.all()`));
		if (all.includes(source)) return areSeveralIn(source);
		return all.some((one) =>
			isHandedOn(ctx, code, source, one)
				? areSeveralIn(one)
				: haveSameRows(ctx, source, one) && areSeveralIn(source),
		);
	};
	const lists = ['safeguards', 'options'].map((name) => rawOf(ctx, name, {}) as IDataObject);
	const settings: IDataObject = Object.assign({}, ...lists, { excludedRecipients: '' });
	const fields: Array<[label: string, raw: unknown]> = [
		['Sender ID', rawOf(ctx, 'senderId')],
		['Message', rawOf(ctx, 'message')],
		...Object.entries(SETTINGS).map(([name, label]): [string, unknown] => [label, settings[name]]),
	];
	const { executeOnce = false } = ctx.getNode();
	for (const [field, raw] of fields) {
		for (const { code, sources } of placeholdersIn(raw)) {
			if (!sources.some((source) => isOfOne(code, source))) continue;
			refuse({ name: 'oneForAll', field, expression: inBraces(inSingleQuotes(code)), executeOnce });
		}
	}
}
