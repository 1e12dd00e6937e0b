import { DUPLICATE } from '../domain/plan/duplicates';
import type { Outcome } from '../domain/outcome';
import type { PlannedRequest } from '../domain/plan/plan';
import { attempt } from './attempt';
import { mayStillBeSent } from './lateRefusals';
import { entriesOf, settle, type Progress } from './progress';

/** Makes the request and settles its entries. */
export async function send(
	{ senderId, message, entries: indexes }: PlannedRequest,
	progress: Progress,
): Promise<Outcome> {
	const { run } = progress;
	const number = ++progress.lastRequest;
	const { ledger } = run.tools;
	const entries = entriesOf(indexes, progress);
	const recipients = entries.map(({ recipient }) => recipient);
	ledger.begin(number, entries);
	const outcome = await attempt({ senderId, message, recipients }, number, run, () =>
		mayStillBeSent(indexes, progress),
	);
	settle(indexes, outcome, progress);
	ledger.end(number, entries, outcome);
	if (outcome.status === 'accepted' || outcome.status === 'unknown') {
		keepDuplicates(indexes, progress);
	} else {
		keepDoubts(indexes, progress);
	}
	return outcome;
}

/** Ends the claims of entries that were sent, as their outcome says. */
export async function endClaims(
	indexes: readonly number[],
	outcome: Outcome,
	progress: Progress,
): Promise<void> {
	const { deduplication } = progress.run.tools;
	const entries = entriesOf(indexes, progress);
	if (outcome.status === 'accepted') await deduplication.confirm(entries);
	else if (outcome.status === 'unknown') await deduplication.leave(entries);
	else await releaseClaims(indexes, progress);
}

/** Releases the claims of entries that were not sent, but leaves those in doubt as they are. */
export async function releaseClaims(indexes: readonly number[], progress: Progress): Promise<void> {
	const { run, doubts } = progress;
	const free = indexes.filter((index) => !doubts.has(index));
	await run.tools.deduplication.release(entriesOf(free, progress));
	// What has been released is no longer held.
	await run.tools.deduplication.leave(entriesOf(indexes, progress));
}

/** What was a duplicate stays one in a retry, also where a text with a time in it has changed. */
function keepDuplicates(sent: readonly number[], progress: Progress): void {
	const { plan, run } = progress;
	const duplicates = sent.flatMap((index) => {
		const { item } = plan.entries[index]!;
		// A number that stands twice in one item has one place in the ledger: that of the sent one.
		return entriesOf(plan.duplicates.get(index) ?? [], progress).filter((one) => one.item !== item);
	});
	run.tools.ledger.keep(duplicates, DUPLICATE);
}

/** What another execution left in doubt, this one must remember too. */
function keepDoubts(indexes: readonly number[], { plan, run, outcomes }: Progress): void {
	const { ledger } = run.tools;
	for (const index of indexes) {
		const entry = plan.entries[index]!;
		if (!ledger.find(entry)) ledger.keep([entry], outcomes[index]!);
	}
}
