import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { running } from './actions/operation';
import { credentialTest } from './credentialTest';

const shownFor = (event: string) => ({ show: { event: [event] } });

const fields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Balance Changes',
				value: 'balanceChanges',
				description: 'The balance has gone up or down',
			},
			{
				name: 'Balance Falls Below',
				value: 'balanceBelow',
				description:
					'The balance has fallen below a threshold; once, and again only after it has recovered',
			},
		],
		default: 'balanceBelow',
		description: 'When to start the workflow',
	},
	{
		displayName: 'Threshold',
		name: 'threshold',
		type: 'number',
		default: 100,
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: shownFor('balanceBelow'),
		description: 'Start the workflow when the balance is below this',
	},
	{
		displayName: 'Minimum Change',
		name: 'minimumChange',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: shownFor('balanceBelow'),
		options: [
			{
				displayName: 'Start if Already Low',
				name: 'fireOnActivation',
				type: 'boolean',
				default: false,
				description:
					'Whether to start the workflow if the balance is already low at the first check',
			},
			{
				displayName: 'Reminder Every (Hours)',
				name: 'reminderHours',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Start the workflow again each time the balance has stayed low for this many hours. 0 means no reminder.',
			},
		],
	},
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
			'Send SMS to one or many recipients and get the result for each; start a workflow when the balance runs low',
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
		const { poll } = await running();
		return await poll(this);
	}
}
