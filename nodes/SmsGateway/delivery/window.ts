import type { Claim } from '../history/deduplication';
import type { Entry } from '../domain/entry';
import type { PlannedRequest } from '../domain/plan/plan';
import { releaseClaims } from './batch';
import { entriesOf, settle, type Progress } from './progress';

/**
 * What one pass over the requests leaves to the next. Nothing in it is claimed: a run that waits
 * for another execution holds nothing that the other could wait for, so there is no deadlock.
 */
export type Postponed = Readonly<{
	requests: PlannedRequest[];
	/** Their later SMS are postponed too, so that all arrive in order. */
	recipients: Set<string>;
	/** What has to end before the next pass. */
	waits: Array<Promise<void>>;
	/** Recipients with the keys that this pass has claimed; it claims none twice. */
	claimed: Set<string>;
}>;

export const nothingPostponed = (): Postponed => ({
	requests: [],
	recipients: new Set(),
	waits: [],
	claimed: new Set(),
});

/**
 * The entries whose keys may be claimed in this pass: those of postponed recipients too, as what
 * they wait for is waited for at the same time.
 */
function claimable(
	window: readonly PlannedRequest[],
	{ claimed }: Postponed,
	progress: Progress,
): Entry[] {
	const entries = window.flatMap((request) => entriesOf(request.entries, progress));
	return entries.filter(({ recipient, key }) => {
		if (key === '') return false;
		const identity = `${recipient} ${key}`;
		if (claimed.has(identity)) return false;
		claimed.add(identity);
		return true;
	});
}

/** Whether an entry that is not settled may be sent under this claim. */
const isOurs = (claim: Claim | undefined): boolean =>
	claim !== undefined && claim.kind !== 'elsewhere';

const indexesOf = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

type Decision = 'now' | 'later' | 'settled';

/**
 * Decides on an entry: settles it, or notes what its SMS waits for.
 *
 * @param claim undefined where the entry has no key, or its key cannot be claimed in this pass
 */
function decide(
	index: number,
	claim: Claim | undefined,
	{ recipients, waits }: Postponed,
	progress: Progress,
): Decision {
	const { plan, run, doubts } = progress;
	const { recipient, key } = plan.entries[index]!;
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
	if ((key === '' || isOurs(claim)) && !recipients.has(recipient)) return 'now';
	recipients.add(recipient);
	return 'later';
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
	const toClaim = claimable(window, postponed, progress);
	const claims = await deduplication.claim(toClaim, signal);
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
	const claimedTooEarly = indexesOf(later).filter((index) => isOurs(claimOf(index)));
	await releaseClaims(claimedTooEarly, progress);
	return now;
}
