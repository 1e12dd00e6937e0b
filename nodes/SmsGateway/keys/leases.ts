import type { Lock, Step } from './lock';

/** Marks that outlive executions. Each call changes the store as a whole or not at all. */
export type MarkStore = {
	/** Records marks; those that were there already. It cannot tell without recording. @throws Error of n8n */
	record(marks: readonly string[]): Promise<ReadonlySet<string>>;
	/** Slow where it is many: n8n searches its whole list for each. */
	remove(marks: readonly string[]): Promise<void>;
};

type MarkChange = Readonly<{
	record?: readonly string[];
	remove?(known: ReadonlySet<string>): readonly string[];
}>;

/**
 * Makes a change under the lock; once that is given back, tells which recorded marks were there before. Each
 * write is of the whole row, so changes that wait for the next lease are made together, up to the first that
 * may remove something. A mark may be in one of them only. @throws Error where the store fails
 */
export type InLease = (change: MarkChange) => Promise<ReadonlySet<string>>;

type Job = MarkChange & { end(known: ReadonlySet<string> | Promise<never>): void };

export function createLeases(store: MarkStore, lock: Lock): InLease {
	const waiting: Job[] = [];
	let last: Promise<void> = Promise.resolve();

	/** Makes the changes that wait, unless an earlier lease has made them. */
	async function work(): Promise<void> {
		if (waiting.length === 0) return;
		let jobs: Job[] = [];
		const done: { known?: ReadonlySet<string>; error?: unknown } = {};
		const make = async (step: Step) => {
			const removing = waiting.findIndex((job) => job.remove);
			jobs = waiting.splice(0, removing + 1 || waiting.length);
			const marks = jobs.flatMap(({ record = [] }) => record);
			done.known = marks.length > 0 ? await step(async () => await store.record(marks)) : new Set();
			const over = jobs.at(-1)!.remove?.(done.known) ?? [];
			if (over.length > 0) await step(async () => await store.remove(over));
		};
		await lock.hold(make).catch((error: unknown) => (done.error = error));
		// Only now, as n8n may end the process with the execution, and no other process could unlock it.
		for (const { remove, end } of jobs.length > 0 ? jobs : waiting.splice(0)) {
			// The others recorded their marks also where the removal failed.
			const { known, error } = done;
			end(known && !(remove && error) ? known : Promise.reject(error));
		}
	}

	return async (change) =>
		await new Promise((end) => {
			waiting.push({ ...change, end });
			last = last.then(work);
		});
}
