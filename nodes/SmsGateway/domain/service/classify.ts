import { smsCountOf } from '../text/segments';
import { REASONS, type Outcome, type Reason } from '../outcome';
import {
	CUTS,
	asSentence,
	failingStatus,
	FAILURES,
	hasStatus,
	readBody,
	responseOf,
	serviceWords,
	type Body,
	type ServiceResult,
} from './result';

type Ending = { reason: Reason; explanation: string };

/** @param words the service's own, which come first; ours say what follows from them */
const ending = (reason: Reason, words: string | undefined, ours: string): Ending => ({
	reason,
	explanation: words === undefined ? ours : `${asSentence(words)} ${ours}`,
});

const MAY_HAVE_ARRIVED =
	"The SMS may have been sent. Ask your SMS service whether it was. It is sent again only if 'If Outcome Is Unknown' is 'Resend'.";

type ServiceFailure = Extract<ServiceResult, { kind: 'failure' }>;
type ServiceAnswer = Extract<ServiceResult, { kind: 'answer' }>;

function classifyFailure({ failure, advice }: ServiceFailure): Ending {
	const { happened, check } = FAILURES[failure];
	const sentences =
		REASONS[failure].status === 'unknown'
			? [`${happened}.`, MAY_HAVE_ARRIVED]
			: [`${happened}, so it was not sent.`, check];
	return { reason: failure, explanation: [...sentences, advice].filter(Boolean).join(' ') };
}

const unreadable = (words: string | undefined, cause: string): Ending =>
	ending('unreadableAnswer', words, `${cause} ${MAY_HAVE_ARRIVED}`);

/** The service's words are about the whole request; they stand in the response. */
const ACCEPTED: Ending = { reason: 'accepted', explanation: 'Accepted by the SMS service.' };

function classifySuccess(body: Body, words: string | undefined): Ending {
	if (body?.json === false) {
		const cause = "The response is not from the SMS service (it isn't JSON). Check the 'Base URL'.";
		return unreadable(undefined, cause);
	}
	const failing = failingStatus(body);
	if (failing !== undefined) {
		const cause = `The SMS service responded with the status '${failing}', which its documentation does not have.`;
		return unreadable(words, cause);
	}
	if (!hasStatus(body, 'error')) return ACCEPTED;
	const refused = 'The SMS service refused the request, so it was not sent.';
	return ending('refusedByService', words, refused);
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
				explanation: `The SMS service redirects to another address (HTTP ${status}). Redirects are not followed, so it was not sent. Enter the final address as 'Base URL'.`,
			}
		: {
				reason: 'seeOther',
				explanation: `The SMS service redirects to another page (HTTP ${status}), as servers also do after they have done the work. ${MAY_HAVE_ARRIVED} Check the 'Base URL'.`,
			};
}

function classifyAnswer(answer: ServiceAnswer, body: Body, expired: string | undefined): Ending {
	const { status, cut } = answer;
	const words = serviceWords(body);
	if (status === 200) {
		return cut ? unreadable(undefined, CUTS[cut]) : classifySuccess(body, words);
	}
	if (status >= 300 && status < 400) return classifyRedirect(answer);
	if (status === 401) {
		const cause = expired
			? `The access token expired on ${expired}.`
			: 'The SMS service did not accept the access token (HTTP 401).';
		return ending('unauthorized', words, `${cause} Enter a valid token in the credential.`);
	}
	if (status === 403) {
		const cause = 'The access token is not allowed to send SMS (HTTP 403).';
		return ending('forbidden', words, cause);
	}
	if (status === 429) {
		const cause =
			"The SMS service received too many requests (HTTP 429) and did not accept this one. Lower 'Requests per Second', or try again later.";
		return ending('rateLimited', words, cause);
	}
	if (status === 408 || status >= 500) {
		const cause = `The SMS service failed (HTTP ${status}). ${MAY_HAVE_ARRIVED}`;
		return ending('serverError', words, cause);
	}
	if (status >= 400) {
		const cause = `The SMS service refused the request (HTTP ${status}).`;
		const isElsewhere = words === undefined && (status === 404 || status === 405);
		const check = isElsewhere ? " Check the 'Base URL': it usually ends in /api/v1." : '';
		return ending('refusedByService', words, cause + check);
	}
	if (status > 200 && !cut && hasStatus(body, 'success')) return ACCEPTED;
	return unreadable(words, `The SMS service responded with HTTP ${status} instead of 200.`);
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

/** The outcome of a refused request that the service seems to have taken money for. */
export function refusedButPaid(refusal: Outcome, message: string): Outcome {
	const words = serviceWords({ json: true, value: refusal.response });
	const cause =
		'The SMS service refused the request, but the balance fell by more than the accepted SMS cost.';
	return {
		...refusal,
		status: REASONS.balanceFell.status,
		...ending('balanceFell', words, `${cause} ${MAY_HAVE_ARRIVED}`),
		smsCount: smsCountOf(message),
	};
}
