import express, { Router, type Response } from 'express';
import { API_PATH, OPENAPI_FILE } from './api';
import type { AcceptedBatch, LoggedRequest, SentMessage } from './journal';
import { describeAcceptance, familyOf, MAGIC_RECIPIENTS } from './magic-recipients';
import type { Sandbox } from './sandbox';

/** Of one bulk request the page is told the newest recipients; it asks for the messages. */
const RECIPIENTS_PER_EVENT = 50;
/** Characters of a message that the page's list shows; a message may be megabytes. */
const BRIEF_TEXT = 300;

/** The longest body there is, {"lateAnswerMs": 60000}, has room in it. */
const BODY_LIMIT = '1kb';

/** The HTTP face of a sandbox, for whatever cannot call it in its own process. Not protected. */
export function createControl(sandbox: Sandbox): Router {
	const router = Router();
	router.use(express.json({ limit: BODY_LIMIT }));

	router.get('/state', (req, res) => {
		res.json({ ...stateOf(sandbox), baseUrl: `http://${req.headers.host}${API_PATH}` });
	});
	router.get('/token', (req, res) => {
		const expiresInSeconds = number(req.query.expiresInSeconds);
		if (req.query.expiresInSeconds !== undefined && !Number.isInteger(expiresInSeconds)) {
			return void res.status(400).json({ error: 'expiresInSeconds must be a whole number.' });
		}
		res.json({
			token: sandbox.issueToken({ expiresInSeconds }),
			survivesRestart: sandbox.keepsTokens,
		});
	});
	router.get('/messages', (req, res) => {
		const { total, messages } = sandbox.findMessages({
			recipient: text(req.query.recipient),
			newestFirst: req.query.order === 'newest',
			offset: number(req.query.offset),
			limit: number(req.query.limit),
		});
		const cut = (message: SentMessage) => ({ ...message, text: message.text.slice(0, BRIEF_TEXT) });
		res.json({ total, messages: req.query.brief ? messages.map(cut) : messages });
	});
	router.get('/requests', (req, res) => {
		const since = number(req.query.since) ?? 0;
		const found = sandbox.requests().filter(({ id }) => id > since);
		const limit = number(req.query.limit) ?? found.length;
		const page =
			req.query.order === 'newest' ? found.reverse().slice(0, limit) : found.slice(0, limit);
		res.json({ total: found.length, requests: req.query.brief ? page.map(brief) : page });
	});
	router.get('/magic-recipients', (_req, res) => {
		res.json(
			MAGIC_RECIPIENTS.map((entry) => ({
				number: entry.number,
				does: entry.does,
				once: entry.once,
				family: familyOf(entry),
				accepted: describeAcceptance(entry),
			})),
		);
	});
	router.get('/openapi.yaml', (_req, res) => res.type('text/yaml').sendFile(OPENAPI_FILE));
	router.put('/balance', (req, res) =>
		change(res, req.body?.balance, '{"balance": 1000}', (value) => sandbox.setBalance(value)),
	);
	router.put('/latency', (req, res) =>
		change(res, req.body?.latencyMs, '{"latencyMs": 200}', (value) => sandbox.setLatency(value)),
	);
	router.put('/late-answer', (req, res) =>
		change(res, req.body?.lateAnswerMs, '{"lateAnswerMs": 60000}', (value) =>
			sandbox.setLateAnswer(value),
		),
	);
	for (const action of ['clear', 'reset'] as const) {
		router.post(`/${action}`, (_req, res) => {
			sandbox[action]();
			res.json(stateOf(sandbox));
		});
	}
	router.get('/events', (_req, res) => stream(res, sandbox));
	return router;

	function change(res: Response, value: unknown, example: string, apply: (value: number) => void) {
		if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
			return void res.status(400).json({ error: `Send a number from 0 up, such as ${example}.` });
		}
		apply(value);
		res.json(stateOf(sandbox));
	}
}

function stateOf(sandbox: Sandbox) {
	const { balance, latencyMs, lateAnswerMs } = sandbox.settings();
	const { workflowUrl } = sandbox;
	return { balance, latencyMs, lateAnswerMs, messages: sandbox.messageCount(), workflowUrl };
}

/** A request without its body and its list of recipients, which may hold a million. */
function brief(request: LoggedRequest) {
	const { id, at, endedAt, method, path, status, outcome, magic, accepted } = request;
	return { id, at, endedAt, method, path, status, outcome, magic, acceptedCount: accepted.length };
}

function stream(res: Response, sandbox: Sandbox): void {
	res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
	const send = (event: string, data: unknown) =>
		res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
	const onRequest = (request: LoggedRequest) => send('request', brief(request));
	const onAccepted = ({ recipients, ...batch }: AcceptedBatch) => {
		const newest = recipients.slice(-RECIPIENTS_PER_EVENT);
		send('accepted', { ...batch, count: recipients.length, newest });
	};
	const onState = () => send('state', stateOf(sandbox));
	const onCleared = () => send('cleared', {});
	onState();
	sandbox.events.on('request', onRequest).on('accepted', onAccepted);
	sandbox.events.on('state', onState).on('cleared', onCleared);
	res.on('close', () => {
		sandbox.events.off('request', onRequest).off('accepted', onAccepted);
		sandbox.events.off('state', onState).off('cleared', onCleared);
	});
}

const text = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

function number(value: unknown): number | undefined {
	const parsed = typeof value === 'string' && value !== '' ? Number(value) : NaN;
	return Number.isFinite(parsed) ? parsed : undefined;
}
