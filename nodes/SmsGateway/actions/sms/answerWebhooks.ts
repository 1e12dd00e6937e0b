import type { IWebhookDescription } from 'n8n-workflow';

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
