import type { INodeProperties } from 'n8n-workflow';
import { get } from './balance/get.operation';
import type { Operation, Resource } from './operation';
import { bulkSend } from './sms/bulkSend.operation';
import { preview } from './sms/preview.operation';
import { send } from './sms/send.operation';
import { sendAndWait } from './sms/sendAndWait.operation';

/** The editor and the execution are both made from this one list: what people need most comes first. */
const RESOURCES: readonly Resource[] = [
	{ value: 'sms', name: 'SMS', usual: 'send', operations: [send, bulkSend, sendAndWait, preview] },
	{ value: 'balance', name: 'Balance', usual: 'get', operations: [get] },
];

const resourcePicker: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ name, value }) => ({ name, value })),
	default: 'sms',
};

const operationPicker = ({ value: resource, operations, usual }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	})),
	default: usual,
});

/** The fields as the editor needs them: shown for their resource and operation only. */
const shownFields = (resource: Resource): INodeProperties[] =>
	resource.operations.flatMap(({ value, fields }) =>
		fields.map((field) => ({
			...field,
			displayOptions: {
				show: { ...field.displayOptions?.show, resource: [resource.value], operation: [value] },
			},
		})),
	);

export const properties: INodeProperties[] = [
	resourcePicker,
	...RESOURCES.map(operationPicker),
	...RESOURCES.flatMap(shownFields),
];

export const findOperation = (resource: string, operation: string): Operation | undefined =>
	RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
