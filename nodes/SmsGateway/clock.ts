/** Time and chance, handed in so that tests need not wait for either. */
export type Clock = {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after that many milliseconds, or as soon as the signal aborts. */
	wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** 0 to 1. */
	random(): number;
};

/** Waits for the work, but no longer than until the signal aborts. */
export async function untilAborted(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	let stop: () => void = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal?.addEventListener('abort', stop);
	});
	await Promise.race([work, aborted]);
	signal?.removeEventListener('abort', stop);
}

/** @param sleep waits that many milliseconds (n8n's own, since nodes may not set timers) */
export const systemClock = (sleep: (milliseconds: number) => Promise<void>): Clock => ({
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		if (signal?.aborted || milliseconds <= 0) return;
		await untilAborted(sleep(milliseconds), signal);
	},
});
