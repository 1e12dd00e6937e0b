import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import {
	BULK_CONCURRENCY,
	MESSAGE,
	SEND_CONCURRENCY,
	SENDER,
	type Setup,
	type Way,
} from './subject';

const description = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [{ displayName: 'Phone', name: 'phone', type: 'string', default: '' }],
	...more,
});

const start: INodeType = {
	description: description('start', { group: ['trigger'], inputs: [], properties: [] }),
	trigger: async () => ({}),
};

const engineOnly: INodeType = {
	description: description('engineOnly', {}),
	async execute(this: IExecuteFunctions) {
		const json = (item: number) => ({ phone: this.getNodeParameter('phone', item) as string });
		return [this.getInputData().map((_, item) => ({ json: json(item), pairedItem: { item } }))];
	},
};

/** The loop that nearly every SMS node has: an item is sent, and only then the next one. */
const itemByItem: INodeType = {
	description: description('itemByItem', {
		credentials: [{ name: 'smsGatewayApi', required: true }],
		properties: ['url', 'phone'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	}),
	async execute(this: IExecuteFunctions) {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			const recipient = this.getNodeParameter('phone', item) as string;
			const json = await this.helpers.httpRequestWithAuthentication.call(this, 'smsGatewayApi', {
				method: 'POST',
				url: this.getNodeParameter('url', item) as string,
				body: { sender_id: SENDER, recipient, message: MESSAGE },
				json: true,
			});
			output.push({ json, pairedItem: { item } });
		}
		return [output];
	},
};

export const OWN_NODES: Record<string, INodeType> = {
	'bench.start': start,
	'bench.engineOnly': engineOnly,
	'bench.itemByItem': itemByItem,
};

const PHONE = '={{ $json.phone }}';
export const SMS_GATEWAY = 'n8n-nodes-sms-gateway.smsGateway';
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

type Settings = Pick<INode, 'type' | 'parameters'> & { typeVersion?: number };

const bulkSend = (options: object): Settings => ({
	type: SMS_GATEWAY,
	parameters: {
		resource: 'sms',
		operation: 'bulkSend',
		senderId: SENDER,
		recipients: PHONE,
		message: MESSAGE,
		options: { concurrency: BULK_CONCURRENCY, ...options },
	},
});

/** The node under test for each way through n8n, as the editor would save it. */
export const settingsOf = (way: Way, { baseUrl }: Pick<Setup, 'baseUrl'>): Settings => {
	const url = `${baseUrl}/sms/send`;
	switch (way) {
		case 'bulkSend':
			return bulkSend({});
		case 'bulkSendSummary':
			return bulkSend({ output: 'summary' });
		case 'send':
			return {
				type: SMS_GATEWAY,
				parameters: {
					resource: 'sms',
					operation: 'send',
					senderId: SENDER,
					recipient: PHONE,
					message: MESSAGE,
					options: { concurrency: SEND_CONCURRENCY },
				},
			};
		case 'httpRequest':
			return {
				type: HTTP_REQUEST,
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url,
					sendHeaders: true,
					headerParameters: { parameters: [{ name: 'Authorization', value: 'Bearer bench' }] },
					sendBody: true,
					bodyParameters: {
						parameters: [
							{ name: 'sender_id', value: SENDER },
							{ name: 'recipient', value: PHONE },
							{ name: 'message', value: MESSAGE },
						],
					},
					options: {},
				},
			};
		case 'itemByItem':
			return { type: 'bench.itemByItem', parameters: { url, phone: PHONE } };
		default:
			return { type: 'bench.engineOnly', parameters: { phone: PHONE } };
	}
};
