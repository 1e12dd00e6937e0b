import type { Clock } from '../clock';

/** Work that goes on by itself. Whoever adds to it waits first until there is little enough of it. */
export type Pool = {
	add(work: Promise<unknown>): void;
	/**
	 * Resolves once at most that many are unfinished.
	 *
	 * @throws what failed first, if any of the work did
	 */
	atMost(count: number): Promise<void>;
	unfinished(): number;
};

/** A counter and those who wait for it: each end costs the same, however much is in flight. */
export function createPool(): Pool {
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
		add(work) {
			unfinished++;
			void work.then(end, (error: unknown) => {
				failure ??= { error };
				end();
			});
		},
		unfinished: () => unfinished,
		async atMost(count) {
			while (unfinished > count && failure === undefined) {
				await new Promise<void>((resume) => waiting.push(resume));
			}
			if (failure !== undefined) throw failure.error;
		},
	};
}

/** The requests in flight, with the phones they are for. */
export type InFlight = {
	/** Resolves when a request may start: there is a slot, and no other to its phones is in flight. */
	slotFor(phones: readonly string[]): Promise<void>;
	add(phones: readonly string[], request: Promise<unknown>): void;
	freeSlots(): number;
};

/** @param concurrency requests in flight at once */
export function createInFlight(concurrency: number): InFlight {
	const pool = createPool();
	const byPhone = new Map<string, Promise<unknown>>();
	return {
		freeSlots: () => concurrency - pool.unfinished(),
		async slotFor(phones) {
			await pool.atMost(concurrency - 1);
			await Promise.all(phones.map((phone) => byPhone.get(phone)));
		},
		add(phones, request) {
			for (const phone of phones) byPhone.set(phone, request);
			pool.add(
				request.finally(() => {
					for (const phone of phones) byPhone.delete(phone);
				}),
			);
		},
	};
}

/** Keeps the whole run, not one worker, to the rate limit and to what a 429 asked for. */
export type RateLimiter = {
	/** Resolves when a request may start, or the signal aborts. */
	ready(signal?: AbortSignal): Promise<void>;
	/** Lets a request start now; false where another was faster, or a pause has begun. */
	take(): boolean;
	/**
	 * Nothing starts for that many milliseconds.
	 *
	 * @returns false, and there is no pause, where the pauses of the run would become too long in all
	 */
	pause(milliseconds: number): boolean;
};

/**
 * @param requestsPerSecond 0 for no limit
 * @param maxPause milliseconds that all pauses may last together
 */
export function createRateLimiter(
	requestsPerSecond: number,
	{ uptime, wait }: Pick<Clock, 'uptime' | 'wait'>,
	maxPause = Infinity,
): RateLimiter {
	const spacing = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	let next = -Infinity;
	let pausedUntil = -Infinity;
	let paused = 0;
	const left = (): number => Math.max(next, pausedUntil) - uptime();

	return {
		async ready(signal) {
			while (!signal?.aborted && left() > 0) await wait(left(), signal);
		},
		take() {
			if (left() > 0) return false;
			next = uptime() + spacing;
			return true;
		},
		pause(milliseconds) {
			const now = uptime();
			const until = now + milliseconds;
			if (until <= pausedUntil) return true;
			const more = until - Math.max(now, pausedUntil);
			if (paused + more > maxPause) return false;
			paused += more;
			pausedUntil = until;
			return true;
		},
	};
}
