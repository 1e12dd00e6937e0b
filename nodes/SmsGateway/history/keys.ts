import { startTimer, type Clock, type Timer } from '../clock';
import type { KeyMaker } from '../domain/cause';
import type { Entry } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { CANCELLED, notSaved, withoutRequest, type Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { underBothKeys } from './bothKeys';
import type { Claim, Deduplication } from './deduplication';
import { createDailyCount, withDailyLimit, type DailyLimit } from './dailyLimit';
import type { Lock } from './lock';
import { createLeases, MOST_REMOVALS } from './leases';
import {
	claimed,
	doubt,
	marksToAsk,
	marksToUndo,
	sent,
	stateOf,
	type MarkStore,
	type State,
} from './marks';

/**
 * All in milliseconds. Nobody puts a claim in doubt sooner after finding it, so only a holder that took
 * longer has to look before it releases.
 */
const NO_DOUBT_BEFORE = 10_000;
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

/** The deduplication keys of one node, shared by all its executions in this process. */
export type Keys = {
	/**
	 * @param resend whether the user chose to send again what is in doubt
	 * @param timeout milliseconds that a request may take
	 */
	openRun(resend: boolean, timeout: number, dailyLimit?: DailyLimit): Deduplication;
	/** Whether executions of other processes are kept out by nothing, as another node has the lock. */
	isLockTaken(): boolean;
};

const earlier = (name: 'alreadySent' | 'interrupted', by: KeyMaker): Outcome =>
	withoutRequest(name, [{ name, by }]);

const NOT_ENDED = withoutRequest('interrupted', [{ name: 'interrupted', by: 'execution' }]);

/** What an execution learns of a key: also that it has waited for another one long enough. */
type Learned = State | 'givenUp' | Error;

function claimFor({ madeFor }: Entry, found: Learned, signal?: AbortSignal): Claim {
	const by: KeyMaker = madeFor ?? 'key';
	if (found === 'free') return { kind: 'claimed' };
	if (found === 'claimed') return { kind: 'elsewhere' };
	const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });
	if (found === 'sent') return settled(earlier('alreadySent', by));
	if (found === 'inDoubt') return settled(earlier('interrupted', by));
	if (found === 'givenUp') return settled(NOT_ENDED);
	return settled(signal?.aborted ? CANCELLED : notSaved('key', found));
}

function* chunksOf<T>(all: readonly T[], size: number): Generator<T[]> {
	for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

export function createKeys(store: MarkStore, lock: Lock, clock: Clock): Keys {
	/** The keys that an execution in this process has claimed, or is about to, and since when. */
	const held = new Map<string, Timer>();
	const inLease = createLeases(store, lock);

	/** A removal that fails leaves a doubt. It is not made again: another process may have claimed the keys since. */
	async function remove(keys: readonly string[], mark: (key: string) => string): Promise<void> {
		for (const some of chunksOf(keys, MOST_REMOVALS)) {
			const change = { remove: () => some.map(mark), removes: some.length };
			await inLease(change).catch(() => undefined);
		}
	}

	/**
	 * The states of keys that were claimed before, in short leases.
	 *
	 * @param next the state that a key gets
	 * @param isAsked asked in the lease: a key that another run of this process has is not to be asked
	 */
	async function ask(
		keys: readonly string[],
		next: (state: State, key: string) => State,
		isAsked: (key: string) => boolean,
		signal?: AbortSignal,
	): Promise<Map<string, State | Error>> {
		const found = new Map<string, State | Error>();
		for (const some of chunksOf(keys, MOST_REMOVALS / 3)) {
			let asked: string[] = [];
			await inLease(
				{
					record() {
						asked = some.filter(isAsked);
						return asked.flatMap(marksToAsk);
					},
					remove: (known) =>
						asked.flatMap((key) => {
							const state = stateOf(key, known);
							found.set(key, state);
							return marksToUndo(key, next(state, key));
						}),
					removes: MOST_REMOVALS,
				},
				signal,
			).catch(async (error: Error) => {
				const known = some.filter((key) => found.get(key) === 'sent');
				for (const key of some) if (!known.includes(key)) found.set(key, error);
				await remove(known, doubt);
			});
		}
		return found;
	}

	function openRun(resend: boolean, timeout: number): Deduplication {
		const keyOf = remembered(({ key, recipient }: Entry): string => `${phoneOf(recipient)} ${key}`);
		const own = new Set<string>();
		/** Keys that others have claimed, and since when this run knows. */
		const elsewhere = new Map<string, Timer>();
		/** Since when nothing but these is left, and how long to wait before the next look. */
		let waiting: Timer | undefined;
		let pause = FIRST_PAUSE;

		const keysOf = (entries: readonly Entry[]): string[] =>
			entries.filter(({ key }) => key !== '').map(keyOf);
		const ownOf = (entries: readonly Entry[]): string[] =>
			keysOf(entries).filter((key) => own.has(key));

		/** Milliseconds until the claim of another is given up. */
		function patience(key: string): number {
			const known = elsewhere.get(key);
			if (known === undefined || waiting === undefined) return Infinity;
			const left = timeout + NO_DOUBT_BEFORE - waiting.atLeast();
			return Math.max(left, NO_DOUBT_BEFORE - known.atLeast());
		}

		function note(key: string, found: Learned): void {
			if (found !== 'claimed') elsewhere.delete(key);
			else if (!elsewhere.has(key)) elsewhere.set(key, startTimer(clock));
		}

		const isOurs = (found: Learned): boolean =>
			found === 'free' || (resend && (found === 'inDoubt' || found === 'givenUp'));

		function end(keys: readonly string[]): void {
			for (const key of keys) {
				own.delete(key);
				held.delete(key);
			}
		}

		async function putInDoubt(keys: readonly string[]): Promise<void> {
			if (keys.length === 0) return;
			const record = () => keys.flatMap((key) => [claimed(key), doubt(key)]);
			await inLease({ record }).catch(() => undefined);
			end(keys);
		}

		/** Claims free keys, and with Resend keys in doubt; puts in doubt what others have held for too long. */
		async function claimInStore(
			keys: readonly string[],
			signal?: AbortSignal,
		): Promise<Map<string, Learned>> {
			const known = await inLease({ record: () => keys.map(claimed) }, signal);
			const found = new Map<string, Learned>();
			const others = keys.filter((key) => known.has(claimed(key)));
			const givenUp = new Set(others.filter((key) => patience(key) <= 0));
			const next = (state: State, key: string): State => {
				if (state === 'free') return 'claimed';
				if (state === 'sent' || (state === 'claimed' && !givenUp.has(key))) return state;
				return resend ? 'claimed' : 'inDoubt';
			};
			const states = await ask(others, next, () => true, signal);
			for (const key of keys) {
				const state = states.get(key) ?? 'free';
				found.set(key, state === 'claimed' && givenUp.has(key) ? 'givenUp' : state);
				note(key, found.get(key)!);
			}
			return found;
		}

		return {
			isOn: true,
			resends: resend,
			reserve: async () => undefined,
			async claim(entries, signal) {
				const claims = new Map<Entry, Claim>();
				const asked = new Map<string, Entry>();
				const timer = startTimer(clock);
				for (const entry of entries) {
					if (entry.key === '') continue;
					const key = keyOf(entry);
					if (held.has(key)) {
						// Its holder is alive, and goes on by itself: nothing is taken over from it.
						const isGivenUp = !own.has(key) && patience(key) <= 0;
						if (!isGivenUp) note(key, 'claimed');
						const settled = { kind: 'settled', outcome: NOT_ENDED, isFinal: true } as const;
						claims.set(entry, isGivenUp ? settled : { kind: 'elsewhere' });
					} else {
						own.add(key);
						held.set(key, timer);
						asked.set(key, entry);
					}
				}
				if (asked.size === 0) return claims;
				const keys = [...asked.keys()];
				const states = await claimInStore(keys, signal).catch(
					(error: Error) => new Map<string, Learned>(keys.map((key) => [key, error])),
				);
				for (const [key, entry] of asked)
					claims.set(entry, claimFor(entry, states.get(key)!, signal));
				end(keys.filter((key) => !isOurs(states.get(key)!)));
				return claims;
			},
			async othersEnded(entries, signal) {
				waiting ??= startTimer(clock);
				const keys = keysOf(entries).filter((key) => elsewhere.has(key));
				const isHere = new Set(keys.filter((key) => held.has(key)));
				for (let looks = 0; keys.length > 0; looks++) {
					const left = Math.min(...keys.map(patience));
					if (left <= 0) return;
					await clock.wait(Math.min(left, pause * (0.5 + clock.random())), signal);
					pause = Math.min(pause * 1.5, MAX_PAUSE);
					if (signal?.aborted || [...isHere].some((key) => !held.has(key))) return;
					// One tells of others, as they were claimed together.
					const key = keys[looks % keys.length]!;
					const state = (
						await ask(
							[key],
							(same) => same,
							(one) => !held.has(one),
							signal,
						)
					).get(key);
					if (typeof state === 'string' && state !== 'claimed') return;
				}
			},
			async confirm(entries) {
				const keys = ownOf(entries);
				if (keys.length === 0) return;
				let doubted: string[] = [];
				const change = {
					record: () => keys.flatMap((key) => [claimed(key), sent(key)]),
					remove(known: ReadonlySet<string>) {
						// Who puts a key in doubt, or dies while asking for it, leaves this mark too.
						doubted = keys.filter((key) => known.has(sent(key)));
						return [];
					},
				};
				await inLease(change).catch(async () => await inLease(change).catch(() => undefined));
				await remove(doubted, doubt);
				end(keys);
			},
			async release(entries) {
				const keys = ownOf(entries);
				if (keys.length === 0) return;
				const isLate = (key: string) => held.get(key)!.atMost() > NO_DOUBT_BEFORE;
				const late = keys.filter(isLate);
				await remove(
					keys.filter((key) => !late.includes(key)),
					claimed,
				);
				// With Resend another may have sent it meanwhile.
				await ask(
					late,
					(state) => (state === 'sent' ? state : 'free'),
					() => true,
				);
				end(keys);
			},
			putInDoubt: async (entries) => await putInDoubt(ownOf(entries)),
			end: async () => await putInDoubt([...own]),
		};
	}

	const count = createDailyCount(inLease);
	return {
		openRun(resend, timeout, dailyLimit) {
			const run = underBothKeys(openRun(resend, timeout));
			return dailyLimit ? withDailyLimit(run, count, dailyLimit, clock) : run;
		},
		isLockTaken: () => lock.isTaken(),
	};
}
