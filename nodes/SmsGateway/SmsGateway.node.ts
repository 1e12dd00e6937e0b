import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { builderHint } from './builderHint';
import { credentialTest } from './credentialTest';
import { findOperation, properties } from './actions';
import { ANSWER_WEBHOOKS, WAITING_TOOLTIP } from './actions/sms/sendAndWait.operation';

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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send SMS to one or many recipients and get the result for each',
		defaults: { name: 'SMS Gateway' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		webhooks: ANSWER_WEBHOOKS,
		waitingNodeTooltip: WAITING_TOOLTIP,
		credentials: [{ name: 'smsGatewayApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods = {
		credentialTest,
		loadOptions: {
			async getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const { countries } = await import('./domain/recipient/countries');
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
		const { tellAgent } = await import('./output/insideAgent');
		try {
			refuseToHideFromAgent(this.getNode());
			return [await operation.execute(this)];
		} catch (error) {
			return [tellAgent(this, error)];
		}
	}

	/** Where the link in an SMS leads while the execution waits for its answer. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receiveAnswer } = await import('./actions/sms/receiveAnswer');
		return await receiveAnswer(this);
	}
}
