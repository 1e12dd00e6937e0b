import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { properties, subtitle } from './actions';
import { credentialTest } from './methods';
import { ANSWER_WEBHOOKS, WAITING_TOOLTIP } from './question/questionFields';

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
		subtitle,
		description: 'Send SMS to one or many recipients and get the result for each',
		defaults: { name: 'SMS Gateway' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"For more than one recipient use operation 'bulkSend' once, after the node that returns all items: it groups them into few requests itself, so do NOT put a loop (splitInBatches), an Aggregate or a Code node before it. Retry On Fail is safe. Set 'safeguards.deduplicationKey' (such as an order ID) if the workflow may run twice for the same occasion, 'safeguards.testRecipients' while the user tries the workflow, 'safeguards.excludedRecipients' for opt-outs and 'safeguards.sendWindow' to send by day only. For an AI agent also set 'safeguards.allowedRecipients' or 'safeguards.allowedCountries', 'safeguards.maxSms' and 'options.output' = 'summary'.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.if',
					relationHint:
						"Branch on 'status' (accepted, rejected, unknown, notSent, skipped) of each output item, with On Error set to Continue",
				},
				{
					nodeType: 'n8n-nodes-base.wait',
					relationHint:
						"Wait until 'sendAt' of items with the reason 'outsideWindow', then send them again",
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: "Keeps the numbers of people who opted out, for 'excludedRecipients'",
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		webhooks: ANSWER_WEBHOOKS,
		waitingNodeTooltip: WAITING_TOOLTIP,
		// Preview and Check work without it. n8n drops a hidden credential when it saves, so it is shown.
		credentials: [{ name: 'smsGatewayApi', required: false, testedBy: 'testCredential' }],
		properties,
	};

	methods = { credentialTest };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (this.getInputData().length === 0) return [[]];
		const { execute } = await import('./actions/execute');
		return [await execute(this)];
	}

	/** Where the link in an SMS leads while the execution waits for its answer. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receiveAnswer } = await import('./question/receiveAnswer');
		return await receiveAnswer(this);
	}
}
