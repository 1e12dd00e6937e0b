import { startTimer, type Clock, type Timer } from '../clock';
import type { KeyMaker } from '../domain/cause';
import type { Entry } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { notSaved, withoutRequest, type Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Claim, Deduplication } from './deduplication';
import { createDailyCount, withDailyLimit, type DailyLimit } from './dailyLimit';
import type { Lock } from './lock';
import { createLeases, MOST_REMOVALS, type MarkChange } from './leases';
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

/**
 * What an execution learns of a key: also that it has waited for another one long enough, or for one
 * in this process, which is alive: nothing is taken over from it.
 */
type Learned = State | 'givenUp' | 'givenUpHere' | Error;

const isDoubt = (learned: Learned): boolean =>
	learned === 'inDoubt' || learned === 'givenUp' || learned === 'givenUpHere';

/** A key of a recipient, and what made it. */
type NamedKey = Readonly<{ key: string; by: KeyMaker }>;

type Asked = NamedKey & { learned: Learned };

const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });

/** @param isOurs whether this run may send it */
function claimFor({ by, learned }: Asked, isOurs: boolean): Claim {
	if (learned === 'free') return { kind: 'claimed' };
	if (learned === 'claimed') return { kind: 'elsewhere' };
	if (learned instanceof Error) return settled(notSaved('key', learned));
	if (learned === 'sent')
		return settled(withoutRequest('alreadySent', [{ name: 'alreadySent', by }]));
	const cause = { name: 'interrupted', by: learned === 'inDoubt' ? by : 'execution' } as const;
	const doubt = withoutRequest('interrupted', [cause]);
	return isOurs ? { kind: 'claimed', doubt } : settled(doubt);
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
		isAsked: (key: string) => boolean = () => true,
	): Promise<Map<string, State | Error>> {
		const found = new Map<string, State | Error>();
		for (const some of chunksOf(keys, MOST_REMOVALS / 3)) {
			let asked: string[] = [];
			const change: MarkChange = {
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
			};
			await inLease(change).catch(async (error: Error) => {
				const known = some.filter((key) => found.get(key) === 'sent');
				for (const key of some) if (!known.includes(key)) found.set(key, error);
				await remove(known, doubt);
			});
		}
		return found;
	}

	async function confirm(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		const change = { record: () => keys.flatMap((key) => [claimed(key), sent(key)]) };
		const known = await inLease(change)
			.catch(async () => await inLease(change))
			.catch(() => new Set<string>());
		// Who puts a key in doubt, or dies while asking for it, leaves this mark too.
		await remove(
			keys.filter((key) => known.has(sent(key))),
			doubt,
		);
	}

	async function putInDoubt(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		const record = () => keys.flatMap((key) => [claimed(key), doubt(key)]);
		await inLease({ record }).catch(() => undefined);
	}

	async function release(keys: readonly string[]): Promise<void> {
		const late = keys.filter((key) => held.get(key)!.atMost() > NO_DOUBT_BEFORE);
		await remove(
			keys.filter((key) => !late.includes(key)),
			claimed,
		);
		// With Resend another may have sent it meanwhile.
		await ask(late, (state) => (state === 'sent' ? state : 'free'));
	}

	function openRun(resend: boolean, timeout: number): Deduplication {
		/** Of an entry: its own key, and in a Retry that of the Retry. */
		const keysOf = remembered(({ recipient, key, madeFor, retryKey }: Entry) => {
			const keys: NamedKey[] = [];
			if (key !== '') keys.push({ key: `${phoneOf(recipient)} ${key}`, by: madeFor ?? 'key' });
			if (retryKey) keys.push({ key: `${phoneOf(recipient)} ${retryKey}`, by: 'retry' });
			return keys;
		});
		const own = new Set<string>();
		/** Keys that others have claimed, and since when this run knows. */
		const elsewhere = new Map<string, Timer>();
		/** Since when nothing but these is left, and how long to wait before the next look. */
		let waiting: Timer | undefined;
		let pause = FIRST_PAUSE;

		/** Milliseconds until the claim of another is given up. */
		function patience(key: string): number {
			const known = elsewhere.get(key);
			if (known === undefined || waiting === undefined) return Infinity;
			const left = timeout + NO_DOUBT_BEFORE - waiting.atLeast();
			return Math.max(left, NO_DOUBT_BEFORE - known.atLeast());
		}

		function note(key: string, learned: Learned): void {
			if (learned !== 'claimed') elsewhere.delete(key);
			else if (!elsewhere.has(key)) elsewhere.set(key, startTimer(clock));
		}

		const isOurs = ({ learned }: Asked): boolean =>
			learned === 'free' || (resend && (learned === 'inDoubt' || learned === 'givenUp'));

		/** Ends claims of this run, and only then lets others in this process claim the keys. */
		async function endClaims(
			keys: readonly string[],
			end: (keys: readonly string[]) => Promise<void>,
		): Promise<void> {
			await end(keys);
			for (const key of keys) {
				own.delete(key);
				held.delete(key);
			}
		}
		const namesOf = (entries: readonly Entry[]): string[] =>
			entries.flatMap(keysOf).map(({ key }) => key);
		const ownOf = (entries: readonly Entry[]): string[] =>
			namesOf(entries).filter((key) => own.has(key));

		/** Claims free keys, and with Resend keys in doubt; puts in doubt what others have held for too long. */
		async function claimInStore(asked: readonly Asked[]): Promise<void> {
			const keys = asked.map(({ key }) => key);
			const known = await inLease({ record: () => keys.map(claimed) });
			const others = keys.filter((key) => known.has(claimed(key)));
			const givenUp = new Set(others.filter((key) => patience(key) <= 0));
			const next = (state: State, key: string): State => {
				if (state === 'free') return 'claimed';
				if (state === 'sent' || (state === 'claimed' && !givenUp.has(key))) return state;
				return resend ? 'claimed' : 'inDoubt';
			};
			const states = await ask(others, next);
			for (const one of asked) {
				const state = states.get(one.key) ?? 'free';
				one.learned = state === 'claimed' && givenUp.has(one.key) ? 'givenUp' : state;
				note(one.key, one.learned);
			}
		}

		/** Of the keys of an entry, the one that decides what becomes of it. */
		const decisiveOf = (keys: readonly Asked[]): Asked =>
			keys.find(({ learned }) => learned === 'sent') ??
			keys.find((one) => !isOurs(one)) ??
			keys.find(({ learned }) => learned !== 'free') ??
			keys[0]!;

		return {
			isOn: true,
			reserve: async () => undefined,
			async claim(entries) {
				const timer = startTimer(clock);
				const asked: Asked[] = [];
				function askFor({ key, by }: NamedKey): Asked {
					const one: Asked = { key, by, learned: 'claimed' };
					if (!held.has(key)) {
						own.add(key);
						held.set(key, timer);
						asked.push(one);
					} else if (!own.has(key) && patience(key) <= 0) one.learned = 'givenUpHere';
					else note(key, 'claimed');
					return one;
				}
				const keysBy = new Map<Entry, Asked[]>();
				for (const entry of entries) {
					const keys = keysOf(entry).map(askFor);
					if (keys.length > 0) keysBy.set(entry, keys);
				}
				if (asked.length > 0) {
					await claimInStore(asked).catch((error: Error) => {
						for (const one of asked) one.learned = error;
					});
				}
				const claims = new Map<Entry, Claim>();
				const [sentBefore, doubted, freed] = [[], [], []] as [string[], string[], string[]];
				for (const [entry, keys] of keysBy) {
					const decisive = decisiveOf(keys);
					claims.set(entry, claimFor(decisive, isOurs(decisive)));
					if (isOurs(decisive)) continue;
					for (const one of keys.filter(isOurs)) {
						// A new execution, which knows only the own key, has to know what a Retry has sent.
						const { learned } = one === keys[0] ? decisive : one;
						if (learned === 'sent') sentBefore.push(one.key);
						else (isDoubt(learned) || isDoubt(one.learned) ? doubted : freed).push(one.key);
					}
				}
				await endClaims(
					asked.filter((one) => !isOurs(one)).map(({ key }) => key),
					async () => {},
				);
				await endClaims(sentBefore, confirm);
				await endClaims(doubted, putInDoubt);
				await endClaims(freed, release);
				return claims;
			},
			async othersEnded(entries, signal) {
				waiting ??= startTimer(clock);
				const keys = namesOf(entries).filter((key) => elsewhere.has(key));
				const here = keys.filter((key) => held.has(key));
				for (let looks = 0; keys.length > 0; looks++) {
					const left = Math.min(...keys.map(patience));
					if (left <= 0) return;
					await clock.wait(Math.min(left, pause * (0.5 + clock.random())), signal);
					pause = Math.min(pause * 1.5, MAX_PAUSE);
					if (signal?.aborted || here.some((key) => !held.has(key))) return;
					// One tells of others, as they were claimed together.
					const key = keys[looks % keys.length]!;
					const isFree = () => !held.has(key);
					const state = (await ask([key], (same) => same, isFree)).get(key);
					if (typeof state === 'string' && state !== 'claimed') return;
				}
			},
			confirm: async (entries) => await endClaims(ownOf(entries), confirm),
			release: async (entries) => await endClaims(ownOf(entries), release),
			putInDoubt: async (entries) => await endClaims(ownOf(entries), putInDoubt),
			end: async () => await endClaims([...own], putInDoubt),
		};
	}

	const count = createDailyCount(inLease);
	return {
		openRun(resend, timeout, dailyLimit) {
			const run = openRun(resend, timeout);
			return dailyLimit ? withDailyLimit(run, count, dailyLimit, clock) : run;
		},
		isLockTaken: () => lock.isTaken(),
	};
}
