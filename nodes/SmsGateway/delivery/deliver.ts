import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { indexesOf } from './claims';
import { divideRefused } from './divide';
import { sendInOrder } from './inOrder';
import { startRun, type DeliverySettings, type DeliveryTools } from './run';

export type Delivery = Readonly<{
	/** One per entry of the plan, in their order. */
	outcomes: readonly Outcome[];
	/** Requests made, counting each attempt. */
	requests: number;
}>;

/** In the plan's order: each pass leaves what has to wait in the order in which it found that out. */
function inOrder(requests: readonly PlannedRequest[], plan: Plan): readonly PlannedRequest[] {
	// Nearly always none are left, and a plan may have a million entries.
	if (requests.length < 2) return requests;
	const places = new Map<number, number>();
	plan.requests.forEach(({ entries }, place) => {
		for (const index of entries) places.set(index, place);
	});
	// A part may be of several requests.
	const placeOf = ({ entries }: PlannedRequest): number =>
		entries.reduce((first, index) => Math.min(first, places.get(index)!), Infinity);
	return [...requests].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Carries out what is left of a plan: every entry ends with exactly one outcome, and no request is
 * repeated unless it provably did not reach the service or the user chose to resend.
 *
 * The requests start in the plan's order, a few at a time: claim their keys, send, settle the entries, then
 * confirm or release their keys. Once these have ended, those that were refused with several recipients are
 * divided. What another execution is sending is left to another pass. Requests in flight always finish.
 */
export async function deliver(
	plan: Plan,
	settings: DeliverySettings,
	tools: DeliveryTools,
): Promise<Delivery> {
	const run = startRun(plan, settings, tools);
	try {
		let { requests } = plan;
		while (requests.length > 0) {
			const pass = await sendInOrder(requests, run);
			const passes = [...(await divideRefused(pass.refused, run)), pass];
			const left = passes.flatMap((one) => one.left);
			requests = inOrder(left, plan);
			if (passes.some(({ isElsewhere }) => isElsewhere)) {
				// A part goes on in a stopped run too.
				const open = requests.filter((request) => !run.halted(request));
				await tools.deduplication.othersEnded(run.entriesOf(indexesOf(open)), tools.signal);
			}
		}
	} finally {
		await tools.deduplication.end();
	}
	return { outcomes: run.outcomes as Outcome[], requests: run.requests };
}
