import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { approvalOptionsField, responseTypeField } from '../question/questionFields';
import { aField } from '../settings/field';
import { OPTIONS, optionsField } from '../settings/panel';
import {
	askedField,
	messageField,
	phoneNumberField,
	questionField,
	recipientField,
	recipientsField,
	senderIdField,
	settingsFields,
} from './sms/fields';

const RESOURCES = { sms: 'SMS', phoneNumber: 'Phone Number', balance: 'Balance' } as const;

/**
 * What the editor shows of an operation; `execute.ts` has what it does. `resource` and `value` are persisted, `name`
 * is its label in the operation picker, `action` that in the node's list of actions.
 */
const operation = (
	[resource, value]: [resource: keyof typeof RESOURCES, value: string],
	[name, action]: [name: string, action: string],
	description: string,
	fields: INodeProperties[],
) => ({ resource, fields, option: { name, value, action, description } });

/** What is needed most comes first, and is the default. */
const OPERATION_ROWS = [
	operation(
		['sms', 'send'],
		['Send', 'Send SMS'],
		'Send one SMS per input item, each in its own request',
		[senderIdField, recipientField, messageField, ...settingsFields],
	),
	operation(
		['sms', 'bulkSend'],
		['Bulk Send', 'Send SMS to many recipients'],
		'Send SMS to the recipients of all input items in few requests: the best choice for lists',
		[senderIdField, recipientsField, messageField, ...settingsFields],
	),
	operation(
		['sms', 'sendAndWait'],
		['Send and Wait for Response', 'Send SMS and wait for response'],
		'Send SMS with a link to a page and wait until a recipient has answered there',
		[
			...[senderIdField, askedField, questionField],
			...[responseTypeField, approvalOptionsField, ...settingsFields],
		],
	),
	operation(
		['sms', 'preview'],
		['Preview', 'Preview SMS without sending'],
		"Show what 'Bulk Send' would send, to whom, the cost and what is wrong. Sends nothing.",
		[senderIdField, recipientsField, messageField, ...settingsFields],
	),
	operation(
		['phoneNumber', 'check'],
		['Check', 'Check phone number'],
		'Check whether numbers are valid, and of which country and kind. Sends nothing, needs no credential.',
		[phoneNumberField, optionsField({ defaultCountry: OPTIONS.defaultCountry })],
	),
	operation(
		['balance', 'get'],
		['Get', 'Get SMS balance'],
		'Get the balance of your account: how many SMS are left, or how much money',
		[optionsField({ timeout: OPTIONS.timeout })],
	),
];

const resourcePicker = aField('Resource', 'resource', 'sms', {
	noDataExpression: true,
	options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
});

function operationPicker(resource: string): INodeProperties {
	const own = OPERATION_ROWS.filter((one) => one.resource === resource);
	const options = own.map(({ option }) => option);
	const [first] = options as [INodePropertyOptions];
	return aField('Operation', 'operation', first.value, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
	});
}

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** As the editor needs them: a field for its operation, a collection for all that have it. */
function fieldsAsShown(): INodeProperties[] {
	const shownFor = new Map<INodeProperties, typeof OPERATION_ROWS>();
	for (const one of OPERATION_ROWS) {
		for (const field of one.fields) {
			// Its copy is a field of this operation alone.
			const shown = isCollection(field) ? field : { ...field };
			shownFor.set(shown, [...(shownFor.get(shown) ?? []), one]);
		}
	}
	return [...shownFor].map(([field, operations]) => {
		const operation = operations.map(({ option }) => option.value);
		const show = { ...field.displayOptions?.show, resource: [operations[0]!.resource], operation };
		return { ...field, displayOptions: { show } };
	});
}

const shownFields = fieldsAsShown();

export const properties: INodeProperties[] = [
	resourcePicker,
	...Object.keys(RESOURCES).map(operationPicker),
	...shownFields.filter((field) => !isCollection(field)),
	// Below the others. Each once, so the description holds the long list of countries once.
	...shownFields.filter(isCollection),
];

const SUBTITLES = OPERATION_ROWS.map(({ resource, option: { value, name } }) => [
	value,
	resource === 'sms' ? name : `${RESOURCES[resource]}: ${name}`,
]);

/** What the canvas shows below the node's name: the operation by its label. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(SUBTITLES))})[$parameter["operation"]] }}`;
