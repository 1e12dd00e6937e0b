import { startTimer, type Clock, type Timer } from '../clock';
import type { Entry } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { ALREADY_SENT, INTERRUPTED, notSaved, type Outcome } from '../domain/outcome';
import { storedKeysOf } from '../domain/plan/sameSms';
import { createDailyCount, withDailyLimit, type DailyLimit } from './dailyLimit';
import type { Claim, Deduplication, KeyEnd } from './deduplication';
import { createKeyStates, type KeyState, type KeyStates } from './keyStates';
import { createLeases, type MarkStore } from './leases';
import type { Lock } from './lock';

/** Milliseconds that a run waits for others beyond the time that a request may take, and at least for each claim. */
const PATIENCE = 10_000;
/** Milliseconds between two looks, which become longer. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

/** A key, and what a run learns of it: in doubt is also one for whose holder it has waited long enough. */
type Asked = { readonly key: string; readonly isOver: boolean; learned: KeyState | Error };

const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });

/** @param isOurs whether this run may send it */
function claimFor({ learned }: Asked, isOurs: boolean): Claim {
	if (learned === 'free') return { kind: 'claimed' };
	if (learned === 'claimed') return { kind: 'elsewhere' };
	if (learned instanceof Error) return settled(notSaved(learned));
	if (learned === 'sent') return settled(ALREADY_SENT);
	return isOurs ? { kind: 'claimed', doubt: INTERRUPTED } : settled(INTERRUPTED);
}

/** What becomes of a key that is claimed for an entry which another key keeps from being sent. */
function endFor(one: Asked, [own]: readonly Asked[], decisive: Asked): KeyEnd {
	// A new execution, which knows only the own key, has to know what a Retry has sent.
	const why = one === own ? decisive : one;
	if (why.learned === 'sent') return 'sent';
	return one.learned === 'inDoubt' || why.learned === 'inDoubt' ? 'inDoubt' : 'free';
}

export type Keys = ReturnType<typeof createKeys>;

/** The deduplication keys of one node, shared by all its executions in this process. */
export function createKeys(store: MarkStore, lock: Lock, clock: Clock) {
	const inLease = createLeases(store, lock);
	const states = createKeyStates(inLease);
	/** The keys that an execution in this process has claimed, is about to, or looks at. */
	const held = new Set<string>();

	return {
		/** Whether executions of other processes are kept out by nothing, as another node has the lock. */
		isLockTaken: (): boolean => lock.isTaken(),
		/**
		 * @param resend whether the user chose to send again what is in doubt
		 * @param timeout milliseconds that a request may take
		 */
		openRun(resend: boolean, timeout: number, dailyLimit?: DailyLimit): Deduplication {
			const run = openClaims(states, held, clock, resend, timeout);
			return dailyLimit ? withDailyLimit(run, createDailyCount(inLease), dailyLimit, clock) : run;
		},
	};
}

/** The claims of one run. */
function openClaims(
	states: KeyStates,
	held: Set<string>,
	clock: Clock,
	resend: boolean,
	timeout: number,
): Deduplication {
	const keysBy = remembered(storedKeysOf);
	const own = new Set<string>();
	/** Keys that others have claimed, and since when this run knows. */
	const elsewhere = new Map<string, Timer>();
	/** Since when nothing but these is left. */
	let waiting: Timer | undefined;

	const keysOfAll = (entries: readonly Entry[]): string[] => entries.flatMap(keysBy);
	/** Milliseconds until the claim of another is given up. */
	function patience(key: string): number {
		const known = elsewhere.get(key);
		if (!known || !waiting) return Infinity;
		return PATIENCE - Math.min(waiting.atLeast() - timeout, known.atLeast());
	}
	const isOurs = ({ key, learned }: Asked): boolean =>
		own.has(key) && (learned === 'free' || (resend && learned === 'inDoubt'));

	/** Of the keys of an entry, the one that decides what becomes of it. */
	const decisiveOf = (keys: readonly Asked[]): Asked =>
		keys.find(({ learned }) => learned === 'sent') ??
		keys.find((one) => !isOurs(one)) ??
		keys.find(({ learned }) => learned !== 'free') ??
		keys[0]!;

	function letGo(keys: readonly string[]): void {
		for (const key of keys) {
			own.delete(key);
			held.delete(key);
		}
	}

	async function endClaims(keys: readonly string[], end: KeyEnd): Promise<void> {
		await states.end(keys, end);
		letGo(keys);
	}

	/** Claims free keys, and with Resend keys in doubt; puts in doubt what others have held for too long. */
	async function claimInStore(asked: readonly Asked[]): Promise<void> {
		if (asked.length === 0) return;
		const inDoubt = resend ? 'claimed' : 'inDoubt';
		const over = new Set(asked.filter(({ isOver }) => isOver).map(({ key }) => key));
		try {
			const found = await states.claim(
				asked.map(({ key }) => key),
				(key) => ({ inDoubt, claimed: over.has(key) ? inDoubt : 'claimed' }),
			);
			for (const one of asked) {
				const state = found.get(one.key) ?? 'free';
				one.learned = state === 'claimed' && one.isOver ? 'inDoubt' : state;
			}
		} catch (error) {
			for (const one of asked) one.learned = error as Error;
		}
	}

	return {
		async claim(entries) {
			const asked: Asked[] = [];
			function askFor(key: string): Asked {
				const isElsewhere = held.has(key) && !own.has(key);
				const isOver = patience(key) <= 0;
				const one: Asked = { key, isOver, learned: isElsewhere && isOver ? 'inDoubt' : 'claimed' };
				if (held.has(key)) return one;
				own.add(key);
				held.add(key);
				asked.push(one);
				return one;
			}
			const all = entries.map((entry) => [entry, keysBy(entry).map(askFor)] as const);
			await claimInStore(asked);
			const claims = new Map<Entry, Claim>();
			const ends: Record<KeyEnd, string[]> = { sent: [], inDoubt: [], free: [] };
			for (const [entry, keys] of all) {
				if (keys.length === 0) continue;
				const decisive = decisiveOf(keys);
				claims.set(entry, claimFor(decisive, isOurs(decisive)));
				for (const one of keys) {
					if (one.learned !== 'claimed') elsewhere.delete(one.key);
					else if (!elsewhere.has(one.key)) elsewhere.set(one.key, startTimer(clock));
					if (!isOurs(decisive) && isOurs(one)) ends[endFor(one, keys, decisive)].push(one.key);
				}
			}
			letGo(asked.filter((one) => !isOurs(one)).map(({ key }) => key));
			await endClaims(ends.sent, 'sent');
			await endClaims(ends.inDoubt, 'inDoubt');
			await endClaims(ends.free, 'free');
			return claims;
		},
		async othersEnded(entries, signal) {
			const keys = keysOfAll(entries).filter((key) => elsewhere.has(key));
			if (keys.length === 0) return;
			waiting ??= startTimer(clock);
			const here = keys.filter((key) => held.has(key));
			const least = (): number =>
				keys.reduce((left, key) => Math.min(left, patience(key)), Infinity);
			for (let looks = 0; least() > 0; looks++) {
				const pause = Math.min(MAX_PAUSE, FIRST_PAUSE + waiting.atLeast() / 2);
				await clock.wait(Math.min(least(), pause * (0.5 + clock.random())), signal);
				if (signal?.aborted || here.some((key) => !held.has(key))) return;
				// One tells of others, as they were claimed together.
				const key = keys[looks % keys.length]!;
				if (held.has(key)) continue;
				held.add(key);
				const state = (await states.ask([key])).get(key);
				held.delete(key);
				if (typeof state === 'string' && state !== 'claimed') return;
			}
		},
		finish: async (entries, end) =>
			await endClaims(
				keysOfAll(entries).filter((key) => own.has(key)),
				end,
			),
		end: async () => await endClaims([...own], 'inDoubt'),
	};
}
