import type { Cut } from '../domain/service/result';

/** What n8n hands out; its body is not read yet. */
export type Response = {
	statusCode: number;
	/** Node has their names in lower case. */
	headers: Record<string, string>;
	body: unknown;
	/** Node's request, where n8n hands it out. */
	request?: unknown;
};

/** Bytes. What a service says about one request fits many times; a gzip of 2 MB may hold 4 GB. */
export const MAX_BODY = 1_048_576;

export type ReadBody = Readonly<{ text: string; cut?: Cut }>;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const bodyAsText = (body: unknown): string => {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
};

/**
 * The text of a body. JSON has to be UTF-8; what is not is in what old servers write, as browsers
 * take it.
 */
function decode(bytes: Uint8Array, isCut: boolean): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/**
 * Reads a body as text, up to MAX_BODY.
 *
 * @param body a stream, or what a host that cannot stream hands out instead
 * @param stop ends the request
 * @throws Error when the body breaks off
 */
export async function readResponse(body: unknown, stop: () => void): Promise<ReadBody> {
	if (!isStream(body)) {
		const text = bodyAsText(body);
		return { text: text.slice(0, MAX_BODY), ...(text.length > MAX_BODY && { cut: 'tooLarge' }) };
	}
	const chunks: Uint8Array[] = [];
	let room = MAX_BODY;
	for await (const chunk of body) {
		chunks.push(chunk.subarray(0, room));
		room -= chunk.length;
		if (room < 0) break;
	}
	const isCut = room < 0;
	if (isCut) stop();
	return { text: decode(Buffer.concat(chunks), isCut), ...(isCut && { cut: 'tooLarge' }) };
}

/** Shorter than any real token: masking these would only garble the response, whose words are as short. */
const TOO_SHORT_TO_MASK = 8;

const MASK = '[access token]';

/** The character in a regular expression, also as a URL or JSON in JSON may spell it: "/", "%2F", "\/", "\\u002f". */
function spelled(character: string): string {
	const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const code = character.charCodeAt(0).toString(16);
	const anyCase = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:\\\\{1,3}u00${anyCase}|%${anyCase}|\\\\{0,3}${literal})`;
}

/**
 * A service that quotes the token back must not bring it into the items.
 *
 * @returns the response with the token masked, also where JSON or a URL in it spells it in another way
 */
export function maskToken(text: string, token: string): string {
	if (token.length < TOO_SHORT_TO_MASK) return text;
	if (!text.includes(token) && !/[\\%]/.test(text)) return text;
	return text.replace(new RegExp([...token].map(spelled).join(''), 'g'), MASK);
}
