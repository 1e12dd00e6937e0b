import { CANCELLED, isNotSent, type Outcome } from '../../domain/outcome';
import { readerOf } from '../../input/reader';
import type { LastWords } from '../../n8n/cancellation';
import { itemsBeforeExecuteOnce } from '../../n8n/place';
import { isStartedByHand } from '../../n8n/execution';
import { dataOfOutcomes } from '../../output/errorData';
import {
	failedDeliveryError,
	nodeError,
	refusedEntriesError,
	settingError,
} from '../../output/errors';
import { showHints, type Sent } from '../../output/items';
import { hintsFor } from '../../words/hints';
import { endedInWords, nextAfter, NOTHING_SENT } from '../../words/errors';
import { endsInWords, summarize } from '../../words/summary';
import type { Ended } from './carryOut';
import type { Turn } from './turn';

/**
 * Says what happened in hints, and gives what the items are made of.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export function report(turn: Turn, ended: Ended): Sent {
	const { ctx, fails, onError, plan, prepared } = turn;
	const { options, problem } = prepared;
	const { entries } = prepared.plan;
	const { outcomes } = ended;
	const sent = { ...ended, entries, options, onError, summary: summarize(entries, outcomes) };
	if (onError === 'stop') {
		if (problem) throw settingError(ctx, problem, NOTHING_SENT);
		const wasSent = outcomes.some(({ replayed }) => replayed);
		if (plan.settled.some(isNotSent) && !wasSent) throw refusedEntriesError(ctx, plan, outcomes);
		if (outcomes.some(fails)) throw failedDeliveryError(ctx, sent);
	}
	const hints = hintsFor({
		...prepared,
		...ended,
		asksForKeys: readerOf(ctx).raw('safeguards.deduplicationKey') !== '',
		isByHand: isStartedByHand(ctx),
		itemsBefore: itemsBeforeExecuteOnce(ctx),
	});
	showHints(ctx, hints);
	return sent;
}

/** Nobody sends the rest of an execution that n8n has ended, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/** For an execution that was stopped, or took too long: what is known by then. */
export function lastWordsOf({ ctx, prepared, progress }: Turn): LastWords {
	const { entries } = prepared.plan;
	const outcomes = entries.map((_, index): Outcome => {
		const known = progress.outcomes[index] ?? progress.doubts.get(index);
		const isMissing = !known || known.status === 'rejected' || known.status === 'notSent';
		return isMissing ? CANCELLED : { ...known, replayed: undefined };
	});
	const counts = endedInWords(summarize(entries, outcomes));
	const names = endsInWords(entries, outcomes, MAX_NAMED_AT_END);
	const data = dataOfOutcomes(entries, outcomes);
	const { uncertain } = prepared.options;
	const ended = { hasSent: true, hasMissing: true, hasKeys: false, uncertain };
	const next = nextAfter('ended', ended);
	return { error: nodeError(ctx, counts, `${names} ${next}`, data), counts, names };
}
