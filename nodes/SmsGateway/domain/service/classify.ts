// Long, because every response and failure stands beside its outcome: one table to read and compare.
import type { Outcome, Reason, Status } from '../outcome';
import { utc } from '../text/utc';
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

const MAY_HAVE_ARRIVED =
	"The SMS may have been sent. Ask your SMS service whether it was. It is sent again only if 'Uncertain Outcome' is 'Resend'.";

type Failed = Extract<ServiceResult, { kind: 'failure' }>;

const FAILURES: Record<Failed['failure'], Verdict> = {
	refused: {
		status: 'notSent',
		reason: 'connectionRefused',
		explanation:
			"No connection to the SMS service, so nothing was sent. Check the 'Base URL', the network, and whether the service is running.",
	},
	dns: {
		status: 'notSent',
		reason: 'dnsFailure',
		explanation:
			"The host name in the 'Base URL' was not found, so nothing was sent. Check for typos.",
	},
	tls: {
		status: 'notSent',
		reason: 'tlsFailure',
		explanation:
			"No secure connection to the SMS service, so nothing was sent. Check its certificate, and whether the 'Base URL' must begin with https:// or http://.",
	},
	blocked: {
		status: 'notSent',
		reason: 'connectionBlocked',
		explanation: "n8n does not allow requests to this 'Base URL', so nothing was sent.",
	},
	timeout: {
		status: 'unknown',
		reason: 'timeout',
		explanation: `The SMS service did not respond in time. ${MAY_HAVE_ARRIVED}`,
	},
	lost: {
		status: 'unknown',
		reason: 'connectionLost',
		explanation: `The connection was lost before the SMS service responded. ${MAY_HAVE_ARRIVED}`,
	},
};

function classifyFailure({ failure, advice }: Failed): Verdict {
	const verdict = FAILURES[failure];
	return advice ? { ...verdict, explanation: `${verdict.explanation} ${advice}` } : verdict;
}

function classifyUnauthorized(words: string | undefined, expired: Date | undefined): Verdict {
	const cause = expired
		? `The access token expired on ${utc(expired)}.`
		: 'The SMS service did not accept the access token (HTTP 401).';
	return {
		status: 'rejected',
		reason: 'unauthorized',
		explanation: told(words, `${cause} Enter a valid token in the credential.`),
	};
}

const unreadable = (words: string | undefined, cause: string): Verdict => ({
	status: 'unknown',
	reason: 'unreadableAnswer',
	explanation: told(words, `${cause} ${MAY_HAVE_ARRIVED}`),
});

function classifySuccess(body: Body): Verdict {
	if (body !== undefined && !body.json) {
		return unreadable(
			undefined,
			"The response is not from the SMS service (it isn't JSON). Check the 'Base URL'.",
		);
	}
	if (body !== undefined && isErrorBody(body.value)) {
		return {
			status: 'rejected',
			reason: 'refusedByService',
			explanation: told(
				serviceWords(body),
				'The SMS service refused the request, so nothing was sent.',
			),
		};
	}
	// The service's words are about the whole request; they stand in the response.
	return { status: 'accepted', reason: 'accepted', explanation: 'Accepted by the SMS service.' };
}

function classifyStatus(status: number, body: Body, expired: Date | undefined): Verdict {
	const words = serviceWords(body);
	if (status === 200) return classifySuccess(body);
	if (status === 401) return classifyUnauthorized(words, expired);
	if (status === 403) {
		return {
			status: 'rejected',
			reason: 'forbidden',
			explanation: told(words, 'The access token is not allowed to send SMS (HTTP 403).'),
		};
	}
	if (status === 429) {
		return {
			status: 'notSent',
			reason: 'rateLimited',
			explanation: told(
				words,
				"The SMS service received too many requests (HTTP 429) and did not accept this one. Lower 'Requests per Second', or try again later.",
			),
		};
	}
	if (status >= 300 && status < 400) {
		return {
			status: 'rejected',
			reason: 'redirected',
			explanation: `The SMS service redirects to another address (HTTP ${status}). Redirects are not followed, so nothing was sent. Enter the final address as 'Base URL'.`,
		};
	}
	if (status === 408 || status >= 500) {
		return {
			status: 'unknown',
			reason: 'serverError',
			explanation: told(words, `The SMS service failed (HTTP ${status}). ${MAY_HAVE_ARRIVED}`),
		};
	}
	if (status === 407) {
		return {
			status: 'rejected',
			reason: 'refusedByService',
			explanation: told(
				words,
				'A proxy between n8n and the SMS service asks for a password (HTTP 407), so nothing was sent. Ask your n8n administrator.',
			),
		};
	}
	if (status >= 400) {
		return {
			status: 'rejected',
			reason: 'refusedByService',
			explanation: told(words, `The SMS service refused the request (HTTP ${status}).`),
		};
	}
	return unreadable(words, `The SMS service responded with HTTP ${status} instead of 200.`);
}

function classifyAnswer(
	{ status, cut }: Extract<ServiceResult, { kind: 'answer' }>,
	body: Body,
	expired: Date | undefined,
): Verdict {
	return status === 200 && cut
		? unreadable(undefined, 'The response is larger than 1 MB, so it was not read to its end.')
		: classifyStatus(status, body, expired);
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
		const verdict = classifyFailure(reply);
		return { ...verdict, smsCount: verdict.status === 'unknown' ? smsCount : 0, request };
	}
	const body = readBody(reply.body);
	const verdict = classifyAnswer(reply, body, expired);
	const spent = verdict.status === 'accepted' || verdict.status === 'unknown';
	const response = responseOf(body);
	return {
		...verdict,
		smsCount: spent ? smsCount : 0,
		request,
		...(response === undefined ? {} : { response }),
	};
}
