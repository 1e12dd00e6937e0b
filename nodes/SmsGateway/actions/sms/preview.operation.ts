import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../input/options';
import { safeguardsField } from '../../input/safeguards';
import { running, type Operation } from '../operation';
import { messageField, recipientsField, senderIdField } from './fields';

const includeResponseLink: INodeProperties = {
	displayName: 'Include Response Link',
	name: 'includeResponseLink',
	type: 'boolean',
	default: false,
	description: "Whether to count the link that 'Send and Wait for Response' adds to the message",
};

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview SMS without sending',
	description:
		"Show which SMS 'Bulk Send' would send, to whom, what they cost and what is wrong. Sends nothing. Use it before you send to a list.",
	fields: [
		senderIdField,
		recipientsField,
		messageField,
		safeguardsField({ without: ['dryRun', 'testRecipients'] }),
		optionsField({
			only: [
				'batchSize',
				'defaultCountry',
				'emptyValues',
				'maxAttempts',
				'replaceSpecialCharacters',
				'timeout',
			],
			also: [includeResponseLink],
		}),
	],
	async execute(ctx) {
		return await (await running()).previewItems(ctx);
	},
};
