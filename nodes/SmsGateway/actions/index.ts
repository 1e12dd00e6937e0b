import type { INodeProperties } from 'n8n-workflow';
import { aField } from '../settings/field';
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

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** As the editor needs them: a field for its operation, a collection for all that have it. */
function shownFieldsOf({ value: resource, operations }: Resource): INodeProperties[] {
	const shownFor = new Map<INodeProperties, string[]>();
	for (const { value, fields } of operations) {
		for (const field of fields) {
			// Its copy is a field of this operation alone.
			const shown = isCollection(field) ? field : { ...field };
			shownFor.set(shown, [...(shownFor.get(shown) ?? []), value]);
		}
	}
	return [...shownFor].map(([field, operation]) => ({
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, resource: [resource], operation } },
	}));
}

const shownFields = RESOURCES.flatMap(shownFieldsOf);

export const properties: INodeProperties[] = [
	resourcePicker,
	...RESOURCES.map(operationPicker),
	...shownFields.filter((field) => !isCollection(field)),
	// Below the others. Each once, so the description holds the long list of countries once.
	...shownFields.filter(isCollection),
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
