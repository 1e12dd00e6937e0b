import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { mayDivide } from '../domain/service/retryPolicy';
import {
	claimTogether,
	indexesOf,
	lastLook,
	releaseClaims,
	startPass,
	waitFor,
	type Pass,
} from './claims';
import { divideRefused } from './divide';
import { createInFlight, createPool } from './pace';
import { sendRequest } from './request';
import { startRun, type DeliverySettings, type DeliveryTools, type Run } from './run';

export type Delivery = Readonly<{
	/** One per entry of the plan, in their order. */
	outcomes: readonly Outcome[];
	/** Requests made, counting each attempt. */
	requests: number;
}>;

/** In the order of the input: each pass leaves what has to wait in the order in which it found that out. */
const inOrder = (requests: readonly PlannedRequest[]): PlannedRequest[] =>
	[...requests].sort((a, b) => a.entries[0]! - b.entries[0]!);

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
			const parts = await divideRefused(pass.refused, run);
			requests = inOrder([...parts.left, ...pass.left]);
			if (pass.isElsewhere || parts.isElsewhere) {
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

/**
 * Milliseconds. Where responses are quick, the requests that come next are claimed while others are in
 * flight, as a write of the database takes as long as a request. Whose slot does not come soon holds no claim.
 */
const SOON = 1000;

/** One pass over the requests. 'Stop Workflow' cuts it short where one is refused that may be divided. */
async function sendInOrder(requests: readonly PlannedRequest[], run: Run): Promise<Pass> {
	const { rateLimiter, retries } = run;
	const { clock, deduplication, signal } = run.tools;
	const { concurrency, requestsPerSecond, stopOnFailure } = run.settings;
	const pass = startPass();
	const inFlight = createInFlight(concurrency);
	const unconfirmed = createPool();
	const queue = [...requests];
	const mostTogether =
		requestsPerSecond > 0 ? Math.min(concurrency, Math.ceil(requestsPerSecond)) : concurrency;
	const isCutShort = (): boolean => stopOnFailure && pass.refused.length > 0;

	async function readyFor(request: PlannedRequest): Promise<void> {
		if (run.halted(request)) return;
		await inFlight.slotFor(request.entries.map(run.phoneAt));
		do {
			await retries.atMost(0);
			await rateLimiter.ready(signal);
		} while (retries.unfinished() > 0);
	}

	async function send(request: PlannedRequest): Promise<() => Promise<void>> {
		const sent = await sendRequest(request, pass, run);
		if (sent === undefined) return async () => {};
		if (mayDivide(sent.outcome, sent.entries.length)) {
			pass.refused.push({ ...request, entries: sent.entries });
			for (const index of sent.entries) waitFor(index, pass, run);
		}
		return sent.endClaims;
	}

	/** @returns whether it has started, or need not */
	function start(request: PlannedRequest): boolean {
		if (!run.halted(request) && !rateLimiter.take()) return false;
		const { now, freed } = lastLook(request, pass, run);
		if (freed) unconfirmed.add(freed);
		if (now.entries.length === 0) return true;
		const sent = send(now);
		inFlight.add(now.entries.map(run.phoneAt), sent);
		unconfirmed.add(sent.then(async (endClaims) => await endClaims()));
		return true;
	}

	while (queue.length > 0 && !isCutShort()) {
		await unconfirmed.atMost(concurrency);
		const areQuick = run.lastTook < SOON;
		if (!areQuick) await readyFor(queue[0]!);
		const most = areQuick ? concurrency : Math.max(1, inFlight.freeSlots());
		const next = queue.splice(0, Math.min(mostTogether, most));
		const claimed = await claimTogether(next, pass, run);
		const end = new AbortController();
		const tooLong = deduplication.isOn ? clock.wait(SOON, end.signal) : new Promise<void>(() => {});
		while (claimed.length > 0) {
			let isReady = false;
			await Promise.race([readyFor(claimed[0]!).then(() => (isReady = true)), tooLong]);
			if (isReady && !isCutShort() && start(claimed[0]!)) {
				claimed.shift();
				continue;
			}
			if (!isReady) run.lastTook = SOON;
			await releaseClaims(indexesOf(claimed), run);
			queue.unshift(...claimed.splice(0));
		}
		end.abort();
	}
	await unconfirmed.atMost(0);
	pass.left.push(...queue);
	return pass;
}
