import type { IHttpRequestOptions } from 'n8n-workflow';
import { chainOf } from './networkErrors';
import type { Response } from './readResponse';

/**
 * n8n 2 shows its connection only with an error, so what a proxy may say is thrown. Not a 401, which
 * n8n would send again, and no proxy says. n8n 1 throws none of them, and has the connection in the
 * response.
 */
export const THROWN: IHttpRequestOptions['ignoreHttpStatusErrors'] = {
	ignore: true,
	except: Array.from({ length: 399 }, (_, index) => 201 + index).filter((status) => status !== 401),
};

/** Node's connection. The one that stands for a proxy's refusal is none: nothing was sent on it. */
type Connection = { encrypted?: unknown; _bytesDispatched?: unknown };

type WithConnection = { socket?: Connection | null };

/**
 * The response that an error is about.
 *
 * @param signal ends it, as n8n does no more
 * @throws the error, where it is about none
 */
export function thrownResponse(error: unknown, signal: AbortSignal): Response {
	const thrown = chainOf(error).find(({ response }) => typeof response?.status === 'number');
	if (thrown?.response === undefined) throw error;
	const { data, headers, status } = thrown.response;
	const body = data as { destroy?(): void } | undefined;
	signal.addEventListener('abort', () => body?.destroy?.());
	return { statusCode: status, headers, body, request: thrown.request };
}

/** To an https address n8n speaks encrypted. What comes in plain text, a proxy said instead. */
export function isOfProxy(url: string, { request, body }: Response): boolean {
	const { socket } = Object(request ?? body) as WithConnection;
	if (!url.startsWith('https:') || !socket) return false;
	return socket.encrypted !== true && !socket._bytesDispatched;
}
