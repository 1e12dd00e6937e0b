/** Bytes. What a service says about one request fits many times; a gzip of 2 MB may hold 4 GB. */
export const MAX_BODY = 1_048_576;

/** What is used of Node's readable stream. */
type Stream = {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'end' | 'close' | 'error', listener: (error?: Error) => void): unknown;
};

export type ReadBody = Readonly<{
	text: string;
	/** False where the body is larger than is read of it. */
	complete: boolean;
}>;

const isStream = (body: unknown): body is Stream =>
	typeof (body as Stream | null | undefined)?.on === 'function';

const asText = (body: unknown): string => {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
};

/**
 * Reads a body as UTF-8 text, up to MAX_BODY.
 *
 * @param body a stream, or what a host that cannot stream hands out instead
 * @param stop ends the request
 * @throws Error when the body breaks off
 */
export async function readResponse(body: unknown, stop: () => void): Promise<ReadBody> {
	if (!isStream(body)) {
		const text = asText(body);
		return { text: text.slice(0, MAX_BODY), complete: text.length <= MAX_BODY };
	}
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let room = MAX_BODY;
		const end = (complete: boolean) =>
			resolve({ text: Buffer.concat(chunks).toString('utf8'), complete });
		body.on('data', (chunk) => {
			if (room < 0) return;
			chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
			room -= chunk.length;
			if (room >= 0) return;
			end(false);
			stop();
		});
		body.on('end', () => end(true));
		body.on('error', reject);
		// A stream that is destroyed without an error only closes; after its end this changes nothing.
		body.on('close', () => reject(new Error('The response was cut off')));
	});
}
