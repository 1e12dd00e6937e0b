import type { Lease, Lock } from './lock';
import type { MarkStore } from './marks';

/** What is done to the marks in one turn of the lock. */
export type Change = Readonly<{
	remove?: readonly string[];
	record?: readonly string[];
	/**
	 * Goes on within the same turn.
	 *
	 * @param known of the recorded marks, those that were there already
	 */
	then?(known: ReadonlySet<string>, marks: MarkStore): Promise<void>;
}>;

type Job = Required<Change> & { done(): void; fail(error: unknown): void };

/**
 * Makes changes under the lock. Each write is of the whole row, so all changes that wait for the
 * next turn go together.
 *
 * @returns a function that resolves when its change is made and the lock given back, and rejects
 * where the store fails or the signal aborts before the turn
 */
export function createGroupCommit(store: MarkStore, lock: Lock) {
	let waiting: Job[] = [];
	let working = false;

	/** Each write comes early enough, or not at all. */
	const during = ({ check }: Lease): MarkStore => ({
		async record(marks) {
			check();
			return await store.record(marks);
		},
		async remove(marks) {
			check();
			await store.remove(marks);
		},
	});

	async function takeTurn(): Promise<void> {
		let jobs: Job[] = [];
		const ends: Array<() => void> = [];
		async function turn(lease: Lease): Promise<void> {
			jobs = waiting.splice(0);
			const marks = during(lease);
			const remove = jobs.flatMap((job) => job.remove);
			const record = [...new Set(jobs.flatMap((job) => job.record))];
			if (remove.length > 0) await marks.remove(remove);
			const known = record.length > 0 ? await marks.record(record) : new Set<string>();
			for (const job of jobs) {
				await job.then(known, marks).then(
					() => ends.push(job.done),
					(error) => ends.push(() => job.fail(error)),
				);
			}
		}
		try {
			await lock.hold(turn, () => waiting.length > 0);
			// Only now, as n8n may end the process with the execution, and nobody else could unlock it.
			for (const end of ends) end();
		} catch (error) {
			for (const job of [...jobs, ...waiting.splice(0)]) job.fail(error);
		}
	}

	async function work(): Promise<void> {
		if (working) return;
		working = true;
		while (waiting.length > 0) await takeTurn();
		working = false;
	}

	return async function inTurn(
		{ remove = [], record = [], then = async () => {} }: Change,
		signal?: AbortSignal,
	): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const job: Job = { remove, record, then, done, fail };
			function withdraw(): void {
				if (!waiting.includes(job)) return;
				waiting = waiting.filter((other) => other !== job);
				fail(new Error('the execution was cancelled.'));
			}
			function done(): void {
				signal?.removeEventListener('abort', withdraw);
				resolve();
			}
			function fail(error: unknown): void {
				signal?.removeEventListener('abort', withdraw);
				reject(error as Error);
			}
			waiting.push(job);
			signal?.addEventListener('abort', withdraw);
			if (signal?.aborted) withdraw();
			void work();
		});
	};
}
