import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CANCELLED, didNotArrive, type Outcome } from '../../domain/outcome';
import { tellWhenEnded, type LastWords } from '../../n8n/cancellation';
import { leavesItemsOut } from '../../n8n/place';
import { isStartedByHand } from '../../n8n/execution';
import { dataOfOutcomes } from '../../output/errorData';
import { failedDeliveryError, nodeError } from '../../output/errors';
import { recipientItems, showHints, summaryItem, type Sent } from '../../output/items';
import { AGAIN, endedInWords } from '../../words/errors';
import { hintsFor } from '../../words/hints';
import { endsInWords, summarize } from '../../words/summary';
import { carryOut, openTurn, type Campaign, type Turn } from './carryOut';

/** From items to items: what Send and Bulk Send have in common. */
export async function sendMessages(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	const sent = await sendAll(ctx, campaign);
	return sent.options.output === 'summary' ? [summaryItem(ctx, sent)] : recipientItems(ctx, sent);
}

/**
 * Sends what is to be sent, says what happened in hints, and gives what the items are made of.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const turn = openTurn(ctx, campaign);
	const { fails, onError, prepared } = turn;
	const { options, plan } = prepared;
	const ended = await tellWhenEnded(ctx, carryOut(turn), () => lastWordsOf(turn));
	const { outcomes } = ended;
	const { entries } = plan;
	const sent = { ...ended, entries, options, onError, summary: summarize(entries, outcomes) };
	if (onError === 'stop' && outcomes.some(fails)) throw failedDeliveryError(ctx, sent);
	const hints = hintsFor({
		...prepared,
		...ended,
		isByHand: isStartedByHand(ctx),
		leavesItemsOut: leavesItemsOut(ctx),
	});
	showHints(ctx, hints);
	return sent;
}

/** Nobody sends the rest of an execution that n8n has ended, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/** For an execution that was stopped, or took too long: what is known by then. */
function lastWordsOf({ ctx, prepared, progress }: Turn): LastWords {
	const { entries } = prepared.plan;
	const outcomes = entries.map((_, index): Outcome => {
		const known = progress.outcomes[index] ?? progress.doubts.get(index);
		return !known || didNotArrive(known) ? CANCELLED : { ...known, replayed: undefined };
	});
	const counts = endedInWords(summarize(entries, outcomes));
	const names = endsInWords(entries, outcomes, MAX_NAMED_AT_END);
	const data = dataOfOutcomes(entries, outcomes);
	return { error: nodeError(ctx, counts, `${names} ${AGAIN.ended}`, data), counts, names };
}
