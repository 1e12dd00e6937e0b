import { inWords } from '../safeguards/dateTime';
import { shorten } from '../text/shorten';
import {
	hasStatus,
	readBody,
	responseOf,
	serviceWords,
	type Failure,
	type ServiceResult,
} from './result';

export type Balance =
	| Readonly<{ read: true; balance: number; response: unknown }>
	| Readonly<{
			read: false;
			/** For people; the service's own words first, where it gave any. */
			explanation: string;
			response?: unknown;
	  }>;

function asAmount(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	const isAmount = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim());
	return isAmount ? Number(value) : undefined;
}

const unread = (explanation: string, response?: unknown): Balance => ({
	read: false,
	explanation,
	...(response === undefined ? {} : { response }),
});

const FAILURES: Record<Failure, string> = {
	refused:
		"No connection to the SMS service. Check the 'Base URL', the network, and whether the service is running.",
	dns: "The host name in the 'Base URL' was not found. Check for typos.",
	tls: "No secure connection to the SMS service. Check its certificate, and whether the 'Base URL' must begin with https:// or http://.",
	blocked: "n8n does not allow requests to this 'Base URL'.",
	timeout: 'The SMS service did not respond in time.',
	lost: 'The connection was lost before the SMS service responded.',
};

function refusalOf(status: number, given: string | undefined, expired: Date | undefined): string {
	// The status follows in parentheses.
	const words = given?.replace(/[.!]$/, '');
	if (status === 401 || status === 403) {
		return expired
			? `The access token expired on ${inWords(expired, 'UTC')}. Enter a valid token in the credential.`
			: `${words ?? 'The SMS service did not accept the access token'} (HTTP ${status}). Enter a valid token in the credential.`;
	}
	if (status === 404) {
		return `${words ?? 'There is no balance at this address'} (HTTP 404). The 'Base URL' usually ends in /api/v1.`;
	}
	if (status >= 300 && status < 400) {
		return `The SMS service redirects to another address (HTTP ${status}). Redirects are not followed. Enter the final address as 'Base URL'.`;
	}
	return `${words ?? 'The SMS service failed'} (HTTP ${status}).`;
}

/**
 * The balance from what came back for GET /balance/sms_module: `balance` as documented (section
 * 2.4), and only where there is none a numeric `data`, which some accounts return instead. Anything else is
 * unread, never 0.
 */
export function balanceOf(reply: ServiceResult, expired?: Date): Balance {
	if (reply.kind === 'failure') {
		return unread([FAILURES[reply.failure], reply.advice].filter(Boolean).join(' '));
	}
	const body = readBody(reply.body);
	const words = serviceWords(body);
	const response = responseOf(body);
	if (reply.status !== 200) return unread(refusalOf(reply.status, words, expired), response);
	if (reply.cut) {
		return unread('The response is larger than 1 MB, so it was not read to its end.', response);
	}
	if (body === undefined) return unread('The SMS service sent an empty response.');
	if (!body.json) {
		return unread(
			"The response is not from the SMS service (it isn't JSON). Check the 'Base URL': it usually ends in /api/v1.",
			response,
		);
	}
	if (hasStatus(body, 'error')) {
		return unread(words ?? "The SMS service didn't return the balance.", response);
	}
	const fields = (body.value ?? {}) as { balance?: unknown; data?: unknown };
	const given = fields.balance ?? fields.data;
	const balance = asAmount(given);
	if (balance !== undefined) return { read: true, balance, response };
	const hasOne = fields.balance !== undefined && fields.balance !== null;
	return unread(
		hasOne
			? `The response of the SMS service contains no balance that can be read, but "${shorten(given)}".`
			: 'The response of the SMS service contains no balance.',
		response,
	);
}
