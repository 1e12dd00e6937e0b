/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { NewCredential } from '../../../host';

/** What the model says in one turn: the tools it calls, or its answer. */
export type Turn = Array<{ tool: string; with: object }> | string;

interface Message {
	role: string;
	content: string;
	tool_call_id?: string;
}

interface ChatRequest {
	messages: Message[];
	tools?: Array<{
		function: { name: string; description: string; parameters: { properties?: object } };
	}>;
	stream?: boolean;
}

/** A model that says what it is told to, and keeps what it was sent. */
export interface ChatModel {
	/** An OpenAI credential for n8n. */
	credential: NewCredential & { id: string };
	/** What to say from the next request on, one turn per request. */
	says: (turns: Turn[]) => void;
	requests: () => ChatRequest[];
	/** What the tools handed back since `says`, in order, as the model reads it. */
	toolResults: () => string[];
	close: () => Promise<void>;
}

/** Starts a server that speaks chat completions on 127.0.0.1, without streaming. */
export async function startChatModel(): Promise<ChatModel> {
	let turns: Turn[] = [];
	let requests: ChatRequest[] = [];
	let calls = 0;

	const app = express().use(express.json({ limit: '10mb' }));
	app.post('/v1/chat/completions', (req, res) => {
		const request = req.body as ChatRequest;
		const turn = turns[requests.push(request) - 1];
		if (turn === undefined || request.stream) {
			const message = turn === undefined ? 'Nothing left to say' : 'Streaming is not spoken here';
			return void res.status(400).json({ error: { message } });
		}
		res.json({
			id: `chat-${requests.length}`,
			object: 'chat.completion',
			created: 0,
			model: 'local',
			choices: [
				{
					index: 0,
					message: messageOf(turn),
					finish_reason: typeof turn === 'string' ? 'stop' : 'tool_calls',
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	function messageOf(turn: Turn) {
		if (typeof turn === 'string') return { role: 'assistant', content: turn };
		const tool_calls = turn.map(({ tool, with: given }) => ({
			id: `call-${++calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(given) },
		}));
		return { role: 'assistant', content: null, tool_calls };
	}

	return {
		credential: {
			id: 'local-model',
			name: 'Local model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: `http://127.0.0.1:${port}/v1` },
		},
		says: (next) => {
			turns = next;
			requests = [];
		},
		requests: () => requests,
		toolResults: () =>
			(requests.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => content),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
