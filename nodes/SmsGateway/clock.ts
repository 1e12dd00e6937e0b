/** In milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The calendar day of an instant, as part of a key: only equal or not. */
export const dayIn = (timeZone: string, instant: number): string =>
	new Date(instant).toLocaleDateString('en-US', { timeZone });

/** Time and chance, handed in so that tests need not wait for either. */
export type Clock = {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Milliseconds of a clock that nobody sets, but which may stand still while the machine sleeps. */
	uptime(): number;
	/** Resolves after that many milliseconds, or as soon as the signal aborts. */
	wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** 0 to 1. */
	random(): number;
};

/** How long ago something was: a clock may be set, and uptime may stand still while the machine sleeps. */
export type Timer = { atLeast(): number; atMost(): number };

export function startTimer({ now, uptime }: Pick<Clock, 'now' | 'uptime'>): Timer {
	const [time, up] = [now(), uptime()];
	return { atLeast: () => uptime() - up, atMost: () => Math.max(now() - time, uptime() - up) };
}

/** In milliseconds. n8n's sleep cannot be ended early: of a wait that was ended, no more is left behind. */
const LONGEST_SLEEP = 250;

/** @param sleep waits that many milliseconds (n8n's own, since nodes may not set timers) */
export const systemClock = (sleep: (milliseconds: number) => Promise<void>): Clock => ({
	now: () => Date.now(),
	uptime: () => performance.now(),
	random: () => Math.random(),
	async wait(milliseconds, signal) {
		let stop: () => void = () => {};
		const aborted = new Promise<void>((resolve) => (stop = resolve));
		signal?.addEventListener('abort', stop);
		const longest = signal ? LONGEST_SLEEP : milliseconds;
		for (let left = milliseconds; left > 0 && !signal?.aborted; left -= longest) {
			await Promise.race([sleep(Math.min(left, longest)), aborted]);
		}
		signal?.removeEventListener('abort', stop);
	},
});
