import type { NewCredential } from '../../../scripts/host';
import { manualTrigger, workflow, type WorkflowNode } from '../../../scripts/workflow';

const credentials = {
	smsGatewayApi: { id: 'sms-gateway-sandbox', name: 'SMS Gateway (sandbox)' },
};

const refund: WorkflowNode = {
	name: 'Refund',
	type: 'n8n-nodes-sms-gateway.smsGatewayTool',
	typeVersion: 1,
	parameters: {
		resource: 'sms',
		operation: 'send',
		senderId: 'SHOP',
		recipient: '+46701740611',
		message: "=Refund of {{ $fromAI('message', 'The amount') }} EUR",
	},
	credentials,
};

/** An agent whose only tool is gated by a question to the owner; the refund is an SMS to the customer. */
export function askingAgent(owner: string, { id, name }: NewCredential) {
	const agent: WorkflowNode = {
		name: 'AI Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text: 'Refund it', options: {} },
	};
	const model: WorkflowNode = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'local' },
			responsesApiEnabled: false,
			options: { maxRetries: 0 },
		},
		credentials: { openAiApi: { id, name } },
	};
	const review: WorkflowNode = {
		name: 'Ask the Owner',
		type: 'n8n-nodes-sms-gateway.smsGatewayHitlTool',
		typeVersion: 1,
		parameters: {
			resource: 'sms',
			operation: 'sendAndWait',
			senderId: 'SHOP',
			recipient: `+${owner}`,
			message: '=May the agent do this? {{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
			approvalOptions: { values: { approvalType: 'double' } },
		},
		credentials,
	};
	const { connections, ...built } = workflow('asking-agent', [manualTrigger(), agent]);
	const to = (node: WorkflowNode, type: string) => ({
		[type]: [[{ node: node.name, type, index: 0 }]],
	});
	const around = [model, review, refund];
	return {
		name: built.name,
		settings: built.settings,
		nodes: [
			...built.nodes,
			...around.map((node, index) => ({
				id: `around-${index}`,
				position: [index * 220, 200],
				...node,
			})),
		],
		connections: {
			...connections,
			[model.name]: to(agent, 'ai_languageModel'),
			[review.name]: to(agent, 'ai_tool'),
			[refund.name]: to(review, 'ai_tool'),
		},
	};
}
