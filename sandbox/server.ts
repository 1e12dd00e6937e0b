/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { API_PATH, createApi } from './api';
import { createControl } from './control';
import { createDelays } from './delays';
import { createGateway, type Settings } from './gateway';
import {
	createJournal,
	type JournalEvents,
	type LoggedRequest,
	type MessageQuery,
	type SentMessage,
} from './journal';
import { issueToken, type TokenOptions } from './tokens';

const INBOX_FOLDER = join(__dirname, 'inbox');
const TEN_MINUTES = 10 * 60 * 1000;

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** SMS to begin with, and after each reset; 1000 unless given. */
	balance?: number;
	/** Wait before each answer of the API, in milliseconds. */
	latencyMs?: number;
	/** Wait before a late answer (a magic recipient), in milliseconds; 60,000 unless given. */
	lateAnswerMs?: number;
	/** Signs the tokens; made at the start unless given. */
	secret?: string;
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
	/** Every request of the API, in the order of arrival; the objects keep up while one is under way. */
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
	/** Empties messages and requests, restores the first balance, forgets which magic recipients are spent. */
	reset(): void;
	/** Resolves with the first true result of the predicate, asked again at each request and message. */
	until(predicate: (sandbox: Sandbox) => boolean): Promise<void>;
	/** request, accepted, state, cleared. */
	events: EventEmitter<SandboxEvents>;
	/** Destroys what is still open, hung requests too. */
	close(): Promise<void>;
}

export type SandboxEvents = JournalEvents & { state: [] };

/**
 * Starts a local gateway on 127.0.0.1 that keeps the service's contract (openapi.yaml).
 * Rejects with the system's error (EADDRINUSE, say) when it cannot listen.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, balance = 1000, latencyMs = 0, lateAnswerMs = 60_000, log = false } = options;
	const secret = options.secret ?? randomBytes(32).toString('hex');
	const settings: Settings = { balance, latencyMs, lateAnswerMs };
	const journal = createJournal();
	const events = journal.events as EventEmitter<SandboxEvents>;
	const changed = () => void events.emit('state');
	const gateway = createGateway(journal, settings, changed);
	const delays = createDelays();
	if (log) events.on('request', printRequest);

	const app = express().disable('x-powered-by');
	const server = createServer(app);
	// A kept connection that the server closes first looks like a reset to a client about to use it.
	server.keepAliveTimeout = TEN_MINUTES;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	const actualPort = (server.address() as AddressInfo).port;
	const url = `http://127.0.0.1:${actualPort}`;

	const sandbox: Sandbox = {
		url,
		baseUrl: url + API_PATH,
		port: actualPort,
		token: issueToken(secret),
		issueToken: (tokenOptions) => issueToken(secret, tokenOptions),
		requests: journal.requests,
		messages: () => journal.messages().messages,
		findMessages: journal.messages,
		messageCount: journal.messageCount,
		settings: () => ({ ...settings }),
		setBalance(sms) {
			settings.balance = sms;
			changed();
		},
		setLatency(milliseconds) {
			settings.latencyMs = milliseconds;
			changed();
		},
		setLateAnswer(milliseconds) {
			settings.lateAnswerMs = milliseconds;
			changed();
		},
		reset() {
			gateway.forget();
			settings.balance = balance;
			journal.clear();
			changed();
		},
		until: (predicate) =>
			new Promise<void>((resolve) => {
				const check = () => {
					if (!predicate(sandbox)) return;
					events.off('request', check).off('accepted', check);
					resolve();
				};
				events.on('request', check).on('accepted', check);
				check();
			}),
		events,
		close: () =>
			new Promise<void>((resolve) => {
				delays.dropAll();
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};

	app.use(express.static(INBOX_FOLDER));
	app.use('/sandbox', createControl(sandbox));
	app.use(createApi({ journal, gateway, settings, delays, secret }));
	return sandbox;
}

function printRequest({ id, method, path, outcome, status, accepted }: LoggedRequest): void {
	if (outcome === 'pending') return;
	const sent = accepted.length ? `, ${accepted.length} accepted` : '';
	process.stdout.write(
		`#${id} ${method} ${path}: ${outcome}${status ? ` ${status}` : ''}${sent}\n`,
	);
}
