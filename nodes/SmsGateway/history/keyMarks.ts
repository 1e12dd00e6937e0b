import type { KeyEnd } from './deduplication';
import type { Lock, Step } from './lock';

/** Marks that outlive executions. Each call changes the store as a whole or not at all. */
export type MarkStore = {
	/**
	 * Records the marks and tells which of them were there already. It cannot tell without recording.
	 *
	 * @throws Error with a sentence for the user
	 */
	record(marks: readonly string[]): Promise<ReadonlySet<string>>;
	/** Slow where it is many: n8n searches its whole list for each. */
	remove(marks: readonly string[]): Promise<void>;
};

/** What is done to the marks in one lease of the lock. */
export type MarkChange = Readonly<{
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

type Mark = (key: string) => string;

/** The marks of a key. To claim and to confirm, which nearly every key goes through, record one each. */
const claimed: Mark = (key) => `claimed ${key}`;
const sent: Mark = (key) => `sent ${key}`;
const doubt: Mark = (key) => `doubt ${key}`;

export type KeyState = KeyEnd | 'claimed';

/** Which marks a key has. One in doubt keeps `sent`: by that its holder, who records it, sees the doubt. */
const MARKS_IN: Record<KeyState, readonly Mark[]> = {
	free: [],
	claimed: [claimed],
	sent: [claimed, sent],
	inDoubt: [claimed, sent, doubt],
};

function stateOf(key: string, known: ReadonlySet<string>): KeyState {
	if (!known.has(claimed(key))) return 'free';
	if (known.has(doubt(key))) return 'inDoubt';
	return known.has(sent(key)) ? 'sent' : 'claimed';
}

/** What keys become, by the state in which they are found; the others stay as they are. */
type Becoming = Readonly<Partial<Record<KeyState, KeyState>>>;

/** With Resend another may have sent it meanwhile. */
const RELEASED: Becoming = { claimed: 'free', inDoubt: 'free' };

/** n8n's thread stands still while marks are removed: a third of a second for those of so many, in a full store. */
const MOST_ASKED = 80;

export type KeyStates = ReturnType<typeof createKeyStates>;

/** The states of keys in n8n's store. Who changes one has it in this process for himself. */
export function createKeyStates(inLease: InLease) {
	/** A removal that fails leaves a doubt. It is not made again: another process may have claimed the keys since. */
	async function removeDoubts(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		await inLease({ remove: () => keys.map(doubt) }).catch(() => undefined);
	}

	/**
	 * The states in which keys are found, in short leases. To ask is to record, so a key is put in doubt
	 * first: a crash leaves that, and never a key that reads as sent and was not.
	 */
	async function ask(
		keys: readonly string[],
		becoming: (key: string) => Becoming = () => ({}),
	): Promise<Map<string, KeyState | Error>> {
		const found = new Map<string, KeyState | Error>();
		for (let from = 0; from < keys.length; from += MOST_ASKED) {
			const some = keys.slice(from, from + MOST_ASKED);
			await inLease({
				record: some.flatMap((key) => MARKS_IN.inDoubt.map((mark) => mark(key))),
				remove: (known) =>
					some.flatMap((key) => {
						const state = stateOf(key, known);
						found.set(key, state);
						const kept = MARKS_IN[becoming(key)[state] ?? state];
						return MARKS_IN.inDoubt.flatMap((mark) => (kept.includes(mark) ? [] : mark(key)));
					}),
			}).catch(async (error: Error) => {
				const sentBefore = some.filter((key) => found.get(key) === 'sent');
				for (const key of some) if (!sentBefore.includes(key)) found.set(key, error);
				await removeDoubts(sentBefore);
			});
		}
		return found;
	}

	return {
		ask,
		/** Claims the keys that are free; what the others become. Those that were free are not in the result. */
		async claim(keys: readonly string[], becoming: (key: string) => Becoming) {
			const known = await inLease({ record: keys.map(claimed) });
			const others = keys.filter((key) => known.has(claimed(key)));
			return await ask(others, (key) => ({ ...becoming(key), free: 'claimed' }));
		},
		/** Ends claims, also where others have put the keys in doubt. What fails leaves a doubt. */
		async end(keys: readonly string[], end: KeyEnd): Promise<void> {
			if (keys.length === 0) return;
			if (end === 'free') return void (await ask(keys, () => RELEASED));
			const mark = end === 'sent' ? sent : doubt;
			const change = { record: keys.flatMap((key) => [claimed(key), mark(key)]) };
			const known = await inLease(change)
				.catch(async () => await inLease(change))
				.catch(() => new Set<string>());
			// Who puts a key in doubt, or dies while asking for it, leaves `sent` too.
			if (end === 'sent') await removeDoubts(keys.filter((key) => known.has(sent(key))));
		},
	};
}
