import { smsCountOf } from '../text/segments';
import type { CauseOf } from '../cause';
import { mayHaveArrived, REASONS, type Outcome, type Reason } from '../outcome';
import {
	failingStatus,
	findingOf,
	hasStatus,
	readBody,
	responseOf,
	serviceWords,
	type Body,
	type Finding,
	type ServiceResult,
} from './result';

type ServiceAnswer = Extract<ServiceResult, { kind: 'answer' }>;

/** What each finding about a send makes of its recipients; a failure is a reason by itself. */
const REASON_OF = {
	accepted: 'accepted',
	refused: 'refusedByService',
	notHere: 'refusedByService',
	unauthorized: 'unauthorized',
	tokenExpired: 'unauthorized',
	forbidden: 'forbidden',
	tooManyRequests: 'rateLimited',
	failed: 'serverError',
	moved: 'redirected',
	seeOther: 'seeOther',
	tooLarge: 'unreadableAnswer',
	short: 'unreadableAnswer',
	notJson: 'unreadableAnswer',
	failingStatus: 'unreadableAnswer',
	notOk: 'unreadableAnswer',
	connectionRefused: 'connectionRefused',
	dnsFailure: 'dnsFailure',
	tlsFailure: 'tlsFailure',
	connectionBlocked: 'connectionBlocked',
	proxyRefused: 'proxyRefused',
	timeout: 'timeout',
	connectionLost: 'connectionLost',
} as const satisfies Partial<Record<Finding, Reason>>;

type SendFinding = keyof typeof REASON_OF;

/** The same thing at another address: a 302 there asks to send the request again, like a 307. */
function isMoved({ status, url = '', headers: { location = '' } }: ServiceAnswer): boolean {
	if (status === 301 || status === 307 || status === 308) return true;
	if (status !== 302 || !URL.canParse(location, url)) return false;
	const from = new URL(url);
	const to = new URL(location, url);
	return to.origin !== from.origin && to.pathname === from.pathname && to.search === from.search;
}

function findingOfSend(answer: ServiceAnswer, body: Body): SendFinding {
	const { status, cut } = answer;
	if (status !== 200) {
		const isAccepted = status > 200 && status < 300 && !cut && hasStatus(body, 'success');
		const finding = isAccepted ? 'accepted' : findingOf(status, body);
		return finding === 'moved' && !isMoved(answer) ? 'seeOther' : (finding as SendFinding);
	}
	if (cut) return cut;
	if (body?.json === false) return 'notJson';
	if (failingStatus(body) !== undefined) return 'failingStatus';
	return hasStatus(body, 'error') ? 'refused' : 'accepted';
}

/** What stands behind an accepted SMS is about the whole request; the response has it. */
function factsOf(answer: ServiceAnswer, body: Body, expired: string | undefined) {
	const says = serviceWords(body);
	const found = findingOfSend(answer, body);
	if (found === 'accepted') return { found };
	const { status } = answer;
	const facts = { found, ...(says && { says }), ...(status !== 200 && { http: status }) };
	if (found === 'unauthorized' && expired) {
		return { found: 'tokenExpired', ...(says && { says }), value: expired } as const;
	}
	return found === 'failingStatus' ? { ...facts, value: failingStatus(body)! } : facts;
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
	const facts: Omit<CauseOf<'service'>, 'name'> & { found: SendFinding } =
		reply.kind === 'answer'
			? factsOf(reply, body, expired)
			: { found: reply.failure, ...(reply.advice && { advice: reply.advice }) };
	const reason = REASON_OF[facts.found];
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

/** The outcome of a refused request that the service seems to have taken money for. */
export function refusedButPaid(refusal: Outcome, message: string): Outcome {
	const { status } = REASONS.balanceFell;
	const says = serviceWords({ json: true, value: refusal.response });
	return {
		...refusal,
		status,
		reason: 'balanceFell',
		explanation: [{ name: 'service', found: 'paid', sms: status, ...(says && { says }) }],
		smsCount: smsCountOf(message),
	};
}
