import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from './methods';
import { aCollection, aField, choices } from './settings/field';

const shownFor = (event: string) => ({ show: { event: [event] } });

const fields: INodeProperties[] = [
	aField('Trigger On', 'event', 'balanceBelow', {
		noDataExpression: true,
		options: choices(
			['Balance Changes', 'balanceChanges', 'The balance has gone up or down'],
			[
				'Balance Falls Below',
				'balanceBelow',
				'The balance has fallen below a threshold; once, and again only after it has recovered',
			],
		),
		description: 'When to start the workflow',
	}),
	aField('Threshold', 'threshold', 100, {
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: shownFor('balanceBelow'),
		description: 'Start the workflow when the balance is below this, in the unit of your balance',
	}),
	aField('Minimum Change', 'minimumChange', 0, {
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	}),
	aCollection('Options', 'options', {
		placeholder: 'Add option',
		displayOptions: shownFor('balanceBelow'),
		options: [
			aField('Start if Already Low', 'fireOnActivation', true, {
				description:
					'Whether to start the workflow if the balance is already low at the first check. Off: only after it has recovered and fallen again.',
			}),
			aField('Reminder Every (Hours)', 'reminderHours', 0, {
				typeOptions: { minValue: 0 },
				description:
					'Start the workflow again each time the balance has stayed low for this many hours. 0 means no reminder.',
			}),
		],
	}),
];

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
			'={{ $parameter["event"] === "balanceBelow" ? "Balance below " + String($rawParameter["threshold"]).replace(/^=|[{}]+/g, "").trim() : "Balance changes" }}',
		// The nodes panel shows both nodes as one entry, with the description of this one.
		description:
			'Start a workflow when the balance runs low or changes. The other node: Send SMS to one or many recipients and get the result for each',
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
		properties: fields,
	};

	methods = { credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await import('./trigger/poll');
		return await poll(this);
	}
}
