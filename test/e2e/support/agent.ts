import type { NewCredential } from '../../../host';
import { manualTrigger, workflow, type WorkflowNode } from '../../../host/workflow';

/** The node as a tool of an agent; `type` may say that it approves other tools. */
export const smsTool = (
	name: string,
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
	type: 'smsGatewayTool' | 'smsGatewayHitlTool' = 'smsGatewayTool',
): WorkflowNode => ({
	name,
	type: `n8n-nodes-sms-gateway.${type}`,
	typeVersion: 1,
	parameters: { resource: 'sms', ...parameters },
	credentials: { smsGatewayApi: { id: 'sms-gateway-sandbox', name: 'SMS Gateway (sandbox)' } },
	...settings,
});

const AGENT: WorkflowNode = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3.1,
	parameters: { promptType: 'define', text: 'Do it', options: {} },
};

const modelOf = ({ id, name }: NewCredential): WorkflowNode => ({
	name: 'Model',
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.3,
	parameters: {
		model: { __rl: true, mode: 'id', value: 'local' },
		responsesApiEnabled: false,
		options: { maxRetries: 0 },
	},
	credentials: { openAiApi: { id, name } },
});

/**
 * An agent with these tools and a scripted model.
 *
 * @param gated tools that are connected to the one that has to approve them, not to the agent
 */
export function agentWorkflow(
	id: string,
	credential: NewCredential,
	tools: WorkflowNode[],
	gated: Array<[tool: WorkflowNode, by: WorkflowNode]> = [],
) {
	const model = modelOf(credential);
	const around = [model, ...tools, ...gated.map(([tool]) => tool)];
	const { connections, ...built } = workflow(id, [manualTrigger(), AGENT]);
	const to = (node: WorkflowNode, type: string) => ({
		[type]: [[{ node: node.name, type, index: 0 }]],
	});
	return {
		...built,
		nodes: [
			...built.nodes,
			...around.map((node, index) => ({
				id: `${id}-around-${index}`,
				position: [index * 220, 200],
				...node,
			})),
		],
		connections: {
			...connections,
			[model.name]: to(AGENT, 'ai_languageModel'),
			...Object.fromEntries(tools.map((tool) => [tool.name, to(AGENT, 'ai_tool')])),
			...Object.fromEntries(gated.map(([tool, by]) => [tool.name, to(by, 'ai_tool')])),
		},
	};
}
