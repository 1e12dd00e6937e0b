import type { PlannedRequest } from '../domain/plan/plan';
import type { Claim } from '../history/deduplication';
import type { Run } from './run';

/**
 * One pass over the requests: each recipient ends settled, or is left to the next. Nothing that is left is
 * claimed: a run that waits for another holds nothing that the other could wait for, so there is no deadlock.
 */
export type Pass = {
	readonly left: PlannedRequest[];
	/** The first entry to each phone that is left, or was refused with others: later ones wait for it. */
	readonly waiting: Map<string, number>;
	/** Refused as a whole, and to be divided. */
	readonly refused: PlannedRequest[];
	/** Whether another execution has claimed some of what is left. */
	isElsewhere: boolean;
};

export const startPass = (): Pass => ({
	left: [],
	waiting: new Map(),
	refused: [],
	isElsewhere: false,
});

export const indexesOf = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

/** Notes that later SMS to the recipient of this entry have to wait for it. */
export function waitFor(index: number, { waiting }: Pass, run: Run): void {
	const phone = run.phoneAt(index);
	waiting.set(phone, Math.min(index, waiting.get(phone) ?? index));
}

/** Leaves those to the next pass who are to wait; returns the others. */
function withoutLater(
	request: PlannedRequest,
	pass: Pass,
	run: Run,
	isElsewhere: (index: number) => boolean = () => false,
): PlannedRequest {
	const isLater = (index: number): boolean =>
		isElsewhere(index) || (pass.waiting.get(run.phoneAt(index)) ?? Infinity) < index;
	const later = request.entries.filter((index) => {
		if (!isLater(index)) return false;
		waitFor(index, pass, run);
		return true;
	});
	if (later.length === 0) return request;
	pass.left.push({ ...request, entries: later });
	return { ...request, entries: request.entries.filter((index) => !later.includes(index)) };
}

/** Releases the claims of entries that were not sent, but leaves those in doubt as they are. */
export async function releaseClaims(indexes: readonly number[], run: Run): Promise<void> {
	const { deduplication } = run.tools;
	await deduplication.release(run.entriesOf(indexes.filter((index) => !run.doubts.has(index))));
	// What has been released is no longer held.
	await deduplication.putInDoubt(run.entriesOf(indexes));
}

/** Settles what is not to be sent, as its claim says; returns whether it is. */
function isSettled(index: number, claim: Claim | undefined, run: Run): boolean {
	if (claim?.kind !== 'settled') return false;
	const { outcome, isFinal } = claim;
	const isResent = outcome.status === 'unknown' && !isFinal && run.tools.deduplication.resends;
	if (isResent) {
		run.doubts.set(index, run.doubts.get(index) ?? outcome);
		return false;
	}
	// Where the keys of one entry cannot be kept, those of the others cannot either.
	if (outcome.status === 'notSent') run.haltOn(outcome);
	run.settle([index], outcome);
	return true;
}

/**
 * Claims the keys of several requests in one write.
 *
 * @returns the requests with those to send now; the others are settled or left to the next pass
 */
export async function claimTogether(
	asked: readonly PlannedRequest[],
	pass: Pass,
	run: Run,
): Promise<PlannedRequest[]> {
	const { deduplication } = run.tools;
	const wanted = asked.filter((request) => {
		const halted = run.halted(request);
		if (halted) run.settle(request.entries, halted);
		return halted === undefined;
	});
	// Those of recipients who have to wait too: what they wait for is asked about at the same time.
	const claims = await deduplication.claim(run.entriesOf(indexesOf(wanted)));
	const claimOf = (index: number): Claim | undefined => claims.get(run.plan.entries[index]!);
	const isElsewhere = (index: number): boolean => claimOf(index)?.kind === 'elsewhere';
	const before = pass.left.length;
	const claimed = wanted.map((request) => {
		const entries = request.entries.filter((index) => !isSettled(index, claimOf(index), run));
		return withoutLater({ ...request, entries }, pass, run, isElsewhere);
	});
	// A key that is elsewhere may be in flight in this very run, for another text.
	const later = indexesOf(pass.left.slice(before));
	pass.isElsewhere ||= later.some(isElsewhere);
	await releaseClaims(
		later.filter((index) => !isElsewhere(index)),
		run,
	);
	return claimed.filter(({ entries }) => entries.length > 0);
}

/**
 * The last look before a request starts: an earlier SMS may have been left to the next pass meanwhile, the
 * time may have passed, or another may have ended the run.
 *
 * @returns what is left to send, and what ends the claims of the others
 */
export function lastLook(
	request: PlannedRequest,
	pass: Pass,
	run: Run,
): { now: PlannedRequest; freed?: Promise<void> } {
	const { entries } = withoutLater(request, pass, run);
	const isOpen = (index: number): boolean => {
		const refusal = run.lateRefusalOf(index) ?? run.halted(request);
		if (refusal === undefined) return true;
		run.settle([index], refusal);
		run.haltOn(refusal);
		return false;
	};
	const now = { ...request, entries: entries.filter(isOpen) };
	const sent = new Set(now.entries);
	const others = request.entries.filter((index) => !sent.has(index));
	return others.length > 0 ? { now, freed: releaseClaims(others, run) } : { now };
}

/** Claims what is to start now, once it may: who has to wait holds no claim. */
export async function claimWhenReady(
	asked: readonly PlannedRequest[],
	pass: Pass,
	run: Run,
): Promise<PlannedRequest[]> {
	for (let requests = asked; ;) {
		await run.rateLimiter.ready(run.tools.signal);
		const claimed = await claimTogether(requests, pass, run);
		if (claimed.length === 0) return [];
		if (run.rateLimiter.take()) {
			const looks = claimed.map((request) => lastLook(request, pass, run));
			await Promise.all(looks.map(({ freed }) => freed));
			return looks.map(({ now }) => now).filter(({ entries }) => entries.length > 0);
		}
		await releaseClaims(indexesOf(claimed), run);
		requests = claimed;
	}
}
