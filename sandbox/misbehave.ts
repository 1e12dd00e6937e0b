import type { Response } from 'express';
import type { BodyKind, MagicRecipient } from './magic-recipients';

const MEGABYTE = 1024 * 1024;

const PAGE = '<!doctype html><title>Gateway</title><h1>This is not the SMS service</h1>';

const BODIES: Record<BodyKind, (number: string) => { type: string; body: string }> = {
	success: () => json({ status: 'success', message: 'SMS accepted.' }),
	error: (number) => json({ status: 'error', message: `Magic recipient ${number}.` }),
	html: () => ({ type: 'text/html; charset=utf-8', body: PAGE }),
	empty: () => ({ type: 'application/json; charset=utf-8', body: '' }),
	plainText: () => ({ type: 'text/plain; charset=utf-8', body: 'OK' }),
	truncatedJson: () => ({
		type: 'application/json; charset=utf-8',
		body: '{"status":"success","message":"SMS acc',
	}),
	tenMegabytes: () => json({ status: 'success', message: 'x'.repeat(10 * MEGABYTE) }),
	wrongContentType: () => ({
		type: 'text/html; charset=utf-8',
		body: JSON.stringify({ status: 'success', message: 'SMS accepted.' }),
	}),
};

function json(value: object): { type: string; body: string } {
	return { type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** Ways to end a request; each is told to the journal by whoever hands them in. */
export interface Endings {
	hang(): void;
	/** Sends a TCP reset. */
	reset(): void;
	/** Sends a TCP reset after the client has seen this status and a part of the body. */
	resetAfter(status: number): void;
	answerLate(answer: () => void): void;
}

/** Lets the request go the way of its magic recipient. */
export function misbehave(res: Response, { number, behaviour }: MagicRecipient, endings: Endings) {
	switch (behaviour.kind) {
		case 'hang':
			return endings.hang();
		case 'reset':
			return endings.reset();
		case 'answerLate':
			return endings.answerLate(() => send(res, 200, 'success', number));
		case 'cutShort': {
			const { type, body } = BODIES.success(number);
			res.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
			res.write(body.slice(0, 12), () => endings.resetAfter(200));
			return;
		}
		case 'answer':
			res.set(behaviour.headers?.() ?? {});
			return send(res, behaviour.status, behaviour.body, number);
	}
}

function send(res: Response, status: number, kind: BodyKind, number: string): void {
	const { type, body } = BODIES[kind](number);
	// Not res.send(), which would add an ETag and settle the content type by itself.
	res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
	res.end(body);
}
