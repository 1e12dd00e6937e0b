import type { Operation } from '../operation';
import { messageField, recipientsField, senderIdField, settingsFields } from './fields';
import { sendMessages } from './sendMessages';

export const bulkSend: Operation = {
	value: 'bulkSend',
	name: 'Bulk Send',
	action: 'Send SMS to many recipients',
	description:
		'Send SMS to the recipients of all input items in few requests: the best choice for lists',
	fields: [senderIdField, recipientsField, messageField, ...settingsFields],
	execute: (ctx) =>
		sendMessages(ctx, { field: 'recipients', send: (gateway, text) => gateway.bulkSend(text) }),
};
