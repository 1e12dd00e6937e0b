import type { Cut } from '../domain/service/result';

/** What n8n returns. */
export type Response = {
	statusCode: number;
	/** Node has their names in lower case. */
	headers: Record<string, string>;
	/** A stream of Node's, which is not read yet. */
	body: AsyncIterable<Uint8Array> & { destroy(): void };
	/** Node's request, where n8n hands it out. */
	request?: unknown;
};

/** Bytes. What a service says about one request fits many times; a gzip of 2 MB may hold 4 GB. */
export const MAX_BODY = 1_048_576;

/** JSON has to be UTF-8; what is not is in what old servers write, as browsers take it. */
function decode(bytes: Uint8Array, isCut: boolean): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/**
 * The body as text, up to MAX_BODY, and why it is not whole.
 *
 * @throws Error when it breaks off
 */
export async function readResponse(
	{ body, headers }: Response,
	signal: AbortSignal,
): Promise<{ text: string; cut?: Cut }> {
	const chunks: Uint8Array[] = [];
	let room = MAX_BODY;
	// n8n does not end every response itself.
	const end = () => body.destroy();
	signal.addEventListener('abort', end);
	try {
		for await (const chunk of body) {
			chunks.push(chunk.subarray(0, room));
			room -= chunk.length;
			// Ends the request.
			if (room < 0) break;
		}
	} finally {
		// Else the time limit of each request would keep its response until it has passed.
		signal.removeEventListener('abort', end);
	}
	const text = decode(Buffer.concat(chunks), room < 0);
	if (room < 0) return { text, cut: 'tooLarge' };
	// Something came, and was cut before any of it could be unpacked: that is no empty body.
	const isShort = text === '' && Number(headers['content-length']) > 0;
	return isShort ? { text, cut: 'short' } : { text };
}

/** Shorter than any real token: masking these would only garble the response, whose words are as short. */
const TOO_SHORT_TO_MASK = 8;

/** The character in a regular expression, also as a URL or JSON in JSON may spell it: "/", "%2F", "\/", "\\u002f". */
function spelled(character: string): string {
	const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const code = character.charCodeAt(0).toString(16);
	return `(?:\\\\{1,3}u00${code}|%${code}|\\\\{0,3}${literal})`;
}

/** A service that quotes the token back, in whichever spelling, must not bring it into the items. */
export function maskerOf(token: string): (text: string) => string {
	if (token.length < TOO_SHORT_TO_MASK) return (text) => text;
	const quoted = new RegExp([...token].map(spelled).join(''), 'gi');
	return (text) => text.replace(quoted, '[access token]');
}
