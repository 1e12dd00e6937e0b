import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { endClaims, releaseClaims, send } from './batch';
import { untilAborted } from '../clock';
import { createInFlight } from './inFlight';
import { refuseLate } from './lateRefusals';
import { createPool } from './pool';
import { entriesOf, settle, type Progress } from './progress';
import { replay, settleWithoutRequest } from './replay';
import { startRun, type DeliverySettings, type DeliveryTools } from './run';
import { claimWindow, nothingPostponed, type Postponed } from './window';

export type Delivery = Readonly<{
	/** One per entry of the plan, in their order. */
	outcomes: readonly Outcome[];
	/** Requests made, counting each attempt. */
	requests: number;
}>;

/**
 * Carries a plan out: every entry ends with exactly one outcome, and no request is repeated
 * unless it provably did not reach the service or the user chose to resend.
 *
 * What earlier runs settled is replayed. The other requests start in the plan's order, window by
 * window: claim the keys of a window, wait for a place for each request, send it, settle its
 * entries, then confirm or release their keys. What another execution has in flight is postponed
 * to another pass. Requests in flight always finish.
 */
export async function deliver(
	plan: Plan,
	settings: DeliverySettings,
	tools: DeliveryTools,
): Promise<Delivery> {
	const run = startRun(settings, tools);
	const progress: Progress = {
		plan,
		run,
		outcomes: settleWithoutRequest(plan, tools.ledger),
		doubts: new Map(),
		lastRequest: tools.ledger.lastRequest,
	};
	try {
		let requests = plan.requests.map((request) => replay(request, progress)).filter(hasEntries);
		while (requests.length > 0) {
			const postponed = await sendInOrder(requests, progress);
			if (!run.halted()) await untilAborted(Promise.all(postponed.waits), tools.signal);
			requests = postponed.requests;
		}
	} finally {
		await tools.deduplication.end();
	}
	return { outcomes: progress.outcomes as Outcome[], requests: run.requests };
}

const hasEntries = ({ entries }: PlannedRequest): boolean => entries.length > 0;

/** One pass: when it ends, every entry of the requests is settled or postponed. */
async function sendInOrder(
	requests: readonly PlannedRequest[],
	progress: Progress,
): Promise<Postponed> {
	const { run } = progress;
	const { signal } = run.tools;
	const { concurrency } = run.settings;
	const postponed = nothingPostponed();
	const inFlight = createInFlight(concurrency);
	const unconfirmed = createPool();

	for (const window of windowsOf(requests, run.settings)) {
		await unconfirmed.atMost(concurrency);
		await run.rateLimiter.ready(signal);
		for (const request of await claimWindow(window, postponed, progress)) {
			const recipients = entriesOf(request.entries, progress).map(({ recipient }) => recipient);
			if (!run.halted()) {
				await inFlight.placeFor(recipients);
				await run.rateLimiter.acquire(signal);
			}
			const { left, refused } = refuseLate(request, progress);
			if (refused.length > 0) unconfirmed.add(releaseClaims(refused, progress));
			if (!hasEntries(left)) continue;
			// Another request may have ended the run meanwhile.
			const halted = run.halted();
			if (halted) {
				settle(left.entries, halted, progress);
				unconfirmed.add(releaseClaims(left.entries, progress));
				continue;
			}
			const sent = send(left, progress);
			inFlight.add(recipients, sent);
			unconfirmed.add(sent.then((outcome) => endClaims(left.entries, outcome, progress)));
		}
	}
	await unconfirmed.atMost(0);
	return postponed;
}

/** Requests that are claimed together: as many as may be in flight, and start within a second. */
function* windowsOf(
	requests: readonly PlannedRequest[],
	{ concurrency, requestsPerSecond }: DeliverySettings,
): Generator<PlannedRequest[]> {
	const size =
		requestsPerSecond > 0 ? Math.min(concurrency, Math.ceil(requestsPerSecond)) : concurrency;
	for (let from = 0; from < requests.length; from += size) yield requests.slice(from, from + size);
}
