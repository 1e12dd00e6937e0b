import type { INodeProperties } from 'n8n-workflow';

export const senderIdField: INodeProperties = {
	displayName: 'Sender ID',
	name: 'senderId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'The sender name that recipients see. It must be registered with your SMS service, for example MyShop.',
};

export const recipientField: INodeProperties = {
	displayName: 'Recipient',
	name: 'recipient',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +229 01 97 00 00 00',
	description:
		'The phone number to text, with its country code. Blanks, dashes, dots, brackets and a leading + or 00 are fine. For numbers without country code, choose Default Country in the options.',
};

export const recipientsField: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +229 01 97 00 00 00, +33 6 12 34 56 78',
	description:
		'The phone numbers to text, with country code: one number, several separated by comma, semicolon, | or line break, or a list (expression). To text a whole column, drag the column here; all items go out together.',
};

export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order 1042 is ready. Thank you!',
	description:
		'The text to send. Up to 160 characters count as one SMS, longer texts as more. Characters outside the SMS alphabet (such as ç, ê, ’ or emoji) may lower that to 70. The operation Preview counts without sending.',
};
