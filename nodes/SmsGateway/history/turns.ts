import { untilAborted, type Timer } from '../clock';
import type { Lock } from './lock';
import type { MarkStore } from './marks';

/** What is done to the marks in one turn of the lock. */
export type MarkChange = Readonly<{
	remove?: readonly string[];
	record?: readonly string[];
	/** How many marks `then` may remove. */
	removes?: number;
	/**
	 * Goes on within the same turn.
	 *
	 * @param known of the recorded marks, those that were there already
	 */
	then?(known: ReadonlySet<string>, marks: MarkStore): Promise<void>;
}>;

/** @param turn when the turn began in which the change is made */
type Prepare = (turn: Timer) => MarkChange;

export type InTurn = (prepare: Prepare, signal?: AbortSignal) => Promise<void>;

/** n8n's thread stands still while marks are removed: a third of a second for these, in a full store. */
export const MOST_REMOVALS = 250;

type Job = { prepare: Prepare; done(): void; fail(error: unknown): void };

/**
 * Makes changes under the lock. Each write is of the whole row, so changes that wait for the next
 * turn go together.
 *
 * @returns a function that resolves when its change is made and the lock given back, and rejects
 * where the store fails or the signal aborts before the turn
 */
export function createTurns(store: MarkStore, lock: Lock): InTurn {
	let waiting: Job[] = [];
	let working = false;

	/** The changes of one turn: any number, as long as they do not remove much. */
	function takeChanges(turn: Timer): Array<{ job: Job; change: MarkChange }> {
		const taken = [];
		for (let removals = 0; waiting.length > 0 && removals < MOST_REMOVALS;) {
			const job = waiting.shift()!;
			const change = job.prepare(turn);
			removals += (change.remove?.length ?? 0) + (change.removes ?? 0);
			taken.push({ job, change });
		}
		return taken;
	}

	async function takeTurn(): Promise<void> {
		let taken: ReturnType<typeof takeChanges> = [];
		const ends: Array<() => void> = [];
		try {
			await lock.hold(
				async ({ timer, step }) => {
					taken = takeChanges(timer);
					const marks: MarkStore = {
						record: async (given) =>
							given.length > 0 ? await step(async () => await store.record(given)) : new Set(),
						async remove(given) {
							if (given.length > 0) await step(async () => await store.remove(given));
						},
					};
					await marks.remove(taken.flatMap(({ change }) => change.remove ?? []));
					const record = new Set(taken.flatMap(({ change }) => change.record ?? []));
					const known = await marks.record([...record]);
					for (const { job, change } of taken) {
						await (change.then?.(known, marks) ?? Promise.resolve()).then(
							() => ends.push(job.done),
							(error) => ends.push(() => job.fail(error)),
						);
					}
				},
				() => waiting.length > 0,
			);
			// Only now, as n8n may end the process with the execution, and nobody else could unlock it.
			for (const end of ends) end();
		} catch (error) {
			const failed = taken.length > 0 ? taken.map(({ job }) => job) : waiting.splice(0);
			for (const job of failed) job.fail(error);
		}
	}

	async function work(): Promise<void> {
		if (working) return;
		working = true;
		while (waiting.length > 0) await takeTurn();
		working = false;
	}

	const cancelled = () => new Error('the execution was cancelled.');
	return async (prepare, signal) => {
		if (signal?.aborted) throw cancelled();
		const made = new Promise<void>((done, fail) => waiting.push({ prepare, done, fail }));
		const job = waiting.at(-1)!;
		void work();
		await untilAborted(made, signal);
		// What has begun is waited for.
		if (!waiting.includes(job)) return await made;
		waiting = waiting.filter((other) => other !== job);
		throw cancelled();
	};
}
