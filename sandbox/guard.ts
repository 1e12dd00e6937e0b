import type { ErrorRequestHandler, RequestHandler } from 'express';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses what a web page from elsewhere can make a browser send: a Host that is not this machine
 * (DNS rebinding) and a request that another origin started.
 */
export const guard: RequestHandler = ({ headers: { host = '', origin } }, res, next) => {
	const reason = !LOOPBACK.has(hostnameOf(host))
		? 'The sandbox is only for this machine: use 127.0.0.1 or localhost.'
		: origin !== undefined && origin !== `http://${host}`
			? 'The sandbox takes no requests from other web pages.'
			: undefined;
	if (reason === undefined) return next();
	res.status(403).json({ status: 'error', message: reason });
};

function hostnameOf(host: string): string {
	return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

/** The page loads nothing from elsewhere, is not framed, and tells no link where it was clicked. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
	res.set({
		'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	});
	next();
};

/** In place of Express's own, which shows a stack trace. */
export const explainErrors: ErrorRequestHandler = (
	{ status = 500, message }: { status?: number; message?: string },
	_req,
	res,
	next,
) => {
	if (res.headersSent) return next(message);
	const error = status < 500 ? message : 'Unexpected error';
	res.status(status).json({ error });
};
