/* eslint-disable @n8n/community-nodes/icon-validation, @n8n/community-nodes/require-node-description-fields -- a node of the tests, in no package */
import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Orders one thing per item, and remembers in the execution what it has ordered. */
export class Orders implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Orders',
		name: 'orders',
		group: ['output'],
		version: 1,
		description: 'Order things',
		defaults: { name: 'Orders' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'ordersApi', required: true }],
		properties: [{ displayName: 'Thing', name: 'thing', type: 'string', default: '' }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('ordersApi');
		const ordered = this.getContext('node');
		const items: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			const thing = this.getNodeParameter('thing', item) as string;
			if (ordered[thing] === undefined) {
				const options = { method: 'POST', url: `${baseUrl}/orders`, body: { thing } } as const;
				try {
					await this.helpers.httpRequestWithAuthentication.call(this, 'ordersApi', options);
				} catch (error) {
					throw new NodeOperationError(this.getNode(), error as Error);
				}
				ordered[thing] = true;
			}
			items.push({ json: { thing, ordered: true }, pairedItem: { item } });
		}
		return [items];
	}
}
