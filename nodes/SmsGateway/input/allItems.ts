import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { partsOfLists, rawOf, sourcesTakenWhole } from './dependence';
import { tryEvaluating } from './parameters';
import { inBraces, isBlankText } from './template';

const sourcesOfRecipients = (ctx: IExecuteFunctions): string[] =>
	sourcesTakenWhole(rawOf(ctx, 'recipients'));

/** With 'Execute Once' what is read of an item is of the first one, also where all of them get an SMS. */
export const readsFirstOfAll = (ctx: IExecuteFunctions): boolean =>
	sourcesOfRecipients(ctx).length > 0 && ctx.getNode().executeOnce === true;

const evaluated = (ctx: IExecuteFunctions, code: string): unknown =>
	tryEvaluating(() => ctx.evaluateExpression(`{{ ${code} }}`, 0)).value;

/** The values of a list; none where they cannot be had. */
export function valuesOf(ctx: IExecuteFunctions, list: string): unknown[] {
	const values = evaluated(ctx, list);
	return Array.isArray(values) ? values : [];
}

const isFilled = (value: unknown): boolean =>
	value !== undefined && value !== null && !isBlankText(String(value));

/** Whether one has another value; those that have none do not count. */
export const areSeveral = (values: readonly unknown[]): boolean =>
	new Set(values.filter(isFilled).map((value) => JSON.stringify(value))).size > 1;

/** Whether the input has the source's items, one by one: as many, and the last comes from the last. */
const isInput = (ctx: IExecuteFunctions, source: string): boolean =>
	evaluated(
		ctx,
		`$input.all().length === ${source}.all().length && JSON.stringify(${source}.last().json) === JSON.stringify(${source}.itemMatching(${source}.all().length - 1).json)`,
	) === true;

/** Whether the item has this value from the item of the source that it comes from, as in a turn of a loop. */
const isHandedOn = (ctx: IExecuteFunctions, source: string, list: string): boolean => {
	const [own, theirs] = ['$input.item', `${source}.item`].map((item) =>
		JSON.stringify(valuesOf(ctx, list.replace('$input.all()', `[${item}]`))),
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
	const sources = sourcesOfRecipients(ctx);
	if (sources.length === 0) return;
	const areSeveralIn = (list: string) => areSeveral(valuesOf(ctx, list));
	const isOfOne = (source: string, list: string): boolean => {
		if (sources.includes(source)) return areSeveralIn(list);
		if (source !== '$input') return false;
		return sources.some((one) =>
			isHandedOn(ctx, one, list)
				? areSeveralIn(list.replace('$input.all()', `${one}.all()`))
				: isInput(ctx, one) && areSeveralIn(list),
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
		for (const { code, source, list } of partsOfLists(raw, true)) {
			const isChosen = /\.\s*(?:first|last|all)\(/.test(code);
			if (isChosen || !isOfOne(source, list)) continue;
			refuse({ name: 'oneForAll', field, expression: inBraces(code), executeOnce });
		}
	}
}
