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
import { createService, type Settings } from './service';
import { explainErrors, guard, pageHeaders } from './guard';
import { createJournal, type LoggedRequest } from './journal';
import type { Sandbox, SandboxEvents, SandboxOptions } from './sandbox';
import { issueToken } from './tokens';

const INBOX_FOLDER = join(__dirname, 'inbox');
const TEN_MINUTES = 10 * 60 * 1000;

/**
 * Starts a local service on 127.0.0.1 that keeps the service's contract (openapi.yaml).
 * Rejects with the system's error (EADDRINUSE, say) when it cannot listen.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, balance = 1000, latencyMs = 0, lateAnswerMs = 60_000, log = false } = options;
	const secret = options.secret ?? randomBytes(32).toString('hex');
	const settings: Settings = { balance, latencyMs, lateAnswerMs };
	const journal = createJournal();
	const events = journal.events as EventEmitter<SandboxEvents>;
	const changed = () => void events.emit('state');
	const service = createService(journal, settings, changed);
	const delays = createDelays();
	const clear = () => {
		service.forget();
		journal.clear();
		changed();
	};
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
		keepsTokens: options.secret !== undefined,
		workflowUrl: options.workflowUrl,
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
		clear,
		reset() {
			settings.balance = balance;
			clear();
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

	app.use(guard);
	app.use(createApi({ journal, service, settings, delays, secret }));
	app.use(pageHeaders, express.static(INBOX_FOLDER));
	app.use('/sandbox', createControl(sandbox));
	app.use(explainErrors);
	return sandbox;
}

function printRequest({ id, method, path, outcome, status, accepted }: LoggedRequest): void {
	if (outcome === 'pending') return;
	const sent = accepted.length ? `, ${accepted.length} accepted` : '';
	process.stdout.write(
		`#${id} ${method} ${path}: ${outcome}${status ? ` ${status}` : ''}${sent}\n`,
	);
}
