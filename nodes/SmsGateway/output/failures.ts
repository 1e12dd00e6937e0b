import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import type { Uncertain } from '../domain/service/retryPolicy';
import { sentences } from '../domain/text/sentences';
import { placeOf } from '../n8n/place';
import { explainApart } from '../words/causes';
import { nextAfter, nextBefore, NOTHING_SENT, refusedInWords } from '../words/errors';
import { adviceOf, endsInWords, type Summary } from '../words/summary';
import { dataOfOutcomes } from './errorData';
import { nodeError } from './errors';

/** Found before anything is sent. */
export const isRefused = (settled: Outcome | undefined): settled is Outcome =>
	settled?.status === 'notSent';

/**
 * On Error: Stop, and something was found that cannot be sent: the error names it.
 *
 * @param ends how all of them end because of it
 */
export function refusedEntriesError(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
	ends: readonly Outcome[],
): NodeOperationError {
	const place = placeOf(ctx);
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const { message, list } = refusedInWords(refused, entries.length, place === 'tool');
	const next = nextBefore(place, refused.length < entries.length);
	const description = [list, sentences(NOTHING_SENT, next)].filter(Boolean).join('\n');
	return nodeError(ctx, message, description, dataOfOutcomes(entries, ends));
}

/** How a run ended, as an error tells it. */
export type FailedDelivery = Readonly<{
	entries: readonly Entry[];
	outcomes: readonly Outcome[];
	summary: Summary;
	/** Why nothing (more) was sent. */
	refusal?: Outcome;
	/** Whether a retry sends to those unknown too. */
	uncertain: Uncertain;
}>;

/** What a request ended with says more than what was stopped because of it, or an earlier run. */
function tellsLess({ request, reason, replayed }: Outcome): number {
	if (replayed) return 3;
	if (request !== undefined) return 0;
	return reason === 'stopped' ? 2 : 1;
}

/** Of each way to end, in the error of a workflow and of a tool. */
const MAX_NAMED_TO_PEOPLE = 5;
const MAX_NAMED_TO_AGENT = 20;

/** The service refuses this recipient, or this text; at a wrong address others are refused too. */
const isOfOne = ({ explanation, reason, status }: Outcome): boolean =>
	reason === 'refusedByService' &&
	status === 'rejected' &&
	!explanation.some((one) => 'found' in one && one.found === 'notHere');

/** On Error: Stop, and a request failed: why, then who was sent to and who was not, then what is next. */
export function failedDeliveryError(
	ctx: IExecuteFunctions,
	{ entries, outcomes, summary, refusal, uncertain }: FailedDelivery,
): NodeOperationError {
	const place = placeOf(ctx);
	const failures = outcomes.filter(isFailure);
	const [mostTelling] = failures.sort((one, other) => tellsLess(one) - tellsLess(other));
	const cause = refusal ?? mostTelling!;
	const { text, detail } = explainApart(cause.explanation);
	const hasSent = outcomes.some(mayHaveArrived);
	const end = {
		hasSent,
		hasMissing: failures.some((one) => !mayHaveArrived(one)),
		hasKeys: entries.every(({ key, madeFor }) => key !== '' && madeFor !== 'retry'),
		uncertain,
		byService: isOfOne(cause) && outcomes.some(({ status }) => status === 'notSent'),
	};
	const most = place === 'tool' ? MAX_NAMED_TO_AGENT : MAX_NAMED_TO_PEOPLE;
	const description = sentences(
		detail,
		!hasSent && NOTHING_SENT,
		hasSent && outcomes.length > 1 && endsInWords(entries, outcomes, most),
		place === 'tool' ? hasSent && adviceOf(summary) : nextAfter(place, end),
	);
	return nodeError(ctx, text, description, dataOfOutcomes(entries, outcomes, cause));
}
