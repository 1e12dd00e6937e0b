import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from './methods';
import { RULE_FIELDS, SUBTITLE } from './trigger/ruleFields';

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
		subtitle: SUBTITLE,
		// The nodes panel shows both nodes as one entry, with the description of this one.
		description: 'Send SMS to one or many recipients, or start a workflow when the balance is low',
		defaults: { name: 'SMS Gateway Trigger' },
		builderHint: {
			searchHint:
				"Starts a workflow when the balance of the SMS account is low. Do not build this from a Schedule Trigger with 'Balance: Get': the trigger remembers what it has reported.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sms-gateway.smsGateway',
					relationHint: 'Sends SMS from the same account',
				},
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsGatewayApi', required: true, testedBy: 'testCredential' }],
		properties: Object.values(RULE_FIELDS),
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await import('./trigger/poll');
		return await poll(this);
	}
}
