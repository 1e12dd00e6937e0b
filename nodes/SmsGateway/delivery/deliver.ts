import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan';
import { startRun, type DeliverySettings, type DeliveryTools } from './run';
import { openShare } from './share';

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
	const outcomes = new Map<number, Outcome>();
	keepDuplicates(plan, tools);

	const underWay = new Map<number, Promise<void>>();
	let number = tools.ledger.lastRequest;
	for (const [index, request] of plan.requests.entries()) {
		const share = openShare(plan, request, run, outcomes);
		if (share.left.length === 0) continue;
		while (underWay.size >= settings.concurrency) await Promise.race(underWay.values());
		await Promise.all(request.after.map((earlier) => underWay.get(earlier)));
		await run.pacer.turn(tools.signal);
		if (!(await share.claim())) continue;
		underWay.set(
			index,
			share.send(++number).finally(() => underWay.delete(index)),
		);
	}
	await Promise.all(underWay.values());

	return {
		outcomes: plan.settled.map((settled, index) => settled ?? outcomes.get(index)!),
		requests: run.requests,
	};
}

const placeOf = ({ item, recipient }: Entry): string => `${item} ${recipient}`;

/** A duplicate stays one in every run of the turn, also where a text with a time in it changes. */
function keepDuplicates({ entries, settled }: Plan, { ledger }: DeliveryTools): void {
	if (!settled.some((outcome) => outcome?.reason === 'duplicate')) return;
	// A number that stands twice in one item has one place in the ledger, and that is the sent one's.
	const taken = new Set(entries.filter((_, index) => settled[index] === undefined).map(placeOf));
	settled.forEach((outcome, index) => {
		const entry = entries[index]!;
		if (outcome?.reason !== 'duplicate' || taken.has(placeOf(entry))) return;
		if (!ledger.find(entry)) ledger.keep([entry], outcome);
	});
}
