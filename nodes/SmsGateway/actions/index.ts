import type { INodeProperties } from 'n8n-workflow';
import { aField } from '../input/field';
import { get } from './balance/get.operation';
import type { Operation, Resource } from './operation';
import { checkNumber } from './phoneNumber/check.operation';
import { bulkSend } from './sms/bulkSend.operation';
import { preview } from './sms/preview.operation';
import { send } from './sms/send.operation';
import { sendAndWait } from './sms/sendAndWait.operation';

/** The editor and the execution are both made from this one list: what people need most comes first, and is the default. */
const RESOURCES: readonly Resource[] = [
	{ value: 'sms', name: 'SMS', operations: [send, bulkSend, sendAndWait, preview] },
	{ value: 'phoneNumber', name: 'Phone Number', operations: [checkNumber] },
	{ value: 'balance', name: 'Balance', operations: [get] },
];

const resourcePicker = aField('Resource', 'resource', 'sms', {
	noDataExpression: true,
	options: RESOURCES.map(({ name, value }) => ({ name, value })),
});

const operationPicker = ({ value: resource, operations }: Resource): INodeProperties =>
	aField('Operation', 'operation', operations[0]!.value, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
	});

/** A field as the editor needs it: shown for the resource and its operations only. */
const shown = (field: INodeProperties, resource: Resource, operations: string[]) => ({
	...field,
	displayOptions: {
		show: { ...field.displayOptions?.show, resource: [resource.value], operation: operations },
	},
});

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

const ownFields = (resource: Resource): INodeProperties[] =>
	resource.operations.flatMap(({ value, fields }) =>
		fields.filter((field) => !isCollection(field)).map((field) => shown(field, resource, [value])),
	);

/**
 * 'Safeguards' and 'Options', each once for all operations that have it, below the other fields: so the
 * description holds the long list of countries once and not once per operation.
 */
function sharedCollections(resource: Resource): INodeProperties[] {
	const collections = new Set(
		resource.operations.flatMap(({ fields }) => fields.filter(isCollection)),
	);
	return [...collections].map((collection) => {
		const having = resource.operations.filter(({ fields }) => fields.includes(collection));
		const names = having.map(({ value }) => value);
		return shown(collection, resource, names);
	});
}

export const properties: INodeProperties[] = [
	resourcePicker,
	...RESOURCES.map(operationPicker),
	...RESOURCES.flatMap(ownFields),
	...RESOURCES.flatMap(sharedCollections),
];

const SUBTITLES = RESOURCES.flatMap(({ value: resource, name: label, operations }) =>
	operations.map(({ value, name }) => [value, resource === 'sms' ? name : `${label}: ${name}`]),
);

/** What the canvas shows below the node's name: the operation by its label. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(SUBTITLES))})[$parameter["operation"]] }}`;

export const findOperation = (resource: string, operation: string): Operation | undefined =>
	RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
