import type { IWebhookDescription } from 'n8n-workflow';
import { optionsField } from '../../input/options';
import { safeguardsField } from '../../input/safeguards';
import { running, type Operation } from '../operation';
import { messageField, recipientField, senderIdField } from './fields';
import {
	approvalOptionsField,
	questionOptions,
	responseTypeField,
} from '../../input/questionFields';

/** What n8n's own nodes with this operation declare, so that it routes requests to them while they wait. */
const restart = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

export const ANSWER_WEBHOOKS: IWebhookDescription[] = [restart('GET'), restart('POST')];

export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues when the recipient has answered" : "" }}';

export const sendAndWait: Operation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send SMS and wait for response',
	description: 'Send an SMS with a link to a page and wait until the recipient has answered there',
	fields: [
		senderIdField,
		recipientField,
		{
			...messageField,
			description:
				'The question. A link to the page where the recipient answers is added on a line of its own.',
			hint: 'The link takes about 160 characters: 2 SMS with a text of up to 140 characters',
		},
		responseTypeField,
		approvalOptionsField,
		safeguardsField(),
		optionsField({
			without: ['batchSize', 'concurrency', 'output', 'requestsPerSecond'],
			also: questionOptions,
		}),
	],
	async execute(ctx) {
		return await (await running()).askQuestion(ctx);
	},
};
