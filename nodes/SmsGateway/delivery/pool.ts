/** Work that goes on by itself. Whoever adds to it waits first until there is little enough of it. */
export type Pool = {
	add(work: Promise<unknown>): void;
	/**
	 * Resolves once at most that many are unfinished.
	 *
	 * @throws what failed first, if any of the work did
	 */
	atMost(count: number): Promise<void>;
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
		async atMost(count) {
			while (unfinished > count && failure === undefined) {
				await new Promise<void>((resume) => waiting.push(resume));
			}
			if (failure !== undefined) throw failure.error;
		},
	};
}
