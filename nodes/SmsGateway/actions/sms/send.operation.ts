import type { Operation } from '../operation';
import { messageField, recipientField, senderIdField } from './fields';
import { optionsField } from '../../items/optionFields';

export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send an SMS to one recipient',
	description: 'Send one SMS per input item in a request of its own, each to one recipient',
	fields: [senderIdField, recipientField, messageField, optionsField({ without: ['batchSize'] })],
	async execute(ctx) {
		const { runCampaign } = await import('./campaign');
		return await runCampaign(ctx, {
			field: 'recipient',
			send: (gateway, message) => gateway.send(message),
		});
	},
};
