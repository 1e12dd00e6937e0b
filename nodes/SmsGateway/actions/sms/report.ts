import type { Delivery } from '../../delivery/deliver';
import type { Entry } from '../../domain/entry';
import { CANCELLED, withoutRequest, type Outcome } from '../../domain/outcome';
import { resume } from '../../history/resume';
import { readerOf } from '../../input/reader';
import type { SettingValues } from '../../input/settingValues';
import type { LastWords } from '../../n8n/cancellation';
import { itemsBeforeExecuteOnce, type OnError } from '../../n8n/place';
import { isStartedByHand } from '../../n8n/startedByHand';
import { dataOfOutcomes } from '../../output/errorData';
import { nodeError, settingError } from '../../output/errors';
import { failedDeliveryError, isRefused, refusedEntriesError } from '../../output/failures';
import { showHints } from '../../output/hints';
import { hintsFor } from '../../words/hints';
import { endedInWords, nextAfter, NOTHING_SENT } from '../../words/errors';
import { endsInWords, summarize, type Summary } from '../../words/summary';
import { refuseRest, type Ended } from './carryOut';
import type { SendingTurn } from './turn';

export type Sent = Delivery &
	Readonly<{
		/** Of the items; nobody waits for the outcome of a sample. */
		entries: readonly Entry[];
		samples: readonly Outcome[];
		options: SettingValues;
		onError: OnError;
		summary: Summary;
	}>;

/** With On Error: Stop, of those who could get an SMS. */
export const OTHERS_REFUSED = withoutRequest('stopped', [{ name: 'stopped', by: 'refusal' }]);

/**
 * On Error: Stop. What was found before anything is sent stops all of it.
 *
 * @throws NodeOperationError where something was
 */
export function stopIfRefused(turn: SendingTurn): void {
	const { ctx, plan, prepared } = turn;
	if (prepared.problem) {
		throw settingError(ctx, prepared.problem, NOTHING_SENT);
	}
	if (!plan.settled.some(isRefused)) return;
	const { outcomes } = refuseRest(plan, OTHERS_REFUSED);
	if (outcomes.some(({ replayed }) => replayed)) summaryOf(turn, { outcomes });
	throw refusedEntriesError(ctx, plan, outcomes);
}

/** @throws NodeOperationError where On Error says Stop and something failed */
function summaryOf(turn: SendingTurn, { outcomes, refusal }: Omit<Ended, 'requests'>) {
	const { ctx, fails, onError, prepared } = turn;
	const { entries } = prepared.plan;
	const summary = summarize(entries, outcomes);
	if (onError !== 'stop' || !outcomes.some(fails)) return summary;
	throw failedDeliveryError(ctx, {
		entries,
		outcomes,
		summary,
		uncertain: prepared.options.uncertain,
		refusal,
	});
}

/**
 * Says what happened in hints, and gives what the items are made of.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export function report(turn: SendingTurn, ended: Ended): Sent {
	const { ctx, onError, prepared } = turn;
	const { outcomes, requests } = ended;
	const { options, plan } = prepared;
	const { smsCount } = summaryOf(turn, ended);
	const hints = hintsFor({
		...prepared,
		...ended,
		asksForKeys: readerOf(ctx).raw('safeguards.deduplicationKey') !== '',
		isByHand: isStartedByHand(ctx),
		itemsBefore: itemsBeforeExecuteOnce(ctx),
	});
	showHints(ctx, hints);
	const entries = plan.entries.filter(({ isSample }) => !isSample);
	const samples = outcomes.slice(entries.length);
	const ofItems = outcomes.slice(0, entries.length);
	const summary = { ...summarize(entries, ofItems), smsCount };
	return { entries, outcomes: ofItems, samples, requests, options, onError, summary };
}

/** Nobody sends the rest of an execution that n8n has ended, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/** For an execution that was stopped, or took too long: what is known by then. */
export function lastWordsOf({ ctx, prepared, history, progress }: SendingTurn): LastWords {
	const { entries } = prepared.plan;
	const left = resume(prepared.plan, history.ledgerOfRetry(), prepared.options.uncertain);
	const outcomes = refuseRest(left, CANCELLED).outcomes.map((ofLedger, index) => {
		// Of what other executions have sent, the ledger knows nothing.
		const settled = progress.outcomes[index] ?? progress.doubts.get(index) ?? CANCELLED;
		const isMissing = settled.status === 'rejected' || settled.status === 'notSent';
		return { ...(isMissing ? ofLedger : settled), replayed: undefined };
	});
	const message = endedInWords(summarize(entries, outcomes));
	const names = endsInWords(entries, outcomes, MAX_NAMED_AT_END);
	const data = dataOfOutcomes(entries, outcomes);
	const { uncertain } = prepared.options;
	const ended = { hasSent: true, hasMissing: true, hasKeys: false, uncertain };
	const next = nextAfter('ended', ended);
	return { error: nodeError(ctx, message, `${names} ${next}`, data), names };
}
