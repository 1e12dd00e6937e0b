import { mayHaveArrived, type Outcome } from '../domain/outcome';
import type { PlannedRequest } from '../domain/plan/plan';
import { classify, refusedTogether } from '../domain/service/classify';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	mayDivide,
	mayRetry,
} from '../domain/service/retryPolicy';
import { estimateSms, smsCountOf } from '../domain/text/segments';
import type { Run } from './run';

/**
 * Makes a request once.
 *
 * @returns what came of it, and the milliseconds after which it is to be attempted again; where there are
 * none, its entries are settled
 */
export async function attempt(
	{ senderId, message, entries: indexes, attempts = 0, inDoubt }: PlannedRequest,
	run: Run,
): Promise<{ outcome: Outcome; wait?: number }> {
	const { clock, ledger, send } = run.tools;
	const { inFlight } = run.tools.progress;
	const entries = run.entriesOf(indexes);
	const number = ++run.lastRequest;
	ledger.begin(number, entries);
	for (const index of indexes) inFlight.add(index);
	run.requests++;
	const started = clock.now();
	const result = await send({ senderId, message, recipients: entries.map((one) => one.recipient) });
	run.lastTook = clock.now() - started;
	const outcome = classify(result, number, smsCountOf(message));
	ledger.end(number, outcome);
	// It counts as one SMS that is wanted. Of those who are no longer in the request the doubt stays.
	const isSame = inDoubt?.recipients === indexes.length;
	if (isSame && mayHaveArrived(outcome)) ledger.free(inDoubt.request);
	for (const index of indexes) inFlight.delete(index);

	const asked = askedToWait(result, clock.now());
	const isLimited = outcome.reason === 'rateLimited';
	const wait = asked ?? backoff(attempts + 1, clock.random());
	// The others wait too, also where this one gives up.
	const mayWait = !isLimited || run.pause(wait);
	if (mayWait && attempts + 1 < MAX_ATTEMPTS && mayRetry(outcome, run.settings.uncertain)) {
		// From here on only an acceptance tells what became of the SMS.
		if (outcome.status === 'unknown') for (const index of indexes) run.doubts.set(index, outcome);
		return { outcome, wait: isLimited ? 0 : wait };
	}
	if (mayDivide(outcome, indexes.length)) {
		const together = refusedTogether(outcome);
		run.settle(indexes, together);
		return { outcome: together };
	}
	run.haltOn(outcome);
	run.settle(indexes, outcome);
	if (outcome.status === 'accepted') run.smsSinceBalance += estimateSms(message) * indexes.length;
	return { outcome };
}
