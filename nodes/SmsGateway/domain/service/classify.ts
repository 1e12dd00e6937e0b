import { smsCountOf } from '../text/segments';
import { mayHaveArrived, REASONS, type Outcome, type Reason } from '../outcome';
import {
	factsOf,
	factsOfFailure,
	failingStatus,
	findingOf,
	hasStatus,
	isJsonObject,
	readBody,
	responseOf,
	saysFailure,
	serviceWords,
	type Body,
	type Finding,
	type ServiceResult,
} from './result';

type ServiceResponse = Extract<ServiceResult, { kind: 'response' }>;

/** Most findings are reasons themselves. Any other is a response that cannot be read. */
const REASON_OF: Readonly<Partial<Record<Finding, Reason>>> = {
	notHere: 'refusedByService',
	tokenExpired: 'unauthorized',
};

const reasonOf = (found: Finding): Reason =>
	found in REASONS ? (found as Reason) : (REASON_OF[found] ?? 'unreadableAnswer');

/** The same thing at another address: a 302 there asks to send the request again, like a 307. */
function isMoved({ status, url = '', headers: { location = '' } }: ServiceResponse): boolean {
	if (status === 301 || status === 307 || status === 308) return true;
	if (status !== 302 || !URL.canParse(location, url)) return false;
	const from = new URL(url);
	const to = new URL(location, url);
	return to.origin !== from.origin && to.pathname === from.pathname && to.search === from.search;
}

function findingOfSend(response: ServiceResponse, body: Body): Finding {
	const { status, cut } = response;
	if (status !== 200) {
		const isAccepted = status > 200 && status < 300 && !cut && hasStatus(body, 'success');
		const finding = isAccepted ? 'accepted' : findingOf(status, body);
		return finding === 'redirected' && !isMoved(response) ? 'seeOther' : finding;
	}
	if (cut) return cut;
	if (body?.json === false) return 'notJson';
	if (body === undefined || hasStatus(body, 'success')) return 'accepted';
	if (!isJsonObject(body)) return 'notObject';
	if (hasStatus(body, 'error')) return 'refusedByService';
	if (failingStatus(body) !== undefined) return 'failingStatus';
	return saysFailure(body) ? 'failing' : 'accepted';
}

function factsOfSend(result: ServiceResult, body: Body, expired?: string) {
	if (result.kind === 'failure') return factsOfFailure(result);
	const found = findingOfSend(result, body);
	// What stands behind an accepted SMS is about the whole request; the response has it.
	if (found === 'accepted') return { found };
	const facts = factsOf(result.status, found, body, expired);
	return found === 'failingStatus' ? { ...facts, value: failingStatus(body)! } : facts;
}

/**
 * The outcome of a send, from what came back for it.
 *
 * @param smsCount SMS that one recipient of the request takes
 * @param expired when the token's own `exp` has passed: that date
 */
export function classify(
	result: ServiceResult,
	request: number,
	smsCount: number,
	expired?: string,
): Outcome {
	const body = result.kind === 'response' ? readBody(result.body) : undefined;
	const facts = factsOfSend(result, body, expired);
	const reason = reasonOf(facts.found);
	const { status } = REASONS[reason];
	const spent = mayHaveArrived({ status });
	const response = responseOf(body);
	return {
		status,
		reason,
		explanation: [{ name: 'service', sms: status, ...facts }],
		smsCount: spent ? smsCount : 0,
		request,
		...(response === undefined ? {} : { response }),
	};
}

/** The outcome of each recipient of a refused request, whoever of them it was refused for. */
export const refusedTogether = (refusal: Outcome): Outcome => ({
	...refusal,
	explanation: refusal.explanation.map((cause) =>
		cause.name === 'service' && cause.found === 'refusedByService'
			? { ...cause, found: 'refusedTogether' }
			: cause,
	),
});

/** The outcome of a refused request that the service has taken money for, or may have. */
export function refusedButPaid(
	refusal: Outcome,
	message: string,
	found: 'paid' | 'maybePaid',
): Outcome {
	const { status } = REASONS.balanceFell;
	const says = serviceWords({ json: true, value: refusal.response });
	return {
		...refusal,
		status,
		reason: 'balanceFell',
		explanation: [{ name: 'service', found, sms: status, ...(says && { says }) }],
		smsCount: smsCountOf(message),
	};
}
