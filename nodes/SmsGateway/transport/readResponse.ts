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

/** The body as text, up to MAX_BODY, and why it is not whole; throws where it breaks off. */
export async function readResponse({ body, headers }: Response, signal: AbortSignal) {
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
	if (room < 0) return { text, cut: 'tooLarge' } as const;
	// Something came, and was cut before any of it could be unpacked: that is no empty body.
	const isShort = text === '' && Number(headers['content-length']) > 0;
	return { text, cut: isShort ? 'short' : undefined } as const;
}

/** Shorter than any real token: masking these would only garble the response, whose words are as short. */
const TOO_SHORT_TO_MASK = 8;

const MASK = '[access token]';

/** How JSON (also in JSON), a URL and HTML spell a character: "\\/", "\\u002f", "%2F", "&#47;", "&#x2f;". */
const SPELLED = /\\+(?:u00([\da-f]{2})|(.)?)|%([\da-f]{2})|&#x0*([\da-f]{2});|&#0*(\d{2,3});/isy;
const BEGINS = new Set([...'\\%&'].map((one) => one.charCodeAt(0)));

/** A text in plain characters and small letters, without backslashes, and from where to where each of them stood in it. */
function plainText(text: string) {
	const [starts, ends] = [new Uint32Array(text.length), new Uint32Array(text.length)];
	const codes = new Uint16Array(text.length);
	let length = 0;
	for (let from = 0, to = 0; from < text.length; from = to) {
		to = from + 1;
		let code = text.charCodeAt(from);
		SPELLED.lastIndex = from;
		const found = BEGINS.has(code) ? SPELLED.exec(text) : null;
		if (found) {
			const [all, json, escaped, url, hex, decimal] = found;
			const digits = json ?? url ?? hex;
			to = from + all.length;
			code = digits ? parseInt(digits, 16) : (escaped?.charCodeAt(0) ?? Number(decimal ?? 92));
			// A text in a text has more and more backslashes.
			if (code === 92) continue;
		}
		codes[length] = code >= 65 && code <= 90 ? code + 32 : code;
		starts[length] = from;
		ends[length] = to;
		length++;
	}
	return { plain: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'), starts, ends };
}

/** In base64 a token has another last character where more follows. */
const encoded = (token: string, encoding: 'base64' | 'base64url'): string =>
	Buffer.from(token).toString(encoding).replace(/.?=*$/, '');

/** @param secrets as `plainText` returns them */
function masked(text: string, secrets: readonly string[]): string {
	const { plain, starts, ends } = plainText(text);
	const secret = secrets.find((one) => plain.includes(one));
	if (secret === undefined) return text;
	const parts: string[] = [];
	let from = 0;
	for (let at = plain.indexOf(secret); at >= 0; at = plain.indexOf(secret, at + secret.length)) {
		parts.push(text.slice(from, starts[at]));
		from = ends[at + secret.length - 1]!;
	}
	const others = secrets.filter((one) => one !== secret);
	return masked([...parts, text.slice(from)].join(MASK), others);
}

/** A service that quotes the token back, in whichever spelling, must not bring it into the items. */
export function maskerOf(token: string): (text: string) => string {
	if (token.length < TOO_SHORT_TO_MASK) return (text) => text;
	const forms = [token, encoded(token, 'base64'), encoded(token, 'base64url')];
	const secrets = [...new Set(forms.map((form) => plainText(form).plain))];
	// As it is, too: one with a % in it could be taken for a spelling.
	return (text) => masked(text, secrets).replaceAll(token, MASK);
}
