// Long, because every response and failure stands beside its outcome: one table to read and compare.
import type { Outcome, Reason, Status } from '../outcome';
import {
	isErrorBody,
	readBody,
	responseOf,
	serviceWords,
	type Body,
	type ServiceResult,
} from './result';

type Verdict = { status: Status; reason: Reason; explanation: string };

/** Puts the service's own words first; ours say what follows from them. */
const told = (words: string | undefined, ours: string): string =>
	words === undefined ? ours : `${/[.!?]$/.test(words) ? words : `${words}.`} ${ours}`;

const MAY_HAVE_ARRIVED = 'The SMS may have been sent, so it is not sent again automatically.';

const FAILURES: Record<Extract<ServiceResult, { kind: 'failure' }>['failure'], Verdict> = {
	refused: {
		status: 'notSent',
		reason: 'connectionRefused',
		explanation:
			'No connection to the gateway, so nothing was sent. Check the Base URL and whether the service is running.',
	},
	dns: {
		status: 'notSent',
		reason: 'dnsFailure',
		explanation:
			'The name in the Base URL could not be found, so nothing was sent. Check it for a typing error.',
	},
	tls: {
		status: 'notSent',
		reason: 'tlsFailure',
		explanation:
			'No secure connection could be made to the gateway, so nothing was sent. Check its certificate and that the Base URL begins with the right http or https.',
	},
	timeout: {
		status: 'unknown',
		reason: 'timeout',
		explanation: `The gateway did not answer in time. ${MAY_HAVE_ARRIVED}`,
	},
	lost: {
		status: 'unknown',
		reason: 'connectionLost',
		explanation: `The connection broke before the gateway had answered. ${MAY_HAVE_ARRIVED}`,
	},
};

function judgeUnauthorized(words: string | undefined, expired: Date | undefined): Verdict {
	const cause = expired
		? `The access token expired on ${expired.toISOString()}.`
		: 'The gateway did not accept the access token.';
	return {
		status: 'rejected',
		reason: 'unauthorized',
		explanation: told(words, `${cause} Put a current one into the credential.`),
	};
}

function judgeSuccess(body: Body): Verdict {
	if (body !== undefined && !body.json) {
		return {
			status: 'unknown',
			reason: 'unreadableAnswer',
			explanation: `The answer is not from the SMS service (it is no JSON). Check the Base URL. ${MAY_HAVE_ARRIVED}`,
		};
	}
	if (body !== undefined && isErrorBody(body.value)) {
		return {
			status: 'rejected',
			reason: 'refusedByService',
			explanation: told(serviceWords(body), 'The service refused the request; nothing was sent.'),
		};
	}
	return {
		status: 'accepted',
		reason: 'accepted',
		explanation: told(serviceWords(body), 'The service accepted the SMS.'),
	};
}

function judgeAnswer(status: number, body: Body, expired: Date | undefined): Verdict {
	const words = serviceWords(body);
	if (status === 200) return judgeSuccess(body);
	if (status === 401) return judgeUnauthorized(words, expired);
	if (status === 403) {
		return {
			status: 'rejected',
			reason: 'forbidden',
			explanation: told(words, 'The access token is not allowed to do this (HTTP 403).'),
		};
	}
	if (status === 429) {
		return {
			status: 'notSent',
			reason: 'rateLimited',
			explanation: told(
				words,
				'The service is receiving too many requests (HTTP 429) and did not take this one. Lower Requests per Second, or try again later.',
			),
		};
	}
	if (status >= 300 && status < 400) {
		return {
			status: 'rejected',
			reason: 'redirected',
			explanation: `The gateway redirects to another address (HTTP ${status}); redirects are not followed, so nothing was sent. Put the final address into Base URL.`,
		};
	}
	if (status === 408 || status >= 500) {
		return {
			status: 'unknown',
			reason: 'serverError',
			explanation: told(words, `The service failed (HTTP ${status}). ${MAY_HAVE_ARRIVED}`),
		};
	}
	if (status >= 400) {
		return {
			status: 'rejected',
			reason: 'refusedByService',
			explanation: told(words, `The service refused the request (HTTP ${status}).`),
		};
	}
	return {
		status: 'unknown',
		reason: 'unreadableAnswer',
		explanation: told(
			words,
			`The service answered with HTTP ${status}, not 200. ${MAY_HAVE_ARRIVED}`,
		),
	};
}

/**
 * The outcome of a send, from what came back for it.
 *
 * @param smsCount SMS that one recipient of the request takes
 * @param expired when the token's own `exp` has passed: that date
 */
export function classify(
	reply: ServiceResult,
	request: number,
	smsCount: number,
	expired?: Date,
): Outcome {
	if (reply.kind === 'failure') {
		const verdict = FAILURES[reply.failure];
		return { ...verdict, smsCount: verdict.status === 'unknown' ? smsCount : 0, request };
	}
	const body = readBody(reply.body);
	const verdict = judgeAnswer(reply.status, body, expired);
	const spent = verdict.status === 'accepted' || verdict.status === 'unknown';
	const response = responseOf(body);
	return {
		...verdict,
		smsCount: spent ? smsCount : 0,
		request,
		...(response === undefined ? {} : { response }),
	};
}
