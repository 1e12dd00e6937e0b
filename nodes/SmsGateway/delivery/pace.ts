import { MINUTE, type Clock } from '../clock';
import type { Cause } from '../domain/cause';
import { MAX_TOTAL_WAIT, MAX_WAIT } from '../domain/service/retryPolicy';

/**
 * Work that goes on by itself. Whoever adds to it waits first until there is little enough of it. A counter
 * and those who wait for it: each end costs the same, however much is in flight.
 */
export function createPool() {
	let unfinished = 0;
	let failure: { error: unknown } | undefined;
	let waiting: Array<() => void> = [];

	const end = (): void => {
		unfinished--;
		const ready = waiting;
		waiting = [];
		for (const resume of ready) resume();
	};

	return {
		add(work: Promise<unknown>): void {
			unfinished++;
			void work.then(end, (error: unknown) => {
				failure ??= { error };
				end();
			});
		},
		unfinished: (): number => unfinished,
		/**
		 * Resolves once at most that many are unfinished.
		 *
		 * @throws what failed first, if any of the work did
		 */
		async atMost(count: number): Promise<void> {
			while (unfinished > count && failure === undefined) {
				await new Promise<void>((resume) => waiting.push(resume));
			}
			if (failure !== undefined) throw failure.error;
		},
	};
}

/**
 * Keeps the whole run, not one request, to the rate limit and to what a 429 asked for.
 *
 * @param requestsPerSecond 0 for no limit
 */
export function createRateLimiter(
	requestsPerSecond: number,
	{ uptime, wait }: Pick<Clock, 'uptime' | 'wait'>,
) {
	const spacing = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	let next = -Infinity;
	let pausedUntil = -Infinity;
	let paused = 0;
	const left = (): number => Math.max(next, pausedUntil) - uptime();

	return {
		/** Resolves when a request may start, or the signal aborts. */
		async ready(signal?: AbortSignal): Promise<void> {
			while (!signal?.aborted && left() > 0) await wait(left(), signal);
		},
		/** Lets a request start now; false where a pause has begun. */
		take(): boolean {
			if (left() > 0) return false;
			next = uptime() + spacing;
			return true;
		},
		/**
		 * Nothing starts for that many milliseconds.
		 *
		 * @returns why there is no pause: it would be too long, or all of them together
		 */
		pause(milliseconds: number): Cause | undefined {
			const name = 'askedToWait';
			if (milliseconds > MAX_WAIT) return { name, minutes: Math.ceil(milliseconds / MINUTE) };
			const now = uptime();
			const until = Math.max(pausedUntil, now + milliseconds);
			const more = until - Math.max(pausedUntil, now);
			if (paused + more > MAX_TOTAL_WAIT) return { name, minutes: MAX_TOTAL_WAIT / MINUTE };
			paused += more;
			pausedUntil = until;
			return undefined;
		},
	};
}
