import { MINUTE, type Clock } from '../clock';
import type { Cause } from '../domain/cause';
import { MAX_TOTAL_WAIT, MAX_WAIT } from '../domain/service/retryPolicy';

/** Work that goes on by itself. A counter, so that each end costs the same, however much is in flight. */
export class Pool {
	size = 0;
	private failure?: { error: unknown };
	private waiting: Array<() => void> = [];

	add(work: Promise<unknown>): void {
		this.size++;
		const end = (): void => {
			this.size--;
			for (const resume of this.waiting.splice(0)) resume();
		};
		work.catch((error: unknown) => (this.failure ??= { error }));
		void work.then(end, end);
	}

	/** Resolves once at most that many are unfinished. @throws what failed first */
	async atMost(count: number): Promise<void> {
		while (this.size > count && !this.failure) {
			await new Promise<void>((resume) => this.waiting.push(resume));
		}
		if (this.failure) throw this.failure.error;
	}
}

/** Keeps the whole run, not one request, to the rate limit and to what a 429 asked for. */
export class RateLimiter {
	private next = -Infinity;
	private pausedUntil = -Infinity;
	private paused = 0;

	/** @param perSecond requests; 0 for no limit */
	constructor(
		private readonly perSecond: number,
		private readonly clock: Pick<Clock, 'uptime' | 'wait'>,
	) {}

	private left(): number {
		return Math.max(this.next, this.pausedUntil) - this.clock.uptime();
	}

	/** Resolves when a request may start, or the signal aborts. */
	async ready(signal?: AbortSignal): Promise<void> {
		while (!signal?.aborted && this.left() > 0) await this.clock.wait(this.left(), signal);
	}

	/** Lets a request start now; false where a pause has begun. */
	take(): boolean {
		if (this.left() > 0) return false;
		this.next = this.clock.uptime() + (this.perSecond > 0 ? 1000 / this.perSecond : 0);
		return true;
	}

	/** Nothing starts for that many milliseconds. Undefined, or why that is too long, alone or with the others. */
	pause(milliseconds: number): Cause | undefined {
		const name = 'askedToWait';
		if (milliseconds > MAX_WAIT) return { name, minutes: Math.ceil(milliseconds / MINUTE) };
		const now = this.clock.uptime();
		const until = Math.max(this.pausedUntil, now + milliseconds);
		const more = until - Math.max(this.pausedUntil, now);
		if (this.paused + more > MAX_TOTAL_WAIT) {
			return { name, minutes: MAX_TOTAL_WAIT / MINUTE, isInAll: true };
		}
		this.paused += more;
		this.pausedUntil = until;
		return undefined;
	}
}
