import type { Reason } from '../outcome';

/** How a request failed below HTTP. All but the last two provably did not reach the service. */
export type Failure = Extract<
	Reason,
	| 'connectionRefused'
	| 'dnsFailure'
	| 'tlsFailure'
	| 'connectionBlocked'
	| 'proxyRefused'
	| 'timeout'
	| 'connectionLost'
>;

/** What happened, and what to check: whoever tells it says in between what follows for an SMS. */
export const FAILURES: Readonly<Record<Failure, { happened: string; check?: string }>> = {
	connectionRefused: {
		happened: 'No connection to the SMS service',
		check: "Check the 'Base URL', the network, and whether the service is running.",
	},
	dnsFailure: {
		happened: "The host name in the 'Base URL' was not found",
		check: 'Check for typos.',
	},
	tlsFailure: {
		happened: 'No secure connection to the SMS service',
		check: "Check its certificate, and whether the 'Base URL' must begin with https:// or http://.",
	},
	connectionBlocked: { happened: "n8n does not allow requests to this 'Base URL'" },
	proxyRefused: {
		happened: 'A proxy between n8n and the SMS service refused the connection',
		check: 'Ask whoever runs the proxy, or check the proxy settings of n8n.',
	},
	timeout: { happened: 'The SMS service did not respond in time' },
	connectionLost: { happened: 'The connection was lost before the SMS service responded' },
};

export type Cut = 'tooLarge' | 'short';

export const CUTS: Readonly<Record<Cut, string>> = {
	tooLarge: 'The response is larger than 1 MB, so it was not read to its end.',
	short: 'The response was cut off on its way.',
};

/** What came back for a request: failures are data here, not exceptions. */
export type ServiceResult =
	| Readonly<{
			kind: 'answer';
			status: number;
			/** Where the request went. */
			url?: string;
			/** Names in lower case. */
			headers: Readonly<Record<string, string>>;
			body: string;
			/** Why the body is not whole. */
			cut?: Cut;
	  }>
	| Readonly<{
			kind: 'failure';
			failure: Failure;
			/** What else is known of it, such as n8n's own words where n8n refused to make the request. */
			advice?: string;
	  }>;

export type Body =
	{ json: true; value: unknown; deep?: true } | { json: false; text: string } | undefined;

/** More than any service nests, and less than n8n's database or a later node could fail at. */
const MAX_DEPTH = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** The body as JSON where it is JSON, whatever its content type says; undefined where it is empty. */
export function readBody(text: string): Body {
	// A byte order mark in front counts as white space.
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	try {
		const value = JSON.parse(trimmed) as unknown;
		return { json: true, value, ...(isDeeper(value, MAX_DEPTH) ? { deep: true } : {}) };
	} catch {
		return { json: false, text };
	}
}

/** Some services pack their JSON into a text of JSON once more. */
function unpacked(value: unknown): unknown {
	const inner = typeof value === 'string' ? readBody(value) : undefined;
	return inner?.json ? inner.value : value;
}

function fieldOf(body: Body, name: string): unknown {
	const value = body?.json === true ? unpacked(body.value) : undefined;
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}

const statusOf = (body: Body): string => String(fieldOf(body, 'status')).trim().toLowerCase();

/** Sections 2.4 and 7.1 of the service's contract: an object with status "success" or "error". */
export const hasStatus = (body: Body, status: 'success' | 'error'): boolean =>
	statusOf(body) === status;

const WORDS_OF_FAILURE = ['failed', 'failure', 'fail', 'rejected', 'denied', 'invalid', 'false'];

/** A status that the contract does not know, and that nobody would say of an SMS that was sent. */
export const failingStatus = (body: Body): string | undefined =>
	WORDS_OF_FAILURE.find((word) => word === statusOf(body));

/** Characters. One sentence is usual; a longer text is cut. */
const MAX_WORDS = 1_000;

/** The service's own words on one line, at most 1,000 characters; undefined where it gave none. */
export function serviceWords(body: Body): string | undefined {
	const message = fieldOf(body, 'message');
	if (typeof message !== 'string') return undefined;
	const words = message.replace(/\s+/g, ' ').trim();
	if (words === '') return undefined;
	return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1)}…` : words;
}

/** The service's own words with a full stop, where they have none. */
export const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** A page that stands in for the service may be large; its start tells enough. */
const MAX_TEXT = 65_536;

/** The body as it is handed out under `response`. */
export function responseOf(body: Body): unknown {
	if (body === undefined) return undefined;
	if (body.json) {
		return body.deep ? `(not shown: it is nested more than ${MAX_DEPTH} levels deep)` : body.value;
	}
	return body.text.length > MAX_TEXT
		? `${body.text.slice(0, MAX_TEXT)}… (${body.text.length} characters in all)`
		: body.text;
}
