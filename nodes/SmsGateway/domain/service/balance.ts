import { isErrorBody, readBody, responseOf, serviceWords, type ServiceResult } from './result';

export type Balance =
	| Readonly<{ read: true; balance: number; response: unknown }>
	| Readonly<{
			read: false;
			/** For people; the service's own words first, where it gave any. */
			explanation: string;
			response?: unknown;
			/** Whether another try may help. Reading is idempotent. */
			mayRetry: boolean;
	  }>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function asAmount(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

const unread = (explanation: string, mayRetry: boolean, response?: unknown): Balance => ({
	read: false,
	explanation,
	mayRetry,
	...(response === undefined ? {} : { response }),
});

const NO_CONNECTION = {
	refused: 'No connection to the gateway. Check the Base URL and whether the service is running.',
	dns: 'The name in the Base URL could not be found. Check it for a typing error.',
	tls: 'No secure connection could be made to the gateway. Check its certificate and the Base URL.',
	timeout: 'The gateway did not answer in time.',
	lost: 'The connection to the gateway broke.',
};

function failureOf(status: number, words: string | undefined, expired: Date | undefined): string {
	if (status === 401 || status === 403) {
		return expired
			? `The access token expired on ${expired.toISOString()}. Put a current one into the credential.`
			: `${words ?? 'The gateway did not accept the access token'} (HTTP ${status}). Put a current token into the credential.`;
	}
	if (status === 404) {
		return `${words ?? 'There is no balance at this address'} (HTTP 404). The Base URL usually ends in /api/v1.`;
	}
	if (status >= 300 && status < 400) {
		return `The gateway redirects to another address (HTTP ${status}); redirects are not followed. Put the final address into Base URL.`;
	}
	return `${words ?? 'The service failed'} (HTTP ${status}).`;
}

/**
 * The balance from what came back for GET /balance/sms_module: `balance` as documented (section
 * 2.4), else a numeric `data`, which some accounts answer instead. Anything else is unread, never 0.
 */
export function readBalance(reply: ServiceResult, expired?: Date): Balance {
	if (reply.kind === 'failure') {
		return unread(NO_CONNECTION[reply.failure], reply.failure !== 'tls');
	}
	const body = readBody(reply.body);
	const words = serviceWords(body);
	const response = responseOf(body);
	if (reply.status !== 200) {
		const passing = reply.status === 408 || reply.status === 429 || reply.status >= 500;
		return unread(failureOf(reply.status, words, expired), passing, response);
	}
	if (body === undefined) return unread('The service sent an empty answer.', false);
	if (!body.json) {
		return unread(
			'The answer is not from the SMS service (it is no JSON). Check the Base URL: it usually ends in /api/v1.',
			false,
			response,
		);
	}
	if (isErrorBody(body.value)) {
		return unread(words ?? 'The service refused to tell the balance.', false, response);
	}
	const fields = isRecord(body.value) ? body.value : {};
	const balance = asAmount(fields.balance) ?? asAmount(fields.data);
	return balance === undefined
		? unread('The answer of the service holds no balance.', false, response)
		: { read: true, balance, response };
}
