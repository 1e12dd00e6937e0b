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

/** Never shown. In the place of a collection n8n drops a text or a list; its length, read as a field, tells of it. */
export const LENGTH = aField('Length', 'length', 0, {
	type: 'hidden',
	displayOptions: { show: { length: [{ _cnd: { gte: 0 } }] } },
});

/** Of a collection with the field above. */
export const isNoCollection = (given: unknown): boolean =>
	Number((given as { length?: unknown }).length) > 0;
