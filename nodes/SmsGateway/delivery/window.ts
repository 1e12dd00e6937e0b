import { startTimer } from '../clock';
import type { Claim } from '../history/keys';
import type { PlannedRequest } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { entriesOf, settle, type Progress } from './run';

/**
 * What one pass over the requests leaves to the next. Nothing in it is claimed: a run that waits
 * for another execution holds nothing that the other could wait for, so there is no deadlock.
 */
export type Postponed = Readonly<{
	requests: PlannedRequest[];
	/** Their later SMS are postponed too, so that all arrive in order. */
	phones: Set<string>;
	/** What has to end before the next pass. */
	waits: Array<Promise<void>>;
}>;

export const nothingPostponed = (): Postponed => ({
	requests: [],
	phones: new Set(),
	waits: [],
});

export const indexesOf = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

type Decision = 'now' | 'later' | 'settled';

/**
 * Decides on an entry: settles it, or notes what its SMS waits for.
 *
 * @param claim undefined where the entry has no key
 */
function decide(
	index: number,
	claim: Claim | undefined,
	{ phones, waits }: Postponed,
	progress: Progress,
): Decision {
	const { plan, run, doubts } = progress;
	const phone = phoneOf(plan.entries[index]!.recipient);
	if (claim?.kind === 'settled') {
		const { outcome } = claim;
		if (outcome.status !== 'unknown' || run.settings.uncertain !== 'resend') {
			// Where the keys of one entry cannot be kept, those of the others cannot either.
			if (outcome.status === 'notSent') run.haltOn(outcome);
			settle([index], outcome, progress);
			return 'settled';
		}
		doubts.set(index, doubts.get(index) ?? outcome);
	}
	if (claim?.kind === 'elsewhere') waits.push(claim.ended);
	else if (!phones.has(phone)) return 'now';
	phones.add(phone);
	return 'later';
}

/** Releases the claims of entries that were not sent, but leaves those in doubt as they are. */
export async function releaseClaims(indexes: readonly number[], progress: Progress): Promise<void> {
	const { run, doubts } = progress;
	const free = indexes.filter((index) => !doubts.has(index));
	await run.tools.deduplication.release(entriesOf(free, progress));
	// What has been released is no longer held.
	await run.tools.deduplication.leave(entriesOf(indexes, progress));
}

/** Milliseconds in which requests for entries that were claimed together may start, as time goes on. */
export function timeUnderClaims(indexes: readonly number[], progress: Progress): () => number {
	const { clock, deduplication } = progress.run.tools;
	const time = deduplication.timeToSend(entriesOf(indexes, progress));
	const timer = startTimer(clock);
	return () => time - timer.atMost();
}

/**
 * Waits for a request's turn, but holds claims no longer than a request may start under them: then
 * they are released, and those who wait for them elsewhere go first.
 *
 * @param held what was claimed together with it and is not sent yet
 * @returns whether the claims are still held
 */
export async function turnUnderClaims(
	turn: Promise<void>,
	timeToSend: () => number,
	held: () => readonly number[],
	progress: Progress,
): Promise<boolean> {
	const { clock } = progress.run.tools;
	const most = timeToSend();
	let hasCome = false;
	const came = turn.then(() => void (hasCome = true));
	if (most === Infinity) await came;
	else if (most > 0) {
		const stop = new AbortController();
		await Promise.race([came, clock.wait(most, stop.signal)]);
		stop.abort();
	}
	if (hasCome && timeToSend() > 0) return true;
	await releaseClaims(held(), progress);
	await came;
	return false;
}

/**
 * Claims the keys of several requests in one write.
 *
 * @returns the requests with the entries to send now; the others are settled or postponed
 */
export async function claimWindow(
	window: readonly PlannedRequest[],
	postponed: Postponed,
	progress: Progress,
): Promise<PlannedRequest[]> {
	const { plan, run } = progress;
	const { deduplication, signal } = run.tools;
	const halted = run.halted();
	if (halted) {
		settle(indexesOf(window), halted, progress);
		return [];
	}
	// Those of postponed recipients too, as what they wait for is waited for at the same time.
	const keyed = entriesOf(indexesOf(window), progress).filter(({ key }) => key !== '');
	const claims = await deduplication.claim(keyed, signal);
	const claimOf = (index: number): Claim | undefined => claims.get(plan.entries[index]!);

	const now: PlannedRequest[] = [];
	const later: PlannedRequest[] = [];
	for (const request of window) {
		const decisions = request.entries.map((index) =>
			decide(index, claimOf(index), postponed, progress),
		);
		const those = (decision: Decision): PlannedRequest => ({
			...request,
			entries: request.entries.filter((_, position) => decisions[position] === decision),
		});
		if (decisions.includes('now')) now.push(those('now'));
		if (decisions.includes('later')) later.push(those('later'));
	}
	postponed.requests.push(...later);
	// A key that is elsewhere may be in flight in this very run, for another text.
	const claimedTooEarly = indexesOf(later).filter((index) => claimOf(index)?.kind !== 'elsewhere');
	await releaseClaims(claimedTooEarly, progress);
	return now;
}
