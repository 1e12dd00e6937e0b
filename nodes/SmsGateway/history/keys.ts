import type { Clock } from '../clock';
import type { Lock } from './lock';
import { look, type Looked, marksOf, type MarkStore, type State } from './marks';
import { createGroupCommit } from './groupCommit';

/** A key that an execution in this process has in flight. */
type Held = { since: number; renewedIn: number; ended: Promise<void>; end(): void };

/** The deduplication keys of one node, shared by all its executions in this process. */
export type Keys = {
	/** When the execution ends that has the key in flight, if one in this process has. */
	ended(key: string): Promise<void> | undefined;
	hold(key: string): void;
	/** The opposite of hold; the store is not changed. */
	drop(key: string): void;
	/**
	 * Claims the free ones in the store. The other states stay as they are, but with `resend` those in
	 * doubt are claimed too.
	 *
	 * @returns an Error for those that the store cannot tell
	 * @throws Error where the store fails, or the signal aborts before it is asked
	 */
	claim(
		keys: readonly string[],
		resend: boolean,
		signal?: AbortSignal,
	): Promise<Map<string, State | Error>>;
	/** Records what became of keys; removes those released. Lost where the store fails. */
	write(change: { record?: readonly string[]; remove?: readonly string[] }): Promise<void>;
	/** Resolves when one of these keys, which other processes have in flight, no longer is. */
	watch(keys: readonly string[], signal: AbortSignal): Promise<void>;
	/** Whether another node of the workflow keeps the place where the lock would be. */
	isUnlocked(): boolean;
};

/** Milliseconds. In each bucket of time, who holds a key renews it, unless it has just been claimed. */
const BUCKET = 10_000;
const RENEW_EVERY = 1000;
const RENEW_AFTER = 1000;
/** A holder that is alive has renewed by then, counted from the bucket's start and from the claim. */
const RENEWED_WITHIN = BUCKET / 2;

const NOTHING: Looked = { states: new Map(), later: [] };

const bucketAt = (time: number): number => Math.floor(time / BUCKET);

export function createKeys(store: MarkStore, lock: Lock, clock: Clock): Keys {
	const inFlight = new Map<string, Held>();
	const inTurn = createGroupCommit(store, lock);
	let renewing = false;

	/** Tells other processes that this one is alive, for requests that take long. */
	async function renew(): Promise<void> {
		if (renewing) return;
		renewing = true;
		while (inFlight.size > 0) {
			await clock.wait(RENEW_EVERY);
			const bucket = bucketAt(clock.now());
			const due = [...inFlight].filter(
				([, { since, renewedIn }]) => renewedIn < bucket && since <= clock.now() - RENEW_AFTER,
			);
			for (const [, held] of due) held.renewedIn = bucket;
			const record = due.flatMap(([key]) => marksOf.renew(key, bucket));
			if (record.length > 0) await inTurn({ record }).catch(() => undefined);
		}
		renewing = false;
	}

	/** A lost write leaves a doubt, and never more. */
	const write: Keys['write'] = async (change) => await inTurn(change).catch(() => undefined);

	/** Ends what a look had no time for. */
	async function finish({ later }: Looked): Promise<void> {
		if (later.length > 0) await write({ remove: later });
	}

	return {
		ended: (key) => inFlight.get(key)?.ended,
		hold(key) {
			let end = () => {};
			const ended = new Promise<void>((resolve) => (end = resolve));
			inFlight.set(key, { since: clock.now(), renewedIn: 0, ended, end });
			void renew();
		},
		drop(key) {
			const held = inFlight.get(key);
			inFlight.delete(key);
			held?.end();
		},
		async claim(keys, resend, signal) {
			const states = new Map<string, State | Error>(keys.map((key) => [key, 'free']));
			let looked = NOTHING;
			async function then(known: ReadonlySet<string>, marks: MarkStore): Promise<void> {
				const others = keys.filter((key) => marksOf.claim(key).some((mark) => known.has(mark)));
				if (others.length === 0) return;
				try {
					looked = await look(others, marks);
					for (const [key, state] of looked.states) states.set(key, state);
					const doubtful = others.filter((key) => resend && states.get(key) === 'inDoubt');
					if (doubtful.length > 0) await marks.remove(doubtful.flatMap(marksOf.leave));
				} catch (error) {
					for (const key of others) states.set(key, error as Error);
				}
			}
			await inTurn({ record: keys.flatMap(marksOf.claim), then }, signal);
			await finish(looked);
			return states;
		},
		write,
		async watch(keys, signal) {
			const since = clock.now();
			for (let pause = 50; ; pause = Math.min(pause * 1.5, 1000)) {
				await clock.wait(pause * (0.5 + clock.random()), signal);
				if (signal.aborted) return;
				const now = clock.now();
				const bucket = bucketAt(now);
				const isTelling = now - Math.max(since, bucket * BUCKET) >= RENEWED_WITHIN;
				// One tells of the others, as they were claimed together, until it is time to ask who is alive.
				const asked = isTelling ? keys : keys.slice(0, 1);
				let looked = NOTHING;
				await inTurn(
					{
						async then(_, marks) {
							looked = await look(asked, marks, isTelling ? bucket : undefined);
						},
					},
					signal,
				).catch(() => undefined);
				await finish(looked);
				const isOver = (state: State | Error) => state !== 'inFlight' && !(state instanceof Error);
				if ([...looked.states.values()].some(isOver)) return;
			}
		},
		isUnlocked: () => lock.isTaken(),
	};
}
