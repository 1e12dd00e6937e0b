import type { Sandbox } from '../../sandbox';

export const TEXT = { sender_id: 'SHOP', message: 'Your order is ready' };
export const SEND = '/sms/send';
export const BULK_SEND = '/sms/bulk/send';
export const BALANCE = '/balance/sms_module';

interface CallOptions {
	/** null sends no Authorization header. */
	token?: string | null;
	signal?: AbortSignal;
	headers?: Record<string, string>;
}

/** A request as a client of the service makes it; a string body goes out as it is. */
export function call(
	{ baseUrl, token: valid }: Sandbox,
	path: string,
	body?: object | string,
	{ token = valid, signal, headers = {} }: CallOptions = {},
): Promise<Response> {
	return fetch(baseUrl + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: {
			...(token === null ? {} : { Authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'object' ? JSON.stringify(body) : body,
		redirect: 'manual',
		signal,
	});
}

export const send = (sandbox: Sandbox, recipient: string, signal?: AbortSignal) =>
	call(sandbox, SEND, { ...TEXT, recipient }, { signal });

export const bulkSend = (sandbox: Sandbox, ...recipients: string[]) =>
	call(sandbox, BULK_SEND, { ...TEXT, recipients: recipients.join('|') });
