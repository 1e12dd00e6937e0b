/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { EventEmitter } from 'node:events';
import type { Settings } from './service';
import type { JournalEvents, LoggedRequest, MessageQuery, SentMessage } from './journal';
import type { TokenOptions } from './tokens';

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** SMS to begin with, and after each reset; 1000 unless given. */
	balance?: number;
	/** Wait before each response of the API, in milliseconds. */
	latencyMs?: number;
	/** Wait before a late response (a magic recipient), in milliseconds; 60,000 unless given. */
	lateAnswerMs?: number;
	/** Signs the tokens; made at the start unless given. With a kept one, tokens outlive the sandbox. */
	secret?: string;
	/** A workflow of the n8n whose credential points here, for the page to name. */
	workflowUrl?: string;
	/** Prints a line per request of the API. */
	log?: boolean;
}

export interface Sandbox {
	/** Such as http://127.0.0.1:3030. */
	url: string;
	/** The base address for the credential: url + /api/v1. */
	baseUrl: string;
	port: number;
	/** A valid JWT for this sandbox. */
	token: string;
	issueToken(options?: TokenOptions): string;
	/** Whether tokens are still valid after a restart, for the secret is kept. */
	keepsTokens: boolean;
	workflowUrl: string | undefined;
	/** Every request of the API, in the order of arrival; the objects keep up while one is in progress. */
	requests(): LoggedRequest[];
	/** Every accepted message, in order. */
	messages(): SentMessage[];
	/** A page of the messages, for when there are very many. */
	findMessages(query: MessageQuery): { total: number; messages: SentMessage[] };
	messageCount(): number;
	settings(): Readonly<Settings>;
	setBalance(sms: number): void;
	setLatency(milliseconds: number): void;
	setLateAnswer(milliseconds: number): void;
	/** Empties messages and requests, and forgets which magic recipients are spent. */
	clear(): void;
	/** `clear`, and restores the first balance. */
	reset(): void;
	/** Resolves with the first true result of the predicate, asked again at each request and message. */
	until(predicate: (sandbox: Sandbox) => boolean): Promise<void>;
	/** request, accepted, state, cleared. */
	events: EventEmitter<SandboxEvents>;
	/** Destroys what is still open, hung requests too. */
	close(): Promise<void>;
}

export type SandboxEvents = JournalEvents & { state: [] };
