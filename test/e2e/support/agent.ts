/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { manualTrigger, workflow, type WorkflowNode } from '../../../host/workflow';
import { IN_N8N_1 } from './campaign';

/** What the model says in one turn: the tools it calls, or its answer. */
export type Turn = Array<{ tool: string; with: object }> | string;

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/** A model that speaks chat completions on 127.0.0.1, and says what it is told to. */
export async function startChatModel() {
	let turns: Turn[] = [];
	let heard: Array<{ role: string; content: string }> = [];
	let calls = 0;
	const call = ({ tool, with: given }: { tool: string; with: object }) => ({
		id: `call-${++calls}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(given) },
	});
	const choose = (turn: Turn) =>
		typeof turn === 'string'
			? { finish_reason: 'stop', message: { role: 'assistant', content: turn } }
			: {
					finish_reason: 'tool_calls',
					message: { role: 'assistant', content: null, tool_calls: turn.map(call) },
				};
	const server = createServer(async (request, response) => {
		({ messages: heard } = (await json(request)) as { messages: typeof heard });
		const choice = { index: 0, ...choose(turns.shift() ?? 'Nothing left to say') };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const kind = { id: 'chat', object: 'chat.completion', created: 0, model: 'local' };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ ...kind, choices: [choice], usage }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	return {
		credential: {
			id: 'local-model',
			name: 'Local model',
			type: 'openAiApi',
			data: { apiKey: 'none', url },
		},
		/** What to say from the next request on, one turn per request. */
		says(next: Turn[]): void {
			turns = [...next];
		},
		/** What the tools handed back, in order, as the model read it last. */
		toolResults: () => heard.filter(({ role }) => role === 'tool').map(({ content }) => content),
		close: () => server.close().closeAllConnections(),
	};
}

const AGENT: WorkflowNode = {
	name: 'AI Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: IN_N8N_1 ? 2.2 : 3,
	parameters: { promptType: 'define', text: 'Do it', options: {} },
};

/**
 * An agent with these tools and a scripted model.
 *
 * @param gated tools that are connected to the one that has to approve them, not to the agent
 */
export function agentWorkflow(
	{ credential: { id, name } }: ChatModel,
	tools: WorkflowNode[],
	gated: Array<[tool: WorkflowNode, by: WorkflowNode]> = [],
) {
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
	return workflow(
		'agent',
		[manualTrigger(), AGENT],
		[
			[model, 0, AGENT, 'ai_languageModel'],
			...[...tools.map((tool) => [tool, AGENT] as const), ...gated].map(
				([tool, by]): [WorkflowNode, number, WorkflowNode, string] => [tool, 0, by, 'ai_tool'],
			),
		],
	);
}
