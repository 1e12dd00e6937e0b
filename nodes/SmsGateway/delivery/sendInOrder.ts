import type { PlannedRequest } from '../domain/plan/plan';
import { mayDivide } from '../domain/service/retryPolicy';
import { attempt } from './attempt';
import { createPool } from './pace';
import type { Run, SentRequest } from './run';

export const indexesIn = (requests: readonly PlannedRequest[]): number[] =>
	requests.flatMap(({ entries }) => entries);

/**
 * Milliseconds. Where responses are quick, the requests that come next are claimed while others are in
 * flight, as a write of the database takes as long as a request. Whose slot does not come soon holds no claim.
 */
const SOON = 1000;

/**
 * Sends the requests in their order; one that is attempted again goes first. Each recipient ends settled, or
 * is left to the next pass. Nothing that is left is claimed: a run that waits for another holds nothing that
 * the other could wait for, so there is no deadlock. It ends with a rest where a request is open, or is to
 * be divided under 'Stop Workflow'.
 *
 * @param isDivision whether they are the parts of one that is being divided, which notes itself who is refused
 */
export async function sendInOrder(
	requests: readonly PlannedRequest[],
	run: Run,
	isDivision = false,
): Promise<SentRequest[]> {
	const { rateLimiter } = run;
	const { clock, deduplication, signal, timingRefusalOf } = run.tools;
	const { concurrency, requestsPerSecond, stopOnFailure } = run.settings;
	const inFlight = createPool();
	/** By phone, the request in flight to it. */
	const sendingTo = new Map<string, Promise<unknown>>();
	/** Requests that are in flight, or whose claims are not ended yet. */
	const unfinished = createPool();
	/** The next one is the last, as taking the first of a long list is slow. */
	const queue = [...requests].reverse();
	const again: PlannedRequest[] = [];
	const sent: SentRequest[] = [];
	const mostTogether = Math.min(concurrency, Math.ceil(requestsPerSecond) || concurrency);
	const isCutShort = (): boolean =>
		run.open.length > 0 || (stopOnFailure && run.refused.length > 0);

	/** Leaves entries to the next pass. */
	function leave(request: PlannedRequest, entries: readonly number[]): void {
		if (entries.length > 0) run.left.push({ ...request, entries });
		run.waitFor(entries);
	}

	/**
	 * Claims the keys of several requests in one write.
	 *
	 * @returns the requests with those to send now; the others are settled or left
	 */
	async function claim(asked: readonly PlannedRequest[]): Promise<PlannedRequest[]> {
		const wanted = asked.filter((request) => {
			const halted = run.halted(request);
			if (halted) run.settle(request.entries, halted);
			return halted === undefined;
		});
		const claims = await deduplication.claim(run.entriesOf(indexesIn(wanted)));
		return wanted.flatMap((request) => {
			const mine: number[] = [];
			const elsewhere: number[] = [];
			for (const index of request.entries) {
				const found = claims.get(run.plan.entries[index]!);
				if (found?.kind === 'elsewhere') elsewhere.push(index);
				else if (found?.kind === 'settled') {
					// What another execution has sent, or left in doubt, is no failure of this one.
					if (found.outcome.status === 'notSent') run.haltOn(found.outcome);
					run.settle([index], found.outcome);
				} else {
					if (found?.doubt && !run.doubts.has(index)) run.doubts.set(index, found.doubt);
					mine.push(index);
				}
			}
			leave(request, elsewhere);
			return mine.length > 0 ? [{ ...request, entries: mine }] : [];
		});
	}

	/**
	 * The last look before a request starts: an earlier SMS may have been left meanwhile, the time may have
	 * passed, or another request may have ended the run.
	 *
	 * @returns whom to send to
	 */
	function lastLook(request: PlannedRequest): number[] {
		leave(request, request.entries.filter(run.isWaiting));
		return request.entries.filter((index) => {
			if (run.isWaiting(index)) return false;
			const late = timingRefusalOf?.(run.plan.entries[index]!, clock.now());
			const refusal = late ?? run.halted(request);
			if (refusal === undefined) return true;
			run.settle([index], refusal);
			run.haltOn(refusal);
			return false;
		});
	}

	/** @returns what ends its claims; who waits for another attempt holds none */
	async function send(request: PlannedRequest): Promise<() => Promise<void>> {
		const { entries, attempts = 0 } = request;
		const { outcome, wait, isOpen } = await attempt(request, run);
		const endClaims = async () => await run.endClaims(entries, outcome.status);
		if (wait === undefined) sent.push({ entries, outcome });
		else {
			await endClaims();
			await clock.wait(wait, signal);
			const inDoubt = { request: outcome.request!, recipients: entries.length };
			const isInDoubt = outcome.status === 'unknown';
			again.push({ ...request, attempts: attempts + 1, ...(isInDoubt && { inDoubt }) });
		}
		if (isOpen) run.open.push({ ...request, outcome });
		if (!isDivision && mayDivide(outcome, entries.length)) {
			if (!isOpen) run.refused.push({ ...request, outcome });
			run.waitFor(entries);
		}
		for (const index of entries) sendingTo.delete(run.phoneAt(index));
		return wait === undefined && !isOpen ? endClaims : async () => {};
	}

	async function readyFor(request: PlannedRequest): Promise<void> {
		if (run.halted(request)) return;
		await inFlight.atMost(concurrency - 1);
		await Promise.all(request.entries.map((index) => sendingTo.get(run.phoneAt(index))));
		await rateLimiter.ready(signal);
	}

	/** @returns whether it has started in time, or need not */
	async function starts(request: PlannedRequest, tooLong: Promise<void>): Promise<boolean> {
		const isReady = await Promise.race([readyFor(request).then(() => true), tooLong]);
		if (!isReady) run.lastTook = SOON;
		if (!isReady || isCutShort() || again.length > 0) return false;
		if (!run.halted(request) && !rateLimiter.take()) return false;
		const entries = lastLook(request);
		if (entries.length < request.entries.length) {
			const others = request.entries.filter((index) => !entries.includes(index));
			unfinished.add(run.endClaims(others));
		}
		if (entries.length === 0) return true;
		const sending = send({ ...request, entries });
		for (const index of entries) sendingTo.set(run.phoneAt(index), sending);
		inFlight.add(sending);
		unfinished.add(sending.then(async (endClaims) => await endClaims()));
		return true;
	}

	async function areLeft(): Promise<boolean> {
		if (queue.length === 0 || isCutShort()) await unfinished.atMost(0);
		queue.push(...again.splice(0).reverse());
		return queue.length > 0 && !isCutShort();
	}

	while (await areLeft()) {
		await unfinished.atMost(concurrency);
		const areQuick = run.lastTook < SOON;
		if (!areQuick) await readyFor(queue.at(-1)!);
		const free = areQuick ? concurrency : Math.max(1, concurrency - inFlight.unfinished());
		const claimed = await claim(queue.splice(-Math.min(mostTogether, free)).reverse());
		const end = new AbortController();
		const tooLong = clock.wait(SOON, end.signal);
		while (claimed.length > 0 && (await starts(claimed[0]!, tooLong))) claimed.shift();
		end.abort();
		await run.endClaims(indexesIn(claimed));
		queue.push(...claimed.reverse());
	}
	// Too many for the arguments of a call.
	for (const request of queue.reverse()) run.rest.push(request);
	return sent;
}
