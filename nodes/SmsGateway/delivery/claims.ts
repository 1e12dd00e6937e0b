import { startTimer } from '../clock';
import type { Claim } from '../history/deduplication';
import type { PlannedRequest } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Run } from './run';

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

const indexesOf = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

/** Requests whose keys were claimed together. */
export type Claimed = Readonly<{
	/** Those that have not started. */
	requests: PlannedRequest[];
	/** Milliseconds in which they may start. Later they have to be claimed again. */
	timeToSend(): number;
}>;

/** When an entry is sent. */
type ClaimDecision = 'now' | 'later';

/**
 * Decides on an entry: settles it, or notes what its SMS waits for.
 *
 * @param claim undefined where the entry needs none
 */
function decideOn(
	index: number,
	claim: Claim | undefined,
	{ phones, waits }: Postponed,
	run: Run,
): ClaimDecision | undefined {
	const { plan, doubts, tools } = run;
	const phone = phoneOf(plan.entries[index]!.recipient);
	if (claim?.kind === 'settled') {
		const { outcome } = claim;
		if (outcome.status !== 'unknown' || claim.isFinal || !tools.deduplication.resends) {
			// Where the keys of one entry cannot be kept, those of the others cannot either.
			if (outcome.status === 'notSent') run.haltOn(outcome);
			run.settle([index], outcome);
			return undefined;
		}
		doubts.set(index, doubts.get(index) ?? outcome);
	}
	if (claim?.kind === 'elsewhere') waits.push(claim.ended);
	else if (!phones.has(phone)) return 'now';
	phones.add(phone);
	return 'later';
}

/** Releases the claims of entries that were not sent, but leaves those in doubt as they are. */
export async function releaseClaims(indexes: readonly number[], run: Run): Promise<void> {
	const { deduplication } = run.tools;
	await deduplication.release(run.entriesOf(indexes.filter((index) => !run.doubts.has(index))));
	// What has been released is no longer held.
	await deduplication.putInDoubt(run.entriesOf(indexes));
}

/**
 * Waits until the next of the requests is ready, but holds their claims no longer than a request may start
 * under them: then they are released, and those who wait for them elsewhere go first.
 *
 * @param overtakes whether an earlier SMS to one of its recipients was postponed meanwhile
 * @returns whether the claims are still held
 */
export async function readyUnderClaims(
	ready: Promise<void>,
	{ requests, timeToSend }: Claimed,
	run: Run,
	overtakes = () => false,
): Promise<boolean> {
	const most = timeToSend();
	let hasCome = false;
	const came = ready.then(() => void (hasCome = true));
	if (most === Infinity) await came;
	else {
		const stop = new AbortController();
		await Promise.race([came, run.tools.clock.wait(most, stop.signal)]);
		stop.abort();
	}
	if (hasCome && timeToSend() > 0 && !overtakes()) return true;
	await releaseClaims(indexesOf(requests), run);
	await came;
	return false;
}

/**
 * Claims the keys of several requests in one write.
 *
 * @returns the requests with the entries to send now; the others are settled or postponed
 */
export async function claimTogether(
	asked: readonly PlannedRequest[],
	postponed: Postponed,
	run: Run,
): Promise<Claimed> {
	const { clock, deduplication, signal } = run.tools;
	const requests: PlannedRequest[] = [];
	const wanted: PlannedRequest[] = [];
	for (const request of asked) {
		const halted = run.halted(request);
		if (halted) run.settle(request.entries, halted);
		else wanted.push(request);
	}
	// Those of postponed recipients too, as what they wait for is waited for at the same time.
	const claims = await deduplication.claim(run.entriesOf(indexesOf(wanted)), signal);
	const claimOf = (index: number): Claim | undefined => claims.get(run.plan.entries[index]!);

	const later: PlannedRequest[] = [];
	for (const request of wanted) {
		const decisions = request.entries.map((index) =>
			decideOn(index, claimOf(index), postponed, run),
		);
		const those = (decision: ClaimDecision): PlannedRequest => ({
			...request,
			entries: request.entries.filter((_, position) => decisions[position] === decision),
		});
		if (decisions.includes('now')) requests.push(those('now'));
		if (decisions.includes('later')) later.push(those('later'));
	}
	postponed.requests.push(...later);
	// A key that is elsewhere may be in flight in this very run, for another text.
	const claimedTooEarly = indexesOf(later).filter((index) => claimOf(index)?.kind !== 'elsewhere');
	await releaseClaims(claimedTooEarly, run);
	// Once for all of them, as there may be thousands.
	const most = deduplication.timeToSend(run.entriesOf(indexesOf(requests)));
	const timer = startTimer(clock);
	return { requests, timeToSend: () => most - timer.atMost() };
}
