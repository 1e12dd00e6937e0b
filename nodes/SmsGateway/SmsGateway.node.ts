import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { findOperation, properties, subtitle } from './actions';
import { receiveAnswer } from './question/receiveAnswer';
import { ANSWER_WEBHOOKS, WAITING_TOOLTIP } from './actions/sms/sendAndWait.operation';
import { refuseToHideFromAgent, settingError, tellAgent } from './output/errors';
import { readOwnValues } from './n8n/place';
import { credentialTest } from './transport/testCredential';

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
		const resource = this.getNodeParameter('resource', 0, 'sms') as string;
		const name = this.getNodeParameter('operation', 0, 'send') as string;
		const operation = findOperation(resource, name);
		if (operation === undefined) {
			const mustBe = 'one of the list';
			const cause = { name: 'wrongSetting', field: 'Operation', mustBe, value: name } as const;
			throw settingError(this, { reason: 'invalidParameter', causes: [cause] }, '');
		}
		try {
			readOwnValues(this);
			refuseToHideFromAgent(this);
			return [await operation.execute(this)];
		} catch (error) {
			return [tellAgent(this, error)];
		}
	}

	/** Where the link in an SMS leads while the execution waits for its answer. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveAnswer(this);
	}
}
