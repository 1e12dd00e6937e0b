import type { Clock } from './clock';

/** Keeps the whole run, not one worker, to the rate limit and to what a 429 asked for. */
export type Pacer = {
	/** Resolves when the next request may start. */
	turn(signal?: AbortSignal): Promise<void>;
	/** Nothing starts for that many milliseconds. */
	pause(milliseconds: number): void;
};

/** @param requestsPerSecond 0 for no limit */
export function createPacer(requestsPerSecond: number, clock: Clock): Pacer {
	const spacing = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	let next = 0;
	let pausedUntil = 0;

	return {
		pause(milliseconds) {
			pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
		},
		async turn(signal) {
			let start = clock.now();
			if (spacing > 0) {
				start = Math.max(next, start);
				next = start + spacing;
			}
			// A pause may begin, or grow, while this one waits.
			while (!signal?.aborted) {
				const wait = Math.max(start, pausedUntil) - clock.now();
				if (wait <= 0) return;
				await clock.wait(wait, signal);
			}
		},
	};
}
