import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import type { RootExecution } from '../n8n/rootExecution';
import { sentences } from '../domain/text/sentences';
import { nextSteps, nothingSent, stepsBeforeSending, type FailedRun } from '../words/nextSteps';
import { reasonInWords, refusedInWords } from '../words/refused';
import { adviceOf, namesInWords } from '../words/summary';
import { dataOfOutcomes } from './errorData';
import { nodeError } from './errors';

const MAX_NAMED_IN_ERROR = 10;

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
	root: RootExecution,
): NodeOperationError {
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const { message, list } = refusedInWords(
		nothingSent(root),
		refused,
		entries.length,
		root.place === 'tool',
	);
	const outcomes = refused.map(({ outcome }) => outcome);
	const next = stepsBeforeSending(outcomes, entries.length, root);
	const description = [list, next].filter(Boolean).join('\n');
	return nodeError(ctx, message, description, dataOfOutcomes(entries, ends));
}

/** How a run ended, as an error tells it. */
export type FailedDelivery = FailedRun &
	Readonly<{
		entries: readonly Entry[];
		outcomes: readonly Outcome[];
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
	}>;

/** Names who ended how, where that differs. */
function forAgent({ entries, outcomes, summary }: FailedDelivery): string {
	const alike = outcomes.every(({ status }) => status === outcomes[0]!.status);
	const names = alike ? undefined : namesInWords(entries, outcomes);
	return sentences(names, adviceOf(summary));
}

const hasSent = ({ summary: { recipients } }: FailedDelivery): boolean =>
	recipients.accepted + recipients.unknown > 0;

function whatWasSent(failed: FailedDelivery): string {
	const { entries, outcomes, summary, root } = failed;
	const { total, unknown } = summary.recipients;
	if (!hasSent(failed)) {
		return root.before === 'nobody' && total > 1
			? `Nothing was sent to any of the ${total} recipients.`
			: `${nothingSent(root)}.`;
	}
	return sentences(
		unknown < total ? `Of ${total} recipients: ${summary.inWords}.` : undefined,
		namesInWords(entries, outcomes, MAX_NAMED_IN_ERROR),
	);
}

/** What a request ended with says more than what was stopped because of it, or an earlier run. */
const tellsLess = ({ request, reason, replayed }: Outcome): number => {
	if (replayed) return 3;
	if (request !== undefined) return 0;
	return reason === 'stopped' ? 2 : 1;
};

/**
 * On Error: Stop, and a request failed: the service's own reason first, then who was sent to, who
 * was not, and what to do.
 */
export function failedDeliveryError(
	ctx: IExecuteFunctions,
	failed: FailedDelivery,
): NodeOperationError {
	const { outcomes, refusal, root } = failed;
	const [first] = outcomes
		.filter(isFailure)
		.sort((one, other) => tellsLess(one) - tellsLess(other));
	const cause = refusal ?? first!;
	const head = hasSent(failed) ? 'Not sent' : nothingSent(root);
	const { message, detail, isOurs } = reasonInWords(cause, head);
	// Another call by the agent is a new run, unlike n8n's retries: it would send to all of them again.
	const description =
		root.place === 'tool'
			? forAgent(failed)
			: sentences(isOurs && !hasSent(failed) ? '' : whatWasSent(failed), nextSteps(failed, cause));
	const data = dataOfOutcomes(failed.entries, outcomes, cause);
	return nodeError(ctx, message, sentences(detail, description), data);
}
