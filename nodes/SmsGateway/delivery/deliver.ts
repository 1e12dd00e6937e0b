import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { startRun, type DeliverySettings, type DeliveryTools } from './run';
import { openShare } from './batch';

export type Delivery = Readonly<{
	/** One per entry of the plan, in their order. */
	outcomes: readonly Outcome[];
	/** Requests made, counting each try. */
	requests: number;
}>;

/**
 * Carries a plan out: every entry ends with exactly one outcome, and no request is repeated
 * unless it provably did not reach the service or the user chose to resend.
 *
 * Requests start in the plan's order; requests under way always finish.
 */
export async function deliver(
	plan: Plan,
	settings: DeliverySettings,
	tools: DeliveryTools,
): Promise<Delivery> {
	const run = startRun(settings, tools);
	const outcomes = settleWithoutRequest(plan, tools);

	const inFlight = new Map<number, Promise<void>>();
	/** For requests that nothing is left of: those still under way that they would have waited for. */
	const passedOn = new Map<number, readonly number[]>();
	const blockersOf = ({ after }: PlannedRequest): number[] => {
		const earlier = new Set(after.flatMap((request) => passedOn.get(request) ?? request));
		return [...earlier].filter((request) => inFlight.has(request));
	};

	let number = tools.ledger.lastRequest;
	try {
		for (const [index, request] of plan.requests.entries()) {
			const share = openShare(plan, request, run, outcomes);
			if (share.left.length === 0) {
				const blockers = blockersOf(request);
				if (blockers.length > 0) passedOn.set(index, blockers);
				continue;
			}
			if (!run.halted()) {
				while (inFlight.size >= settings.concurrency) await Promise.race(inFlight.values());
				await Promise.all(blockersOf(request).map((earlier) => inFlight.get(earlier)));
				await run.rateLimiter.ready(tools.signal);
			}
			if (!(await share.claim())) continue;
			inFlight.set(
				index,
				share.send(++number).finally(() => inFlight.delete(index)),
			);
		}
		await Promise.all(inFlight.values());
	} finally {
		await tools.claims.end(tools.clock);
	}

	return {
		outcomes: plan.entries.map((_, index) => outcomes.get(index)!),
		requests: run.requests,
	};
}

const placeOf = ({ item, recipient }: Entry): string => `${item} ${recipient}`;

/**
 * The outcomes of the entries that no request is planned for. The plan may differ from that of an
 * earlier run, as a text with a time in it changes: what was sent then stays sent.
 */
function settleWithoutRequest(
	{ entries, settled }: Plan,
	{ ledger }: DeliveryTools,
): Map<number, Outcome> {
	const outcomes = new Map<number, Outcome>();
	if (settled.every((outcome) => outcome === undefined)) return outcomes;
	// A number that stands twice in one item has one place in the ledger, and that is the sent one's.
	const taken = new Set(entries.filter((_, index) => settled[index] === undefined).map(placeOf));
	settled.forEach((outcome, index) => {
		if (outcome === undefined) return;
		const place = placeOf(entries[index]!);
		const earlier = taken.has(place) ? undefined : ledger.find(entries[index]!);
		const wasSent = earlier?.status === 'accepted' || earlier?.status === 'unknown';
		outcomes.set(index, wasSent ? earlier : outcome);
		taken.add(place);
	});
	return outcomes;
}
