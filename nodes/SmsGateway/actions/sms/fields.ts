import type { INodeProperties } from 'n8n-workflow';
import { aField, forBuilder } from '../../settings/field';
import { OPTIONS, optionsField, safeguardsField } from '../../settings/panel';
import { questionOptions } from '../../question/questionFields';

const WHAT_COUNTS =
	'<a href="https://github.com/n8n-nodes-sms-gateway/n8n-nodes-sms-gateway/blob/main/docs/settings.md#what-counts-as-one-sms" target="_blank">What counts</a>';

export const senderIdField = aField('Sender ID', 'senderId', '', {
	required: true,
	placeholder: 'e.g. MyShop',
	description:
		'The sender name that recipients see, registered with your SMS service. Many networks allow up to 11 letters and digits.',
	...forBuilder(
		'A name registered with the SMS service: up to 11 letters and digits. Ask the user for it, never invent one.',
	),
});

export const recipientField = aField('Recipient', 'recipient', '', {
	required: true,
	placeholder: 'e.g. +2290197001234',
	description:
		"The phone number to send to, with country code. Spaces, dashes, dots and parentheses are allowed. For numbers without country code, set 'Default Country' in 'Options'.",
});

export const phoneNumberField: INodeProperties = {
	...recipientField,
	displayName: 'Phone Number',
	description:
		"The phone number to check. For numbers without country code, set 'Default Country' in 'Options'.",
};

export const recipientsField = aField('Recipients', 'recipients', '', {
	required: true,
	placeholder: 'e.g. +2290197001234, +33612345678',
	description:
		"Drag a column here to send to all input items. An item may have several numbers, separated by commas or line breaks. Without country codes, set 'Default Country' in 'Options'.",
	...forBuilder(
		'An expression for one input item, such as {{ $json.phone }}: the node collects the recipients of all items itself. Do not put a loop or an Aggregate node before it.',
	),
});

export const messageField = aField('Message', 'message', '', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. Your order is ready',
	description: `The text to send. The operation 'Preview' counts its SMS, and names the characters that raise the cost. ${WHAT_COUNTS}`,
	...forBuilder(
		'May be an expression with a different text per item. Up to 160 plain characters are 1 SMS; emoji, ç, ê and curly quotes lower that to 70.',
	),
	hint: '160 characters per SMS, 70 with ç, ê, emoji or curly quotes',
});

export const askedField: INodeProperties = {
	...recipientField,
	displayName: 'Recipients',
	placeholder: recipientsField.placeholder,
	description:
		"Whom to ask: one number, or several separated by commas or line breaks. Each gets a link, and the first answer counts. Without country codes, set 'Default Country' in 'Options'.",
};

export const questionField: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Refund order 1042?',
	description: 'The question. A link to the page where to answer is added on a line of its own.',
	hint: 'The link adds about 170 characters: mostly 2 SMS',
};

const inSendAndWait = questionOptions.map((field): INodeProperties => {
	const show = { ...field.displayOptions?.show, '/operation': ['sendAndWait'] };
	return { ...field, displayOptions: { show } };
});

/**
 * The same for all operations that send or preview: n8n deletes the values of a setting that the operation
 * chosen next does not list, so a detour over 'Preview' would take the safeguards away.
 */
export const settingsFields = [safeguardsField, optionsField(OPTIONS, inSendAndWait)];
