import type { Outcome } from '../domain/outcome';
import type { PlannedRequest } from '../domain/plan/plan';
import type { Claim } from '../history/deduplication';
import type { Run } from './run';

/** A request that has ended, with those whom it was sent to. */
export type SentRequest = Readonly<{ entries: readonly number[]; outcome: Outcome }>;

export type Pass = ReturnType<typeof startPass>;

export const indexesOf = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

/**
 * One pass over the requests: each recipient ends settled, or is left to the next. Nothing that is left is
 * claimed: a run that waits for another holds nothing that the other could wait for, so there is no deadlock.
 */
export function startPass(run: Run) {
	const { clock, deduplication, timingRefusalOf } = run.tools;
	/** The first entry to each phone that is left, or was refused with others: later ones wait for it. */
	const waiting = new Map<string, number>();

	const pass = {
		sent: [] as SentRequest[],
		left: [] as PlannedRequest[],
		/** Refused as a whole, and to be divided. */
		refused: [] as PlannedRequest[],
		/** Whether another execution has claimed some of what is left. */
		isElsewhere: false,
		/** Later SMS to the recipients of a request that was refused wait until it is divided. */
		divideLater(request: PlannedRequest): void {
			pass.refused.push(request);
			for (const index of request.entries) waitFor(index);
		},
		claim,
		lastLook,
	};

	function waitFor(index: number): void {
		const phone = run.phoneAt(index);
		waiting.set(phone, Math.min(index, waiting.get(phone) ?? index));
	}

	/** Leaves those to the next pass who are to wait; returns the others. */
	function withoutLater(
		request: PlannedRequest,
		isElsewhere: (index: number) => boolean = () => false,
	): PlannedRequest {
		const later = request.entries.filter((index) => {
			const first = waiting.get(run.phoneAt(index)) ?? Infinity;
			if (!isElsewhere(index) && first >= index) return false;
			waitFor(index);
			return true;
		});
		if (later.length === 0) return request;
		pass.left.push({ ...request, entries: later, attempts: 0 });
		return { ...request, entries: request.entries.filter((index) => !later.includes(index)) };
	}

	/** Settles what is not to be sent, as its claim says; returns whether it is. */
	function isSettled(index: number, claim: Claim | undefined): boolean {
		if (claim?.kind === 'claimed' && claim.doubt && !run.doubts.has(index)) {
			run.doubts.set(index, claim.doubt);
		}
		if (claim?.kind !== 'settled') return false;
		const { outcome } = claim;
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
	async function claim(asked: readonly PlannedRequest[]): Promise<PlannedRequest[]> {
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
			const entries = request.entries.filter((index) => !isSettled(index, claimOf(index)));
			return withoutLater({ ...request, entries }, isElsewhere);
		});
		// A key that is elsewhere may be in flight in this very run, for another text.
		const later = indexesOf(pass.left.slice(before));
		pass.isElsewhere ||= later.some(isElsewhere);
		await run.releaseClaims(later.filter((index) => !isElsewhere(index)));
		return claimed.filter(({ entries }) => entries.length > 0);
	}

	/**
	 * The last look before a request starts: an earlier SMS may have been left to the next pass meanwhile, the
	 * time may have passed, or another may have ended the run.
	 *
	 * @returns what is left to send
	 */
	function lastLook(request: PlannedRequest): PlannedRequest {
		const { entries } = withoutLater(request);
		const isOpen = (index: number): boolean => {
			const late = timingRefusalOf?.(run.plan.entries[index]!, clock.now());
			const refusal = late ?? run.halted(request);
			if (refusal === undefined) return true;
			run.settle([index], refusal);
			run.haltOn(refusal);
			return false;
		};
		return { ...request, entries: entries.filter(isOpen) };
	}

	return pass;
}
