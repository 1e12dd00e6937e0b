import { startSandbox, type Sandbox } from '../../sandbox';

export const TEXT = { sender_id: 'SHOP', message: 'Your order is ready' };
export const SEND = '/sms/send';
export const BULK_SEND = '/sms/bulk/send';
export const BALANCE = '/balance/sms_module';

export let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ lateAnswerMs: 50 })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface CallOptions {
	on?: Sandbox;
	/** null sends no Authorization header. */
	token?: string | null;
	signal?: AbortSignal;
	headers?: Record<string, string>;
}

/** A request as a client of the service makes it; a string body goes out as it is. */
export const call = (
	path: string,
	body?: object | string,
	{ on = sandbox, token = on.token, signal, headers = {} }: CallOptions = {},
): Promise<Response> =>
	fetch(on.baseUrl + path, {
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

export const send = (recipient: string, options?: CallOptions) =>
	call(SEND, { ...TEXT, recipient }, options);

export const bulkSend = (...recipients: string[]) =>
	call(BULK_SEND, { ...TEXT, recipients: recipients.join('|') });
