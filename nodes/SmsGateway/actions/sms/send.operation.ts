import type { Operation } from '../operation';
import { messageField, recipientField, senderIdField, settingsFields } from './fields';
import { sendMessages } from './sendMessages';

export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send SMS',
	description: 'Send one SMS per input item, each in its own request',
	fields: [senderIdField, recipientField, messageField, ...settingsFields],
	execute: (ctx) =>
		sendMessages(ctx, { field: 'recipient', send: (gateway, message) => gateway.send(message) }),
};
