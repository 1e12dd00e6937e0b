import type { IExecuteFunctions, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { stubDescription, stubNodes } from '../../test/engine-kit/stub-nodes';
import { postingNode } from '../workflow';

/** The ways to send that are compared, each measured in a process of its own. */
export type Way =
	/** This package: Bulk Send. */
	| 'bulkSend'
	/** Bulk Send with a summary instead of an item per recipient. */
	| 'bulkSendSummary'
	/** Bulk Send with a deduplication key for each recipient. */
	| 'bulkSendKeyed'
	/** This package: Send, 40 requests in flight at once. */
	| 'send'
	/** The same with a text of its own for each item. */
	| 'sendPersonal'
	/** n8n's HTTP Request node, one request per item. */
	| 'httpRequest'
	/** The same with a text of its own for each item. */
	| 'httpRequestPersonal'
	/** A node that sends item by item, as SMS nodes do. */
	| 'itemByItem'
	/** No node at all: a script that posts the same batches over kept connections. */
	| 'bareScript'
	/** Nothing sent: the engine reads one expression per item and hands the items on. */
	| 'engineOnly';

export interface Subject {
	way: Way;
	items: number;
	/** In each item. */
	recipientsPerItem: number;
}

export interface Setup extends Subject {
	baseUrl: string;
	/** Folder of the n8n whose engine and nodes are used. */
	hostFolder: string;
	/** Folder of the built package under test. */
	packageFolder: string;
}

export interface Measured {
	seconds: number;
	/** Seconds of processor time, of all threads. */
	cpuSeconds: number;
	/** Bytes over those of the process before the run, with the items in it. */
	peakMemory: number;
	/** Bytes that n8n would save of the execution; 0 without n8n. */
	executionData: number;
	/** Why it did not get to its end. */
	error?: string;
}

export const BATCH_SIZE = 100;
export const BULK_CONCURRENCY = 5;
export const SEND_CONCURRENCY = 40;
export const SENDER = 'BENCH';
/** A field of the item in the middle of a text. */
const PERSONAL_MESSAGE = '=The order of {{ $json.phone }} is ready. See you there!';
export const MESSAGE = 'The shop is open this Saturday from 9 to 17. See you there!';

/** A million numbers of one block; they reach the local service only. */
export const numberOf = (index: number): string => `2290197${String(index).padStart(6, '0')}`;

export function itemsOf({ items, recipientsPerItem }: Subject): Array<{ phone: string }> {
	return Array.from({ length: items }, (_, item) => ({
		phone: Array.from({ length: recipientsPerItem }, (_, index) =>
			numberOf(item * recipientsPerItem + index),
		).join('|'),
	}));
}

export const NAMES: Record<Way, string> = {
	bulkSend: 'Bulk Send',
	bulkSendSummary: 'Bulk Send, output: summary',
	bulkSendKeyed: 'Bulk Send, with keys',
	send: `Send, concurrency ${SEND_CONCURRENCY}`,
	sendPersonal: `Send, concurrency ${SEND_CONCURRENCY}, personal texts`,
	httpRequest: 'HTTP Request node',
	httpRequestPersonal: 'HTTP Request node, personal texts',
	itemByItem: 'node that sends item by item',
	bareScript: 'bare script, same batches',
	engineOnly: 'engine alone, reading one expression',
};

const fields = (...names: string[]) =>
	names.map((name) => ({ displayName: name, name, type: 'string' as const, default: '' }));

const engineOnly: INodeType = {
	description: stubDescription('engineOnly', { properties: fields('phone') }),
	async execute(this: IExecuteFunctions) {
		const json = (item: number) => ({ phone: this.getNodeParameter('phone', item) as string });
		return [this.getInputData().map((_, item) => ({ json: json(item), pairedItem: { item } }))];
	},
};

/** The loop that nearly every SMS node has: an item is sent, and only then the next one. */
const itemByItem: INodeType = {
	description: stubDescription('itemByItem', {
		credentials: [{ name: 'smsGatewayApi', required: true }],
		properties: fields('url', 'phone'),
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
	'bench.start': stubNodes['stub.start']!,
	'bench.engineOnly': engineOnly,
	'bench.itemByItem': itemByItem,
};

const PHONE = '={{ $json.phone }}';
export const SMS_GATEWAY = 'n8n-nodes-sms-gateway.smsGateway';

type Settings = Pick<INode, 'type' | 'parameters'> & { typeVersion?: number };

const bulkSend = (options: object, safeguards: INode['parameters'] = {}): Settings => ({
	type: SMS_GATEWAY,
	parameters: {
		resource: 'sms',
		operation: 'bulkSend',
		senderId: SENDER,
		recipients: PHONE,
		message: MESSAGE,
		options: { concurrency: BULK_CONCURRENCY, ...options },
		safeguards,
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
		case 'bulkSendKeyed':
			return bulkSend({}, { deduplicationKey: PHONE });
		case 'send':
		case 'sendPersonal':
			return {
				type: SMS_GATEWAY,
				parameters: {
					resource: 'sms',
					operation: 'send',
					senderId: SENDER,
					recipient: PHONE,
					message: way === 'sendPersonal' ? PERSONAL_MESSAGE : MESSAGE,
					options: { concurrency: SEND_CONCURRENCY },
				},
			};
		case 'httpRequest':
		case 'httpRequestPersonal':
			return postingNode(url, 'bench', {
				sender_id: SENDER,
				recipient: PHONE,
				message: way === 'httpRequestPersonal' ? PERSONAL_MESSAGE : MESSAGE,
			});
		case 'itemByItem':
			return { type: 'bench.itemByItem', parameters: { url, phone: PHONE } };
		default:
			return { type: 'bench.engineOnly', parameters: { phone: PHONE } };
	}
};
