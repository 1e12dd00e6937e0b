import { smsCountOf } from '../text/segments';
import { mayHaveArrived, REASONS, type Outcome, type Reason } from '../outcome';
import {
	factsOf,
	findingOf,
	readBody,
	verdictIn,
	type Body,
	type Finding,
	type ServiceResponse,
	type ServiceResult,
} from './result';

/** Most findings are reasons themselves. Any other is a response that cannot be read. */
const REASON_OF: Readonly<Partial<Record<Finding, Reason>>> = {
	notHere: 'refusedByService',
	tokenExpired: 'unauthorized',
};

const reasonOf = (found: Finding): Reason =>
	found in REASONS ? (found as Reason) : (REASON_OF[found] ?? 'unreadableAnswer');

function findingOfSend(response: ServiceResponse, body: Body): Finding {
	const { status, cut } = response;
	const verdict = verdictIn(body);
	if (status > 200 && status < 300 && !cut && verdict === 'success') return 'accepted';
	const found = findingOf(response, body);
	if (found) return found;
	if (body.holds === 'json') return 'notObject';
	if (verdict === 'error') return 'refusedByService';
	return verdict === 'failing' ? verdict : 'accepted';
}

function factsOfSend(response: ServiceResponse, body: Body) {
	const found = findingOfSend(response, body);
	// What stands behind an accepted SMS is about the whole request; the response has it.
	return found === 'accepted' ? { found } : factsOf(response, found, body);
}

/** @param smsCount SMS that one recipient of the request takes */
export function classify(result: ServiceResult, request: number, smsCount: number): Outcome {
	const body = readBody(result.kind === 'response' ? result.body : '');
	const facts = result.kind === 'response' ? factsOfSend(result, body) : result.facts;
	const reason = reasonOf(facts.found);
	const { status } = REASONS[reason];
	return {
		status,
		reason,
		causes: [{ name: 'service', sms: status, ...facts }],
		smsCount: mayHaveArrived({ status }) ? smsCount : 0,
		request,
		...(body.holds !== 'nothing' && { response: body.response }),
	};
}

/** The outcome of each recipient of a refused request, which does not tell for which of them it was refused. */
export const refusedTogether = (refusal: Outcome): Outcome => ({
	...refusal,
	causes: refusal.causes.map((cause) =>
		cause.name === 'service' && cause.found === 'refusedByService'
			? { ...cause, found: 'refusedTogether' }
			: cause,
	),
});

type Payment = Extract<Finding, 'paid' | 'maybePaid'>;

/** The outcome of a refused request that the service has taken money for, or may have. */
export function refusedButPaid(refusal: Outcome, message: string, found: Payment): Outcome {
	const { status } = REASONS.balanceFell;
	const causes = refusal.causes.map((cause) =>
		cause.name === 'service' ? { ...cause, found, sms: status } : cause,
	);
	return { ...refusal, status, reason: 'balanceFell', causes, smsCount: smsCountOf(message) };
}
