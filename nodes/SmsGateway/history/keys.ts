// Long, because the life of a key is told in one place: claim, confirm, release, put in doubt, wait.
import { startTimer, type Clock, type Timer } from '../clock';
import type { KeyMaker } from '../domain/cause';
import type { Entry } from '../domain/entry';
import { GIVEN_UP_AFTER, OWN_FOR, SEND_WITHIN } from '../domain/plan/memory';
import { remembered } from '../domain/remembered';
import { CANCELLED, notSaved, withoutRequest, type Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { underBothKeys } from './bothKeys';
import type { Claim, Deduplication } from './deduplication';
import { createDailyCount, withDailyLimit, type DailyLimit } from './dailyLimit';
import { TOO_SLOW, type Lock } from './lock';
import { createLeases, MOST_REMOVALS } from './leases';
import {
	claimed,
	doubt,
	marksToAsk,
	judgeKey,
	sent,
	waited,
	type KeyQuestion,
	type MarkStore,
	type State,
	type Wait,
} from './marks';

/** All in milliseconds. Most claims of other processes end before, and the wait leaves no mark. */
const WAITED_AFTER = 3000;
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;
/** A claim that a slow database writes too late is released and tried again, so many times in all. */
const CLAIM_TRIES = 4;

/** The deduplication keys of one node, shared by all its executions in this process. */
export type Keys = {
	/** @param resend whether the user chose to send again what is in doubt */
	openRun(resend: boolean, dailyLimit?: DailyLimit): Deduplication;
	/** Whether executions of other processes are kept out by nothing, as another node has the lock. */
	isLockTaken(): boolean;
};

const earlier = (name: 'alreadySent' | 'interrupted', by: KeyMaker): Outcome =>
	withoutRequest(name, [{ name, by }]);

function claimFor(
	entry: Entry,
	state: State | Error,
	ended: Promise<void>,
	signal?: AbortSignal,
): Claim {
	if (state === 'free') return { kind: 'claimed' };
	if (state === 'claimed') return { kind: 'elsewhere', ended };
	const { madeFor: by = 'key' } = entry;
	if (state === 'sent') return { kind: 'settled', outcome: earlier('alreadySent', by) };
	if (state === 'inDoubt') return { kind: 'settled', outcome: earlier('interrupted', by) };
	const outcome = signal?.aborted ? CANCELLED : notSaved('key', state);
	return { kind: 'settled', outcome };
}

/** A key that an execution in this process has claimed, or is about to. */
type Held = {
	/** Started before its claim was written; undefined until then. */
	timer?: Timer;
	ended: Promise<void>;
	end(): void;
};

function* chunksOf<T>(all: readonly T[], size: number): Generator<T[]> {
	for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

export function createKeys(store: MarkStore, lock: Lock, clock: Clock): Keys {
	const held = new Map<string, Held>();
	const inLease = createLeases(store, lock);

	function hold(key: string): void {
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		held.set(key, { ended, end });
	}

	const ageOf = (key: string): number => held.get(key)?.timer?.atMost() ?? 0;
	/** Later another process may have claimed it. */
	const isOwn = (key: string): boolean => ageOf(key) <= OWN_FOR;

	/**
	 * Removes marks of keys in short leases. A removal that fails leaves a doubt; it is not made again,
	 * as the store may have made it, and another process may have claimed the keys since.
	 *
	 * @param isAsked asked in the lease
	 */
	async function remove(
		keys: readonly string[],
		marks: ReadonlyArray<(key: string) => string>,
		isAsked: (key: string) => boolean = () => true,
	): Promise<void> {
		for (const some of chunksOf(keys, MOST_REMOVALS / marks.length)) {
			await inLease({
				remove: () => some.filter(isAsked).flatMap((key) => marks.map((mark) => mark(key))),
				removes: some.length * marks.length,
			}).catch(() => undefined);
		}
	}

	const free = async (keys: readonly string[]) => await remove(keys, [claimed, waited], isOwn);

	/**
	 * The states of keys that were claimed before, in short leases.
	 *
	 * @param isAsked asked in the lease: a key that another run of this process has is not to be asked
	 */
	async function ask(
		keys: readonly string[],
		isAsked: (key: string) => boolean,
		question: KeyQuestion = {},
		signal?: AbortSignal,
	): Promise<Map<string, State | Error>> {
		const found = new Map<string, State | Error>();
		for (const some of chunksOf(keys, MOST_REMOVALS / 2)) {
			let asked: string[] = [];
			await inLease(
				{
					record() {
						asked = some.filter(isAsked);
						return asked.flatMap((key) => marksToAsk(key, question));
					},
					remove: (known) =>
						asked.flatMap((key) => {
							const { state, undo } = judgeKey(key, known, question);
							found.set(key, state);
							return undo;
						}),
					removes: MOST_REMOVALS,
				},
				signal,
			).catch(async (error: Error) => {
				const known = some.filter((key) => found.get(key) === 'sent');
				for (const key of some) if (!known.includes(key)) found.set(key, error);
				await remove(known, [doubt]);
			});
		}
		return found;
	}

	function openRun(resend: boolean): Deduplication {
		const keyOf = remembered(({ key, recipient }: Entry): string => `${phoneOf(recipient)} ${key}`);
		const own = new Set<string>();
		/** Keys that other processes hold: since when this run has waited for them, or since it marked its wait. */
		const waits = new Map<string, { timer: Timer; isMarked: boolean }>();
		const over = new AbortController();

		const keysOf = (entries: readonly Entry[]): string[] =>
			entries.filter(({ key }) => key !== '').map(keyOf);
		const ownOf = (entries: readonly Entry[]): string[] =>
			keysOf(entries).filter((key) => own.has(key));

		/** Waits that are to be marked now, or that were marked for as long as a claim can last. */
		function dueWaits(): ReadonlyMap<string, Wait> {
			const due = new Map<string, Wait>();
			for (const [key, { timer, isMarked }] of waits) {
				if (timer.atLeast() >= (isMarked ? GIVEN_UP_AFTER : WAITED_AFTER)) {
					due.set(key, isMarked ? 'long' : 'new');
				}
			}
			return due;
		}

		/** Notes the states of keys that other processes may hold. */
		async function see(
			states: ReadonlyMap<string, State | Error>,
			due: ReadonlyMap<string, Wait>,
		): Promise<void> {
			const ended: string[] = [];
			for (const [key, state] of states) {
				const isMarked = due.has(key);
				if (state === 'claimed' && (isMarked || !waits.has(key))) {
					waits.set(key, { timer: startTimer(clock), isMarked });
				} else if (state !== 'claimed' && !(state instanceof Error)) {
					if (waits.get(key)?.isMarked && !isMarked) ended.push(key);
					waits.delete(key);
				}
			}
			await remove(ended, [waited]);
		}

		const isOurs = (state: State | Error): boolean =>
			state === 'free' || (state === 'inDoubt' && resend);

		function end(keys: readonly string[]): void {
			for (const key of keys) {
				own.delete(key);
				held.get(key)?.end();
				held.delete(key);
			}
		}

		async function putInDoubt(keys: readonly string[]): Promise<void> {
			await ask(keys, isOwn, { becomes: { claimed: 'inDoubt' } });
			end(keys);
		}

		/**
		 * Claims free keys, and with Resend keys in doubt.
		 *
		 * @returns the states that they had before
		 */
		async function claimInStore(
			keys: readonly string[],
			signal?: AbortSignal,
		): Promise<Map<string, State | Error>> {
			const record = (lease: Timer) => {
				for (const key of keys) held.get(key)!.timer = lease;
				return keys.map(claimed);
			};
			const known = await inLease({ record }, signal);
			const states = new Map<string, State | Error>(keys.map((key) => [key, 'free']));
			const others = keys.filter((key) => known.has(claimed(key)));
			const becomes = { free: 'claimed', inDoubt: resend ? 'claimed' : 'inDoubt' } as const;
			const due = dueWaits();
			const found = await ask(others, isOwn, { becomes, waits: due }, signal);
			await see(found, due);
			for (const key of others) states.set(key, found.get(key) ?? new Error(TOO_SLOW));
			return states;
		}

		/** The same, but a request may start now under each claim. */
		async function claimInTime(
			keys: readonly string[],
			signal?: AbortSignal,
		): Promise<Map<string, State | Error>> {
			const states = new Map<string, State | Error>();
			let open = keys;
			for (let tries = 0; open.length > 0 && tries < CLAIM_TRIES; tries++) {
				const found = await claimInStore(open, signal);
				for (const [key, state] of found) states.set(key, state);
				open = open.filter((key) => isOurs(found.get(key)!) && ageOf(key) > SEND_WITHIN);
				await free(open.filter((key) => found.get(key) === 'free'));
			}
			for (const key of open) states.set(key, new Error(TOO_SLOW));
			return states;
		}

		/** Resolves when one of these keys, which other processes hold, is free, sent or in doubt. */
		async function watch(keys: readonly string[], signal: AbortSignal): Promise<void> {
			const isNotHeld = (key: string) => !held.has(key);
			// Another wait of this run may have found out more.
			const isOver = () => signal.aborted || keys.some((key) => !waits.has(key));
			for (let looks = 0, pause = FIRST_PAUSE; !isOver(); looks++) {
				await clock.wait(pause * (0.5 + clock.random()), signal);
				if (isOver()) return;
				pause = Math.min(pause * 1.5, MAX_PAUSE);
				const due = dueWaits();
				// One key tells of the others, as they were claimed together.
				const ripe = keys.filter((key) => due.has(key));
				const asked = ripe.length > 0 ? ripe : [keys[looks % keys.length]!];
				await see(await ask(asked, isNotHeld, { waits: due }, signal), due);
			}
		}

		return {
			resends: resend,
			reserve: async () => undefined,
			countAgain: async () => undefined,
			async claim(entries, signal) {
				const found = new Map<Entry, Claim>();
				const asked = new Map<string, Entry>();
				for (const entry of entries) {
					if (entry.key === '') continue;
					const key = keyOf(entry);
					const ended = held.get(key)?.ended;
					if (ended !== undefined) {
						found.set(entry, { kind: 'elsewhere', ended });
					} else {
						own.add(key);
						hold(key);
						asked.set(key, entry);
					}
				}
				if (asked.size === 0) return found;
				const keys = [...asked.keys()];
				const states = await claimInTime(keys, signal).catch(
					(error: Error) => new Map<string, State | Error>(keys.map((key) => [key, error])),
				);
				const others = keys.filter((key) => states.get(key) === 'claimed');
				const until = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
				const ended = others.length > 0 ? watch(others, until) : Promise.resolve();
				for (const [key, entry] of asked) {
					const state = states.get(key)!;
					found.set(entry, claimFor(entry, state, ended, signal));
					if (!isOurs(state)) end([key]);
				}
				return found;
			},
			timeToSend: (entries) =>
				ownOf(entries).reduce((least, key) => Math.min(least, SEND_WITHIN - ageOf(key)), Infinity),
			async confirm(entries) {
				const keys = ownOf(entries);
				if (keys.length === 0) return;
				let doubted: string[] = [];
				const change = {
					record: () => keys.map(sent),
					remove(known: ReadonlySet<string>) {
						doubted = keys.filter((key) => !isOwn(key) || known.has(sent(key)));
						return [];
					},
				};
				await inLease(change).catch(async () => await inLease(change).catch(() => undefined));
				// Another process has put them in doubt: it has waited too long, or died while it asked.
				await remove(doubted, [doubt, waited]);
				end(keys);
			},
			async release(entries) {
				const keys = ownOf(entries);
				await free(keys);
				end(keys);
			},
			putInDoubt: async (entries) => await putInDoubt(ownOf(entries)),
			async end() {
				over.abort();
				await putInDoubt([...own]);
			},
		};
	}

	const count = createDailyCount(inLease);
	return {
		openRun(resend, dailyLimit) {
			const run = underBothKeys(openRun(resend));
			return dailyLimit ? withDailyLimit(run, count, dailyLimit, clock) : run;
		},
		isLockTaken: () => lock.isTaken(),
	};
}
