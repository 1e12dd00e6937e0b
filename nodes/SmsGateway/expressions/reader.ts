import type { IExecuteFunctions } from 'n8n-workflow';
import { SETTINGS } from '../domain/settings';
import { workflowZone } from '../n8n/place';
import { numberReadings } from './defaultCountry';
import { byModelIn, isExpression } from './expression';
import { columnOf, fieldOf, type FieldRules } from './fieldValue';
import { sourceOf } from './source';

/** What n8n knows of one turn of the node, with what its fields hold for each item. */
export type Reader = ReturnType<typeof readerOf>;

export function readerOf(ctx: IExecuteFunctions) {
	const source = sourceOf(ctx);
	const column = (rules: Omit<FieldRules, 'takes'>) => columnOf(source, rules);
	return {
		...source,
		field: (rules: FieldRules) => fieldOf(source, rules),
		column,
		/** For a cause: whether a model alone writes a field, so that it can correct it. */
		byModel: (name: string): { byModel?: true } =>
			byModelIn(source.raw(name)) ? { byModel: true } : {},
		numbers: numberReadings(
			column({ name: 'options.defaultCountry', label: SETTINGS.defaultCountry }),
			!isExpression(source.raw('options.defaultCountry')),
		),
		/** Of the workflow; undefined where it cannot be known. */
		zone: workflowZone(ctx),
	};
}
