import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

const TYPES: Readonly<Record<string, NodePropertyTypes>> = { number: 'number', boolean: 'boolean' };

/** A field of the panel. Its type follows from its choices and its default, unless it is given. */
export const aField = (
	displayName: string,
	name: string,
	first: INodeProperties['default'],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	type: more.options ? 'options' : (TYPES[typeof first] ?? 'string'),
	default: first,
	...more,
});

/** A collection of fields, to which nothing is added at first. */
export const aCollection = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): INodeProperties => aField(displayName, name, {}, { type: 'collection', ...more });

export const choices = (
	...rows: ReadonlyArray<[name: string, value: string, description?: string]>
): INodePropertyOptions[] =>
	rows.map(([name, value, description]) => ({ name, value, ...(description && { description }) }));

/** What n8n's AI builder reads of a field. */
export const forBuilder = (propertyHint: string): Pick<INodeProperties, 'builderHint'> => ({
	builderHint: { propertyHint },
});

/**
 * Never shown. Of a text, such as an expression, or a list in the place of a collection n8n asks for its
 * fields as well, and drops it: that it was there tells its length.
 */
export const LENGTH = aField('Length', 'length', 0, {
	type: 'hidden',
	displayOptions: { show: { length: [{ _cnd: { gte: 0 } }] } },
});

/** Whether something else stands in the place of a collection with the field above. */
export const isNoCollection = (given: unknown): boolean =>
	Number((given as { length?: unknown }).length) > 0;
