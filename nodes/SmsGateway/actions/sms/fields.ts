import type { INodeProperties } from 'n8n-workflow';

const WHAT_COUNTS =
	'https://github.com/n8n-nodes-sms-gateway/n8n-nodes-sms-gateway#what-counts-as-one-sms';

export const senderIdField: INodeProperties = {
	displayName: 'Sender ID',
	name: 'senderId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. MyShop',
	description:
		'The sender name that recipients see, for example MyShop. It must be registered with your SMS service.',
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
		'To text a whole column, drag it here: all items go out together. Each item may hold one number, several separated by comma, semicolon, | or line break, or a list (expression). Write them with country code, or choose Default Country in the options.',
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
		'The text to send. n8n cannot count while you type; the operation Preview counts and names the characters that make a text dearer.',
	hint: `160 characters per SMS, 70 with ç, ê, ’ or emoji. <a href="${WHAT_COUNTS}" target="_blank">What counts</a>`,
};
