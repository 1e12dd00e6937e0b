import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { untilAborted } from '../clock';
import { createInFlight, createPool } from './pace';
import { sendOrDivide } from './divide';
import { lastLook } from './request';
import { startRun, type DeliverySettings, type DeliveryTools, type Run } from './run';
import { claimTogether, readyUnderClaims, type Postponed, type Claimed } from './claims';

export type Delivery = Readonly<{
	/** One per entry of the plan, in their order. */
	outcomes: readonly Outcome[];
	/** Requests made, counting each attempt. */
	requests: number;
}>;

/**
 * Carries out what is left of a plan: every entry ends with exactly one outcome, and no request is
 * repeated unless it provably did not reach the service or the user chose to resend.
 *
 * The requests start in the plan's order, a few at a time: claim their keys, wait for a
 * slot for each request, send it, settle its entries, then confirm or release their keys. What
 * another execution has in flight is postponed to another pass. Requests in flight always finish.
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
			const postponed = await sendInOrder(requests, run);
			requests = postponed.requests;
			// A part goes on in a stopped run too: another pass without this wait would find it as it is.
			const goesOn = requests.some((request) => !run.halted(request));
			if (goesOn) await untilAborted(Promise.all(postponed.waits), tools.signal);
		}
	} finally {
		await tools.deduplication.end();
	}
	return { outcomes: run.outcomes as Outcome[], requests: run.requests };
}

/** Milliseconds. While responses take longer, nothing is claimed before it can start. */
const CLAIM_AHEAD_WITHIN = 1000;

/** One pass: when it ends, every entry of the requests is settled or postponed. */
async function sendInOrder(requests: readonly PlannedRequest[], run: Run): Promise<Postponed> {
	const { signal } = run.tools;
	const { concurrency, requestsPerSecond, stopOnFailure } = run.settings;
	const postponed: Postponed = { requests: [], phones: new Set(), waits: [] };
	const inFlight = createInFlight(concurrency);
	const unconfirmed = createPool();
	const queue = [...requests];

	const phonesOf = ({ entries }: PlannedRequest): string[] =>
		run.entriesOf(entries).map(({ recipient }) => phoneOf(recipient));

	/** Whether one of the phones was postponed since there were so many. */
	function overtakes(request: PlannedRequest, before: number): boolean {
		if (postponed.phones.size === before) return false;
		const since = new Set([...postponed.phones].slice(before));
		return phonesOf(request).some((phone) => since.has(phone));
	}

	/** Requests that are claimed together: as many as may be in flight, and start within a second. */
	const mostTogether =
		requestsPerSecond > 0 ? Math.min(concurrency, Math.ceil(requestsPerSecond)) : concurrency;

	/** The requests to claim now. */
	async function nextRequests(): Promise<PlannedRequest[]> {
		await unconfirmed.atMost(concurrency);
		const isAhead = run.lastTook < CLAIM_AHEAD_WITHIN;
		const [next] = queue as [PlannedRequest];
		if (!isAhead && !run.halted(next)) await inFlight.slotFor(phonesOf(next));
		await run.rateLimiter.ready(signal);
		const most = isAhead ? concurrency : Math.max(1, inFlight.freeSlots());
		return queue.splice(0, Math.min(mostTogether, most));
	}

	async function readyFor(request: PlannedRequest): Promise<void> {
		if (run.halted(request)) return;
		await inFlight.slotFor(phonesOf(request));
		do {
			// A refused request may turn out to be a failure, which ends the run.
			if (stopOnFailure) await run.divisions.atMost(0);
			await run.rateLimiter.acquire(signal);
		} while (stopOnFailure && run.divisions.unfinished() > 0);
	}

	while (queue.length > 0) {
		const claims = await claimTogether(await nextRequests(), postponed, run);
		const before = postponed.phones.size;
		while (claims.requests.length > 0) {
			const [next] = claims.requests as [PlannedRequest];
			const areHeld = await readyUnderClaims(readyFor(next), claims, run, () =>
				overtakes(next, before),
			);
			claims.requests.shift();
			let claimed: Claimed = { ...claims, requests: [next] };
			if (!areHeld) {
				// It is ready now; the others wait without claims.
				queue.unshift(...claims.requests.splice(0));
				claimed = await claimTogether([next], postponed, run);
			}
			const [request] = claimed.requests;
			if (request === undefined) continue;
			const { left, freed } = lastLook(request, run);
			if (freed) unconfirmed.add(freed);
			if (left.entries.length === 0) continue;
			const sent = sendOrDivide(left, claimed.timeToSend, postponed, run);
			inFlight.add(phonesOf(left), sent);
			unconfirmed.add(sent.then(async (endClaims) => await endClaims()));
		}
	}
	await unconfirmed.atMost(0);
	return postponed;
}
