import { untilAborted } from '../clock';
import type { Lock } from './lock';
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
 * @throws Error where the store fails, or the signal aborts before the lease
 */
export type InLease = (change: MarkChange, signal?: AbortSignal) => Promise<ReadonlySet<string>>;

/** n8n's thread stands still while marks are removed: a third of a second for these, in a full store. */
export const MOST_REMOVALS = 250;

type Job = {
	change: MarkChange;
	done(known: ReadonlySet<string>): void;
	fail(error: unknown): void;
};

export function createLeases(store: MarkStore, lock: Lock): InLease {
	let waiting: Job[] = [];
	let working = false;

	/** Any number of jobs, as long as they do not remove much. */
	function takeJobs(): Job[] {
		let removes = 0;
		const isMuch = ({ change }: Job) => (removes += change.removes ?? 0) >= MOST_REMOVALS;
		return waiting.splice(0, waiting.findIndex(isMuch) + 1 || waiting.length);
	}

	async function workInLease(): Promise<void> {
		let jobs: Job[] = [];
		let ends: Array<() => void> = [];
		try {
			await lock.hold(
				async ({ step }) => {
					jobs = takeJobs();
					const record = [...new Set(jobs.flatMap(({ change }) => change.record?.() ?? []))];
					const known =
						record.length > 0
							? await step(async () => await store.record(record))
							: new Set<string>();
					const removals = jobs.map(({ change }) => change.remove?.(known) ?? []);
					const remove = removals.flat();
					let failure: unknown;
					if (remove.length > 0) {
						await step(async () => await store.remove(remove)).catch((error) => (failure = error));
					}
					ends = jobs.map(
						({ done, fail }, index) =>
							() =>
								failure && removals[index]!.length > 0 ? fail(failure) : done(known),
					);
				},
				() => waiting.length > 0,
			);
		} catch (error) {
			const failed = jobs.length > 0 ? jobs : waiting.splice(0);
			ends = failed.map(
				({ fail }) =>
					() =>
						fail(error),
			);
		}
		// Only now, as n8n may end the process with the execution, and nobody else could unlock it.
		for (const end of ends) end();
	}

	async function work(): Promise<void> {
		if (working) return;
		working = true;
		while (waiting.length > 0) await workInLease();
		working = false;
	}

	const cancelled = () => new Error('the execution was cancelled.');
	return async (change, signal) => {
		if (signal?.aborted) throw cancelled();
		const made = new Promise<ReadonlySet<string>>((done, fail) =>
			waiting.push({ change, done, fail }),
		);
		const job = waiting.at(-1)!;
		void work();
		await untilAborted(made, signal);
		// What has begun is waited for.
		if (!waiting.includes(job)) return await made;
		waiting = waiting.filter((other) => other !== job);
		throw cancelled();
	};
}
