import { entriesOf, requestedRows, type PlannedRequest, type Row } from '../domain/plan/plan';
import type { Status } from '../domain/outcome';
import { mayDivide } from '../domain/service/retryPolicy';
import { attempt } from './attempt';
import { Pool } from './pace';
import { settle, type Run, type SentRequest } from './run';

/**
 * Milliseconds. Where responses are quick, the requests that come next are claimed while others are in
 * flight, as a write of the database takes as long as a request. What does not get its slot soon holds no claim.
 */
const SOON = 1000;

/**
 * Sends requests in their order; one that is attempted again goes first. Each recipient ends settled, or is
 * left to the next pass without a claim, as runs that wait for each other's claims would never end. A rest is
 * left where a request is open, or is to be divided under 'Stop Workflow'.
 */
export class Pass {
	private readonly inFlight = new Pool();
	/** By phone, the request in flight to it. */
	private readonly sendingTo = new Map<string, Promise<unknown>>();
	/** In flight, or with claims that are not ended yet. */
	private readonly unfinished = new Pool();
	/** The next one is the last, as taking the first of a long list is slow. */
	private readonly queue: PlannedRequest[];
	private readonly again: PlannedRequest[] = [];
	private readonly sent: SentRequest[] = [];

	/** @param isDivision whether they are parts of a division, which notes itself what is refused */
	constructor(
		requests: readonly PlannedRequest[],
		private readonly run: Run,
		private readonly isDivision = false,
	) {
		this.queue = [...requests].reverse();
	}

	async send(): Promise<SentRequest[]> {
		const { inFlight, queue, run, unfinished } = this;
		const { concurrency, requestsPerSecond } = run.settings;
		const mostTogether = Math.min(concurrency, Math.ceil(requestsPerSecond) || concurrency);
		while (await this.areLeft()) {
			await unfinished.atMost(concurrency);
			const areQuick = run.lastTook < SOON;
			if (!areQuick) await this.readyFor(queue.at(-1)!);
			const free = areQuick ? concurrency : Math.max(1, concurrency - inFlight.size);
			const claimed = await this.claim(queue.splice(-Math.min(mostTogether, free)).reverse());
			const end = new AbortController();
			const timeIsUp = run.tools.clock.wait(SOON, end.signal);
			while (claimed.length > 0 && (await this.starts(claimed[0]!, timeIsUp))) claimed.shift();
			end.abort();
			await run.endClaims(requestedRows(claimed));
			queue.push(...claimed.reverse());
		}
		// Too many for the arguments of a call.
		for (const request of queue.reverse()) run.notBegun.push(request);
		return this.sent;
	}

	private isCutShort(): boolean {
		const { open, refused, settings } = this.run;
		return open.length > 0 || (settings.endsOnFailure && refused.length > 0);
	}

	private async areLeft(): Promise<boolean> {
		const { again, queue, unfinished } = this;
		if (queue.length === 0 || this.isCutShort()) await unfinished.atMost(0);
		queue.push(...again.splice(0).reverse());
		return queue.length > 0 && !this.isCutShort();
	}

	/** To the next pass. */
	private leave(request: PlannedRequest, rows: readonly Row[]): void {
		if (rows.length > 0) this.run.postponed.push({ ...request, rows });
		this.run.waitFor(rows);
	}

	/** In one write. The requests, with the rows to send now; the others are settled or left. */
	private async claim(asked: readonly PlannedRequest[]): Promise<PlannedRequest[]> {
		const { run } = this;
		const wanted = asked.filter((request) => {
			const halted = run.halted(request);
			if (halted) settle(request.rows, halted);
			return halted === undefined;
		});
		const claims = await run.tools.deduplication.claim(entriesOf(requestedRows(wanted)));
		return wanted.flatMap((request) => {
			const elsewhere: Row[] = [];
			const mine = request.rows.filter((row) => {
				const found = claims.get(row.entry);
				if (found?.kind === 'elsewhere') elsewhere.push(row);
				else if (found?.kind === 'settled') {
					// What another execution has sent, or left in doubt, is no failure of this one.
					if (found.outcome.status === 'notSent') run.haltOn(found.outcome);
					settle([row], found.outcome);
				} else row.doubt ??= found?.doubt;
				return (found?.kind ?? 'claimed') === 'claimed';
			});
			this.leave(request, elsewhere);
			return mine.length > 0 ? [{ ...request, rows: mine }] : [];
		});
	}

	private async readyFor(request: PlannedRequest): Promise<void> {
		const { inFlight, run, sendingTo } = this;
		if (run.halted(request)) return;
		await inFlight.atMost(run.settings.concurrency - 1);
		await Promise.all(request.rows.map(({ entry }) => sendingTo.get(entry.phone)));
		await run.rateLimiter.ready(run.tools.signal);
	}

	/** Whether it has started in time, or need not. */
	private async starts(request: PlannedRequest, timeIsUp: Promise<void>): Promise<boolean> {
		const { run, unfinished } = this;
		const isReady = await Promise.race([this.readyFor(request).then(() => true), timeIsUp]);
		if (!isReady) run.lastTook = SOON;
		if (!isReady || this.isCutShort() || this.again.length > 0) return false;
		if (!run.halted(request) && !run.rateLimiter.take()) return false;
		const rows = this.lastLook(request);
		if (rows.length < request.rows.length) {
			unfinished.add(run.endClaims(request.rows.filter((row) => !rows.includes(row))));
		}
		if (rows.length === 0) return true;
		const making = this.make({ ...request, rows });
		for (const { entry } of rows) this.sendingTo.set(entry.phone, making);
		this.inFlight.add(making);
		const endClaims = async (status?: Status) => status && (await run.endClaims(rows, status));
		unfinished.add(making.then(endClaims));
		return true;
	}

	/** What to send: an earlier SMS may have been left since the claim, the time passed, or the run ended. */
	private lastLook(request: PlannedRequest): Row[] {
		const { run } = this;
		const { clock, refusalAt } = run.tools;
		const later = request.rows.filter((row) => run.isBlocked(row));
		this.leave(request, later);
		return request.rows.filter((row) => {
			if (run.isBlocked(row)) return false;
			const refusal = refusalAt?.(row.entry, clock.now()) ?? run.halted(request);
			if (refusal === undefined) return true;
			settle([row], refusal);
			run.haltOn(refusal);
			return false;
		});
	}

	/** Resolves to the status that is to end its claims; none where they have ended, or stay with an open request. */
	private async make(request: PlannedRequest): Promise<Status | undefined> {
		const { run } = this;
		const { rows, attempts = 0 } = request;
		const { outcome, wait, isOpen } = await attempt(request, run);
		if (wait === undefined) this.sent.push({ rows, outcome });
		else {
			await run.endClaims(rows, outcome.status);
			await run.tools.clock.wait(wait, run.tools.signal);
			const inDoubt = { request: outcome.request!, recipients: rows.length };
			const isInDoubt = outcome.status === 'unknown';
			this.again.push({ ...request, attempts: attempts + 1, ...(isInDoubt && { inDoubt }) });
		}
		if (isOpen) run.open.push({ ...request, outcome });
		if (!this.isDivision && mayDivide(outcome, rows.length)) {
			if (!isOpen) run.refused.push({ ...request, outcome });
			run.waitFor(rows);
		}
		for (const { entry } of rows) this.sendingTo.delete(entry.phone);
		return wait === undefined && !isOpen ? outcome.status : undefined;
	}
}
