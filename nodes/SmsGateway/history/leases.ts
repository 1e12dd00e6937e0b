import type { Lock, Step } from './lock';
import type { MarkStore } from './marks';

/** What is done to the marks in one lease of the lock. */
export type MarkChange = Readonly<{
	/** Asked when the lease has begun. */
	record?(): readonly string[];
	/** The marks to remove, once it is known which of the recorded ones were there already. */
	remove?(known: ReadonlySet<string>): readonly string[];
	/** How many these may be. */
	removes?: number;
}>;

/**
 * Makes a change under the lock. Each write is of the whole row, so changes that wait for the next
 * lease are made together, as one of each kind. A key may be in one of them only.
 *
 * @returns of the recorded marks, those that were there, once the lock is given back
 * @throws Error where the store fails
 */
export type InLease = (change: MarkChange) => Promise<ReadonlySet<string>>;

/**
 * n8n's thread stands still while marks are removed: a third of a second for these, in a full store. Who
 * may remove so many is the last in a lease.
 */
export const MOST_REMOVALS = 250;

type Job = {
	readonly change: MarkChange;
	known: ReadonlySet<string>;
	error?: unknown;
	end(): void;
};

export function createLeases(store: MarkStore, lock: Lock): InLease {
	const waiting: Job[] = [];

	function takeJobs(): Job[] {
		let removes = 0;
		const isMuch = ({ change }: Job) => (removes += change.removes ?? 0) >= MOST_REMOVALS;
		return waiting.splice(0, waiting.findIndex(isMuch) + 1 || waiting.length);
	}

	async function make(jobs: readonly Job[], step: Step): Promise<void> {
		const record = [...new Set(jobs.flatMap(({ change }) => change.record?.() ?? []))];
		const known =
			record.length > 0 ? await step(async () => await store.record(record)) : new Set<string>();
		const removals = jobs.map((job) => {
			job.known = known;
			return job.change.remove?.(known) ?? [];
		});
		const remove = removals.flat();
		if (remove.length === 0) return;
		await step(async () => await store.remove(remove)).catch((error) => {
			jobs.forEach((job, index) => {
				if (removals[index]!.length > 0) job.error = error;
			});
		});
	}

	/** Makes the changes that wait, unless an earlier lease has made them. */
	async function work(): Promise<void> {
		let jobs: Job[] = [];
		try {
			await lock.hold(
				async (step) => {
					jobs = takeJobs();
					await make(jobs, step);
				},
				() => waiting.length > 0,
			);
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
		void work();
		await ended;
		if (job.error !== undefined) throw job.error;
		return job.known;
	};
}
