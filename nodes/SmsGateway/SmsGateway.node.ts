import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { findOperation, operationTitles, properties } from './actions';

/**
 * Such as "Bulk Send SMS: MyShop". A sender that is an expression has no value before the first
 * execution, and asking for it would leave no subtitle at all: it is shown by its name.
 */
const SUBTITLE = `={{ (${JSON.stringify(operationTitles)})[$parameter["resource"] + ":" + $parameter["operation"]] + ($rawParameter["senderId"] ? ": " + $rawParameter["senderId"].replace(/^=|[{}]+/g, "").trim() : "") }}`;

export class SmsGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Gateway',
		name: 'smsGateway',
		icon: {
			light: 'file:../../icons/sms-gateway.svg',
			dark: 'file:../../icons/sms-gateway.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: SUBTITLE,
		description:
			'Send SMS to one person or thousands, each exactly once, and see what became of each',
		defaults: { name: 'SMS Gateway' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsGatewayApi', required: true }],
		properties,
	};

	methods = {
		loadOptions: {
			async getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const { countries } = await import('./domain/recipient/national');
				return countries().map(({ code, name, callingCode }) => ({
					name: `${name} (+${callingCode})`,
					value: code,
				}));
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0, 'sms') as string;
		const name = this.getNodeParameter('operation', 0, 'send') as string;
		const operation = findOperation(resource, name);
		if (operation === undefined) {
			throw new NodeOperationError(this.getNode(), `There is no operation "${name}" here.`);
		}
		const { refuseToHideFromAgent } = await import('./output/errors');
		refuseToHideFromAgent(this.getNode());
		return [await operation.execute(this)];
	}
}
