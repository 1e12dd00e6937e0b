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
	/** Resolves when a request could start. Takes no slot, as it may turn out that none is needed. */
	ready(signal?: AbortSignal): Promise<void>;
	/** Takes the next slot and resolves when it has come. The request must then start. */
	acquire(signal?: AbortSignal): Promise<void>;
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
	clock: Clock,
	maxPause = Infinity,
): RateLimiter {
	const spacing = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	let last = -Infinity;
	let next = -Infinity;
	let pausedUntil = -Infinity;
	let pauses = 0;
	let paused = 0;

	return {
		async ready(signal) {
			while (!signal?.aborted) {
				const wait = next - clock.uptime();
				if (wait <= 0) return;
				await clock.wait(wait, signal);
			}
		},
		async acquire(signal) {
			for (;;) {
				const seen = pauses;
				const start = Math.max(next, clock.uptime());
				next = start + spacing;
				while (!signal?.aborted && clock.uptime() < start) {
					await clock.wait(start - clock.uptime(), signal);
				}
				if (seen === pauses) {
					last = start;
					return;
				}
			}
		},
		pause(milliseconds) {
			const now = clock.uptime();
			const until = now + milliseconds;
			if (until <= pausedUntil) return true;
			const more = until - Math.max(now, pausedUntil);
			if (paused + more > maxPause) return false;
			paused += more;
			pausedUntil = until;
			// Slots taken so far are void, or all who wait would start together when the pause ends.
			pauses++;
			next = Math.max(last + spacing, until);
			return true;
		},
	};
}
