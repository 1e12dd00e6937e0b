/** How a request failed below HTTP. The first three provably did not reach the service. */
export type Failure = 'refused' | 'dns' | 'tls' | 'timeout' | 'lost';

/** What came back for a request: failures are data here, not exceptions. */
export type ServiceResult =
	| Readonly<{
			kind: 'answer';
			status: number;
			/** Names in lower case. */
			headers: Readonly<Record<string, string>>;
			body: string;
	  }>
	| Readonly<{ kind: 'failure'; failure: Failure }>;

export type Body = { json: true; value: unknown } | { json: false; text: string } | undefined;

/** The body as JSON where it is JSON, whatever its content type says; undefined where it is empty. */
export function readBody(text: string): Body {
	// A byte order mark in front counts as a blank.
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	try {
		const value = JSON.parse(trimmed) as unknown;
		// Fails where it is nested deeper than anything after us could write down again.
		JSON.stringify(value);
		return { json: true, value };
	} catch {
		return { json: false, text };
	}
}

const field = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;

/** Section 7.1 of the service's contract: an error is an object with status "error". */
export const isErrorBody = (value: unknown): boolean => field(value, 'status') === 'error';

/** The service's own words, or undefined where it gave none. */
export function serviceWords(body: Body): string | undefined {
	const message = body?.json ? field(body.value, 'message') : undefined;
	return typeof message === 'string' && message.trim() !== '' ? message.trim() : undefined;
}

/** A page that stands in for the service may be large; its start tells enough. */
const MAX_TEXT = 65_536;

/** The body as it is handed out under `response`. */
export function responseOf(body: Body): unknown {
	if (body === undefined) return undefined;
	if (body.json) return body.value;
	return body.text.length > MAX_TEXT
		? `${body.text.slice(0, MAX_TEXT)}… (${body.text.length} characters in all)`
		: body.text;
}
