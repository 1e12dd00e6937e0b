// Long, because every response and failure stands beside its outcome: one table to read and compare.
import { REASONS, type Outcome, type Reason } from '../outcome';
import {
	CUTS,
	asSentence,
	FAILURES,
	hasStatus,
	readBody,
	responseOf,
	serviceWords,
	type Body,
	type Failure,
	type ServiceResult,
} from './result';

type Ending = { reason: Reason; explanation: string };

/** Puts the service's own words first; ours say what follows from them. */
const told = (words: string | undefined, ours: string): string =>
	words === undefined ? ours : `${asSentence(words)} ${ours}`;

const MAY_HAVE_ARRIVED =
	"The SMS may have been sent. Ask your SMS service whether it was. It is sent again only if 'If Outcome Is Unknown' is 'Resend'.";

type ServiceFailure = Extract<ServiceResult, { kind: 'failure' }>;
type ServiceAnswer = Extract<ServiceResult, { kind: 'answer' }>;

const FAILURE_REASONS: Record<Failure, Reason> = {
	refused: 'connectionRefused',
	dns: 'dnsFailure',
	tls: 'tlsFailure',
	blocked: 'connectionBlocked',
	timeout: 'timeout',
	lost: 'connectionLost',
};

function classifyFailure({ failure, advice }: ServiceFailure): Ending {
	const reason = FAILURE_REASONS[failure];
	const { happened, check } = FAILURES[failure];
	const sentences =
		REASONS[reason].status === 'unknown'
			? [`${happened}.`, MAY_HAVE_ARRIVED]
			: [`${happened}, so nothing was sent.`, check];
	return { reason, explanation: [...sentences, advice].filter(Boolean).join(' ') };
}

function classifyUnauthorized(words: string | undefined, expired: string | undefined): Ending {
	const cause = expired
		? `The access token expired on ${expired}.`
		: 'The SMS service did not accept the access token (HTTP 401).';
	return {
		reason: 'unauthorized',
		explanation: told(words, `${cause} Enter a valid token in the credential.`),
	};
}

const unreadable = (words: string | undefined, cause: string): Ending => ({
	reason: 'unreadableAnswer',
	explanation: told(words, `${cause} ${MAY_HAVE_ARRIVED}`),
});

/** The service's words are about the whole request; they stand in the response. */
const ACCEPTED: Ending = { reason: 'accepted', explanation: 'Accepted by the SMS service.' };

function classifySuccess(body: Body): Ending {
	if (body !== undefined && !body.json) {
		return unreadable(
			undefined,
			"The response is not from the SMS service (it isn't JSON). Check the 'Base URL'.",
		);
	}
	if (hasStatus(body, 'error')) {
		return {
			reason: 'refusedByService',
			explanation: told(
				serviceWords(body),
				'The SMS service refused the request, so nothing was sent.',
			),
		};
	}
	return ACCEPTED;
}

function classifyStatus(
	{ status, cut }: ServiceAnswer,
	body: Body,
	expired: string | undefined,
): Ending {
	const words = serviceWords(body);
	if (status === 200) return classifySuccess(body);
	if (status === 401) return classifyUnauthorized(words, expired);
	if (status === 403) {
		return {
			reason: 'forbidden',
			explanation: told(words, 'The access token is not allowed to send SMS (HTTP 403).'),
		};
	}
	if (status === 429) {
		return {
			reason: 'rateLimited',
			explanation: told(
				words,
				"The SMS service received too many requests (HTTP 429) and did not accept this one. Lower 'Requests per Second', or try again later.",
			),
		};
	}
	if (status === 408 || status >= 500) {
		return {
			reason: 'serverError',
			explanation: told(words, `The SMS service failed (HTTP ${status}). ${MAY_HAVE_ARRIVED}`),
		};
	}
	if (status === 407) {
		return {
			reason: 'refusedByService',
			explanation: told(
				words,
				'A proxy between n8n and the SMS service asks for a password (HTTP 407), so nothing was sent. Ask your n8n administrator.',
			),
		};
	}
	if (status >= 400) {
		return {
			reason: 'refusedByService',
			explanation: told(words, `The SMS service refused the request (HTTP ${status}).`),
		};
	}
	if (status > 200 && !cut && hasStatus(body, 'success')) return ACCEPTED;
	return unreadable(words, `The SMS service responded with HTTP ${status} instead of 200.`);
}

/** The same thing at another address: a 302 there asks to send the request again, like a 307. */
function isMoved({ status, url = '', headers: { location = '' } }: ServiceAnswer): boolean {
	if (status === 301 || status === 307 || status === 308) return true;
	if (status !== 302 || !URL.canParse(location, url)) return false;
	const from = new URL(url);
	const to = new URL(location, url);
	return to.origin !== from.origin && to.pathname === from.pathname && to.search === from.search;
}

function classifyRedirect(answer: ServiceAnswer): Ending {
	const { status } = answer;
	return isMoved(answer)
		? {
				reason: 'redirected',
				explanation: `The SMS service redirects to another address (HTTP ${status}). Redirects are not followed, so nothing was sent. Enter the final address as 'Base URL'.`,
			}
		: {
				reason: 'seeOther',
				explanation: `The SMS service redirects to another page (HTTP ${status}), as servers also do after they have done the work. ${MAY_HAVE_ARRIVED} Check the 'Base URL'.`,
			};
}

function classifyAnswer(answer: ServiceAnswer, body: Body, expired: string | undefined): Ending {
	const { status, cut } = answer;
	if (status >= 300 && status < 400) return classifyRedirect(answer);
	return status === 200 && cut
		? unreadable(undefined, CUTS[cut])
		: classifyStatus(answer, body, expired);
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
	expired?: string,
): Outcome {
	const body = reply.kind === 'answer' ? readBody(reply.body) : undefined;
	const ending =
		reply.kind === 'answer' ? classifyAnswer(reply, body, expired) : classifyFailure(reply);
	const { status } = REASONS[ending.reason];
	const spent = status === 'accepted' || status === 'unknown';
	const response = responseOf(body);
	return {
		status,
		...ending,
		smsCount: spent ? smsCount : 0,
		request,
		...(response === undefined ? {} : { response }),
	};
}
