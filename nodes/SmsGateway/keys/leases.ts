import type { Lock, Step } from './lock';

/** Marks that outlive executions. Each call changes the store as a whole or not at all. */
export type MarkStore = {
	/**
	 * Records the marks and tells which of them were there already. It cannot tell without recording.
	 *
	 * @throws Error of n8n, or of its database
	 */
	record(marks: readonly string[]): Promise<ReadonlySet<string>>;
	/** Slow where it is many: n8n searches its whole list for each. */
	remove(marks: readonly string[]): Promise<void>;
};

/** What is done to the marks in one lease of the lock. */
type MarkChange = Readonly<{
	record?: readonly string[];
	/** The marks to remove, once it is known which were there already. */
	remove?(known: ReadonlySet<string>): readonly string[];
}>;

/**
 * Makes a change under the lock. Each write is of the whole row, so changes that wait for the next lease
 * are made together, up to the first that may remove something. A mark may be in one of them only.
 *
 * @returns of the recorded marks, those that were there, once the lock is given back
 * @throws Error where the store fails
 */
export type InLease = (change: MarkChange) => Promise<ReadonlySet<string>>;

type Job = {
	readonly change: MarkChange;
	known: ReadonlySet<string>;
	error?: unknown;
	end(): void;
};

export function createLeases(store: MarkStore, lock: Lock): InLease {
	const waiting: Job[] = [];
	let last: Promise<void> = Promise.resolve();

	async function make(jobs: readonly Job[], step: Step): Promise<void> {
		const record = jobs.flatMap(({ change }) => change.record ?? []);
		const known =
			record.length > 0 ? await step(async () => await store.record(record)) : new Set<string>();
		for (const job of jobs) {
			job.known = known;
			const remove = job.change.remove?.(known) ?? [];
			if (remove.length === 0) continue;
			await step(async () => await store.remove(remove)).catch((error) => (job.error = error));
		}
	}

	/** Makes the changes that wait, unless an earlier lease has made them. */
	async function work(): Promise<void> {
		if (waiting.length === 0) return;
		let jobs: Job[] = [];
		try {
			await lock.hold(async (step) => {
				const removing = waiting.findIndex(({ change }) => change.remove);
				jobs = waiting.splice(0, removing + 1 || waiting.length);
				await make(jobs, step);
			});
		} catch (error) {
			if (jobs.length === 0) jobs = waiting.splice(0);
			for (const job of jobs) job.error = error;
		}
		// Only now, as n8n may end the process with the execution, and nobody else could unlock it.
		for (const job of jobs) job.end();
	}

	return async (change) => {
		const job: Job = { change, known: new Set(), end: () => {} };
		const ended = new Promise<void>((resolve) => (job.end = resolve));
		waiting.push(job);
		last = last.then(work);
		await ended;
		if (job.error !== undefined) throw job.error;
		return job.known;
	};
}
