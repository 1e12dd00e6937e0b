import type { INodeProperties } from 'n8n-workflow';
import { get } from './balance/get.operation';
import { shownFields, type Operation, type Resource } from './operation';
import { bulkSend } from './sms/bulkSend.operation';
import { preview } from './sms/preview.operation';
import { send } from './sms/send.operation';

/** The editor and the execution are both made from this one list. */
const RESOURCES: readonly Resource[] = [
	{ value: 'balance', name: 'Balance', usual: 'get', operations: [get] },
	{ value: 'sms', name: 'SMS', usual: 'send', operations: [bulkSend, preview, send] },
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

export const properties: INodeProperties[] = [
	resourcePicker,
	...RESOURCES.map(operationPicker),
	...RESOURCES.flatMap(shownFields),
];

/** By "resource:operation", such as "Bulk Send SMS". */
export const operationTitles = Object.fromEntries(
	RESOURCES.flatMap(({ value, name, operations }) =>
		operations.map((operation) => [`${value}:${operation.value}`, `${operation.name} ${name}`]),
	),
);

export const findOperation = (resource: string, operation: string): Operation | undefined =>
	RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
