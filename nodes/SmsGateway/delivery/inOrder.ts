import type { PlannedRequest } from '../domain/plan/plan';
import { mayDivide } from '../domain/service/retryPolicy';
import { indexesOf, startPass, type Pass } from './claims';
import { createInFlight, createPool } from './pace';
import { attempt } from './request';
import type { Run } from './run';

/**
 * Milliseconds. Where responses are quick, the requests that come next are claimed while others are in
 * flight, as a write of the database takes as long as a request. Whose slot does not come soon holds no claim.
 */
const SOON = 1000;

/**
 * Sends the requests in their order; one that is attempted again goes first. 'Stop Workflow' leaves the rest
 * to the next pass where one is refused that is to be divided.
 *
 * @param isDivision whether they are the parts of one that is being divided, which notes itself who is refused
 */
export async function sendInOrder(
	requests: readonly PlannedRequest[],
	run: Run,
	isDivision = false,
): Promise<Pass> {
	const { rateLimiter } = run;
	const { clock, deduplication, signal } = run.tools;
	const { concurrency, requestsPerSecond, stopOnFailure } = run.settings;
	const pass = startPass(run);
	const inFlight = createInFlight(concurrency);
	/** Requests that are in flight, or whose claims are not ended yet. */
	const unfinished = createPool();
	const queue = [...requests];
	const again: PlannedRequest[] = [];
	const mostTogether =
		requestsPerSecond > 0 ? Math.min(concurrency, Math.ceil(requestsPerSecond)) : concurrency;
	const isCutShort = (): boolean => stopOnFailure && pass.refused.length > 0;

	async function readyFor(request: PlannedRequest): Promise<void> {
		if (run.halted(request)) return;
		await inFlight.slotFor(request.entries.map(run.phoneAt));
		await rateLimiter.ready(signal);
	}

	/** @returns what ends its claims; who waits for another attempt holds none */
	async function send(request: PlannedRequest): Promise<() => Promise<void>> {
		const { entries, attempts = 0 } = request;
		const { outcome, wait } = await attempt(request, run);
		if (wait !== undefined) {
			await run.endClaims(entries, outcome);
			await clock.wait(wait, signal);
			const inDoubt = { request: outcome.request!, recipients: entries.length };
			const isInDoubt = outcome.status === 'unknown';
			again.push({ ...request, attempts: attempts + 1, ...(isInDoubt && { inDoubt }) });
			return async () => {};
		}
		pass.sent.push({ entries, outcome });
		if (!isDivision && mayDivide(outcome, entries.length)) pass.divideLater(request);
		return async () => await run.endClaims(entries, outcome);
	}

	/** @returns whether it has started, or need not */
	function start(request: PlannedRequest): boolean {
		if (!run.halted(request) && !rateLimiter.take()) return false;
		const now = pass.lastLook(request);
		const sent = new Set(now.entries);
		const others = request.entries.filter((index) => !sent.has(index));
		if (others.length > 0) unfinished.add(run.releaseClaims(others));
		if (now.entries.length === 0) return true;
		const sending = send(now);
		inFlight.add(now.entries.map(run.phoneAt), sending);
		unfinished.add(sending.then(async (endClaims) => await endClaims()));
		return true;
	}

	async function areLeft(): Promise<boolean> {
		if (queue.length === 0) await unfinished.atMost(0);
		queue.unshift(...again.splice(0));
		return queue.length > 0 && !isCutShort();
	}

	while (await areLeft()) {
		await unfinished.atMost(concurrency);
		const areQuick = run.lastTook < SOON;
		if (!areQuick) await readyFor(queue[0]!);
		const most = areQuick ? concurrency : Math.max(1, inFlight.freeSlots());
		const next = queue.splice(0, Math.min(mostTogether, most));
		const claimed = await pass.claim(next);
		const end = new AbortController();
		const tooLong = deduplication.isOn ? clock.wait(SOON, end.signal) : new Promise<void>(() => {});
		while (claimed.length > 0) {
			let isReady = false;
			await Promise.race([readyFor(claimed[0]!).then(() => (isReady = true)), tooLong]);
			if (isReady && !isCutShort() && again.length === 0 && start(claimed[0]!)) {
				claimed.shift();
				continue;
			}
			if (!isReady) run.lastTook = SOON;
			await run.releaseClaims(indexesOf(claimed));
			queue.unshift(...claimed.splice(0));
		}
		end.abort();
	}
	await unfinished.atMost(0);
	// Too many for the arguments of a call.
	pass.left = [...pass.left, ...again, ...queue];
	return pass;
}
