import type { INodeProperties } from 'n8n-workflow';
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

/** What the editor shows of a resource and its operations; `execute.ts` has what they do. */
type Resource = Readonly<{
	/** The persisted value of the resource parameter. */
	value: string;
	name: string;
	operations: ReadonlyArray<{
		/** The persisted value of the operation parameter. */
		value: string;
		/** The label in the operation picker. */
		name: string;
		/** The label in the node's list of actions. */
		action: string;
		description: string;
		fields: INodeProperties[];
	}>;
}>;

/** What people need most comes first, and is the default. */
const RESOURCES: readonly Resource[] = [
	{
		value: 'sms',
		name: 'SMS',
		operations: [
			{
				value: 'send',
				name: 'Send',
				action: 'Send SMS',
				description: 'Send one SMS per input item, each in its own request',
				fields: [senderIdField, recipientField, messageField, ...settingsFields],
			},
			{
				value: 'bulkSend',
				name: 'Bulk Send',
				action: 'Send SMS to many recipients',
				description:
					'Send SMS to the recipients of all input items in few requests: the best choice for lists',
				fields: [senderIdField, recipientsField, messageField, ...settingsFields],
			},
			{
				value: 'sendAndWait',
				name: 'Send and Wait for Response',
				action: 'Send SMS and wait for response',
				description: 'Send SMS with a link to a page and wait until a recipient has answered there',
				fields: [
					...[senderIdField, askedField, questionField],
					...[responseTypeField, approvalOptionsField],
					...settingsFields,
				],
			},
			{
				value: 'preview',
				name: 'Preview',
				action: 'Preview SMS without sending',
				description:
					"Show which SMS 'Bulk Send' would send, to whom, what they cost and what is wrong. Sends nothing. Use it before you send to a list.",
				fields: [senderIdField, recipientsField, messageField, ...settingsFields],
			},
		],
	},
	{
		value: 'phoneNumber',
		name: 'Phone Number',
		operations: [
			{
				value: 'check',
				name: 'Check',
				action: 'Check phone number',
				description:
					'Read the phone number of each item: whether it is valid, its country and kind, and what is wrong. Sends nothing and needs no credential.',
				fields: [phoneNumberField, optionsField({ defaultCountry: OPTIONS.defaultCountry })],
			},
		],
	},
	{
		value: 'balance',
		name: 'Balance',
		operations: [
			{
				value: 'get',
				name: 'Get',
				action: 'Get SMS balance',
				description: 'Get the balance of your account: how many SMS are left, or how much money',
				fields: [optionsField({ timeout: OPTIONS.timeout })],
			},
		],
	},
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
