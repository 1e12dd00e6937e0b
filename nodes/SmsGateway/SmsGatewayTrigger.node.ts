import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { triggerFields } from './trigger/fields';
import { poll } from './trigger/poll';

export class SmsGatewayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Gateway Trigger',
		name: 'smsGatewayTrigger',
		icon: {
			light: 'file:../../icons/sms-gateway-trigger.svg',
			dark: 'file:../../icons/sms-gateway-trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "balanceBelow" ? "balance below " + $parameter["threshold"] : "balance changes" }}',
		description: 'Start the workflow when your SMS balance runs low or changes',
		defaults: { name: 'SMS Gateway Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsGatewayApi', required: true }],
		properties: triggerFields,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
