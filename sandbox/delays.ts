/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */

export type Delays = ReturnType<typeof createDelays>;

/** Timers that can all be dropped at once, so that closing the sandbox waits for none. */
export function createDelays() {
	const timers = new Set<NodeJS.Timeout>();
	return {
		/** Runs the action after so many milliseconds; at once, in the same turn, for 0. */
		run(milliseconds: number, action: () => void): void {
			if (milliseconds <= 0) return action();
			const timer = setTimeout(() => {
				timers.delete(timer);
				action();
			}, milliseconds);
			timers.add(timer);
		},

		dropAll(): void {
			for (const timer of timers) clearTimeout(timer);
			timers.clear();
		},
	};
}
