/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import type { Delays } from './delays';
import type { Service, Settings, Sms } from './service';
import type { Journal, LoggedRequest } from './journal';
import { violationOf } from './contract';
import { misbehave } from './misbehave';
import { reasonToRefuse } from './tokens';

export const OPENAPI_FILE = join(__dirname, 'openapi.yaml');
export const API_PATH = '/api/v1';

/** A bulk request may hold 1,000,000 recipients. */
const BODY_LIMIT = '32mb';

interface ApiParts {
	journal: Journal;
	service: Service;
	settings: Settings;
	delays: Delays;
	secret: string;
}

/** The three endpoints of the service; every request is held against the contract first. */
export function createApi({ journal, service, settings, delays, secret }: ApiParts): Router {
	const router = Router();
	const logged = (res: Response) => res.locals.logged as LoggedRequest;

	router.use(API_PATH, (req, res, next) => {
		const request = journal.open(req.method, req.originalUrl, req.headers);
		res.locals.logged = request;
		res.on('finish', () => journal.end(request, 'answered', res.statusCode));
		res.on('close', () => journal.end(request, 'abandoned', null));
		next();
	});
	// Before the body: what has no right to be here is not read.
	router.use(API_PATH, (req, res, next) => {
		const message = reasonToRefuse(req.headers.authorization, secret);
		if (message === undefined) return next();
		res.status(401).json({ status: 'error', message });
	});
	router.use(API_PATH, express.json({ limit: BODY_LIMIT }), (req, res, next) => {
		logged(res).body = req.body;
		next();
	});
	router.use(API_PATH, (req, res, next) => {
		const violation = violationOf(req.method, req.path, req.headers['content-type'], req.body);
		if (violation === undefined) return next();
		res.status(violation.status).json({ status: 'error', message: violation.message });
	});

	router.get(`${API_PATH}/balance/sms_module`, (_req, res) => {
		delays.run(settings.latencyMs, () =>
			res.json({ status: 'success', module: 'sms_module', balance: settings.balance }),
		);
	});
	router.post(`${API_PATH}/sms/send`, (req, res) => {
		handle(res, { ...readSms(req), recipients: [req.body.recipient] });
	});
	router.post(`${API_PATH}/sms/bulk/send`, (req, res) => {
		handle(res, { ...readSms(req), recipients: req.body.recipients.split('|') });
	});
	router.use(API_PATH, answerErrors);
	return router;

	function handle(res: Response, sms: Sms): void {
		const request = logged(res);
		const verdict = service.handle(request, sms);
		if (verdict.kind === 'magic' && verdict.magic.behaviour.kind === 'hang') {
			return journal.end(request, 'hung', null);
		}
		delays.run(settings.latencyMs, () => {
			if (res.destroyed) return;
			if (verdict.kind === 'accepted') {
				res.json({ status: 'success', message: `${verdict.sms} SMS accepted.` });
			} else if (verdict.kind === 'refused') {
				res.status(400).json({ status: 'error', message: verdict.message });
			} else {
				misbehave(res, verdict.magic, {
					hang: () => journal.end(request, 'hung', null),
					reset: () => reset(res, null),
					resetAfter: (status) => reset(res, status),
					answerLate: (answer) =>
						delays.run(settings.lateAnswerMs, () => {
							if (!res.destroyed) answer();
						}),
				});
			}
		});
	}

	function reset(res: Response, status: number | null): void {
		journal.end(logged(res), 'reset', status);
		res.socket?.resetAndDestroy();
	}
}

const readSms = (req: Request) => ({
	sender: req.body.sender_id as string,
	text: req.body.message as string,
});

/** Errors as the service gives them: a status "error" and a message for people. */
const answerErrors: ErrorRequestHandler = (
	{ status = 500, message }: { status?: number; message?: string },
	_req,
	res,
	next,
) => {
	if (res.headersSent || res.destroyed) return next(message);
	const said = status < 500 ? message : undefined;
	res.status(status).json({ status: 'error', message: said ?? 'Unexpected error' });
};
