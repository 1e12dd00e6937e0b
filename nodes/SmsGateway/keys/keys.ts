import { startTimer, type Clock, type Timer } from '../clock';
import type { Entry } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { ALREADY_SENT, INTERRUPTED, notSaved, type Outcome } from '../domain/outcome';
import { hasUsersKey, storedKeysOf } from '../domain/plan/sameSms';
import { createDailyCount, DailyClaims, type DailyLimit } from './dailyLimit';
import type { Claim, Deduplication, KeyEnd } from './deduplication';
import { createKeyStates, type KeyState, type KeyStates } from './keyStates';
import { createLeases, type MarkStore } from './leases';
import type { Lock } from './lock';

/** Milliseconds that a run waits for others beyond a request's timeout, and at least for each claim. */
const PATIENCE = 10_000;
/** Milliseconds between two looks, which become longer. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;

/** A key, whether a run has waited long enough for it, and as what it finds it then: `claimed` by another. */
type Asked = { readonly key: string; readonly isOver: boolean; learned: KeyState | Error };

const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });

function claimFor({ learned }: Asked, isOurs: boolean): Claim {
	if (learned === 'free') return { kind: 'claimed' };
	if (learned === 'claimed') return { kind: 'elsewhere' };
	if (learned instanceof Error) return settled(notSaved(learned));
	if (learned === 'sent') return settled(ALREADY_SENT);
	return isOurs ? { kind: 'claimed', doubt: INTERRUPTED } : settled(INTERRUPTED);
}

/** What becomes of a key that is claimed for an entry which another key keeps from being sent. */
function endFor(one: Asked, why: Asked): KeyEnd {
	if (why.learned === 'sent') return 'sent';
	return one.learned === 'inDoubt' || why.learned === 'inDoubt' ? 'inDoubt' : 'free';
}

export type Keys = ReturnType<typeof createKeys>;

/** The deduplication keys of one node, shared by all its executions in this process. */
export function createKeys(store: MarkStore, lock: Lock, clock: Clock) {
	const inLease = createLeases(store, lock);
	const states = createKeyStates(inLease);
	const count = createDailyCount(inLease);
	const held = new Set<string>();
	return {
		/** Whether nothing keeps out executions of other processes, as another node has the lock. */
		isLockTaken: (): boolean => lock.isTaken(),
		/** @param timeout milliseconds that a request may take */
		openRun(resend: boolean, timeout: number, dailyLimit?: DailyLimit): Deduplication {
			const run = new Claims(states, held, clock, resend, timeout);
			return dailyLimit ? new DailyClaims(run, count, dailyLimit, clock) : run;
		},
	};
}

class Claims implements Deduplication {
	private readonly keysBy = remembered(storedKeysOf);
	private readonly own = new Set<string>();
	/** Keys that others have claimed, and since when this run knows. */
	private readonly elsewhere = new Map<string, Timer>();
	/** Since when nothing but these is left. */
	private aloneSince?: Timer;

	/** @param held the keys that an execution in this process has claimed, is about to, or looks at */
	constructor(
		private readonly states: KeyStates,
		private readonly held: Set<string>,
		private readonly clock: Clock,
		private readonly resend: boolean,
		private readonly timeout: number,
	) {}

	/** Milliseconds until the claim of another is given up. */
	private patience(key: string): number {
		const known = this.elsewhere.get(key);
		if (!known || !this.aloneSince) return Infinity;
		return PATIENCE - Math.min(this.aloneSince.atLeast() - this.timeout, known.atLeast());
	}

	private isOurs({ key, learned }: Asked): boolean {
		return this.own.has(key) && (learned === 'free' || (this.resend && learned === 'inDoubt'));
	}

	/** Of the keys of an entry, the one that decides what becomes of it. */
	private decisiveOf(keys: readonly Asked[]): Asked | undefined {
		return (
			keys.find(({ learned }) => learned === 'sent') ??
			keys.find((one) => !this.isOurs(one)) ??
			keys.find(({ learned }) => learned !== 'free') ??
			keys[0]
		);
	}

	/** @param asked receives it, where the store has to tell */
	private take(key: string, asked: Asked[]): Asked {
		const isOver = !this.own.has(key) && this.patience(key) <= 0;
		const one: Asked = { key, isOver, learned: isOver ? 'inDoubt' : 'claimed' };
		if (this.held.has(key)) return one;
		this.own.add(key);
		this.held.add(key);
		asked.push(one);
		return one;
	}

	/** Claims free keys, and with Resend keys in doubt; puts in doubt what others have held for too long. */
	private async claimInStore(asked: readonly Asked[]): Promise<void> {
		if (asked.length === 0) return;
		const inDoubt = this.resend ? 'claimed' : 'inDoubt';
		const byKey = new Map(asked.map((one) => [one.key, one]));
		try {
			const found = await this.states.claim([...byKey.keys()], (key) => ({
				inDoubt,
				claimed: byKey.get(key)?.isOver ? inDoubt : 'claimed',
			}));
			for (const one of asked) {
				const state = found.get(one.key) ?? 'free';
				one.learned = state === 'claimed' && one.isOver ? 'inDoubt' : state;
			}
		} catch (error) {
			for (const one of asked) one.learned = error as Error;
		}
	}

	async claim(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Claim>> {
		const asked: Asked[] = [];
		const all = entries.map(
			(entry) => [entry, this.keysBy(entry).map((key) => this.take(key, asked))] as const,
		);
		await this.claimInStore(asked);
		const claims = new Map<Entry, Claim>();
		const ends: Record<KeyEnd, string[]> = { sent: [], inDoubt: [], free: [] };
		for (const [entry, keys] of all) {
			const decisive = this.decisiveOf(keys);
			if (decisive === undefined) continue;
			const isOurs = this.isOurs(decisive);
			claims.set(entry, claimFor(decisive, isOurs));
			for (const one of keys) {
				if (one.learned !== 'claimed') this.elsewhere.delete(one.key);
				else if (!this.elsewhere.has(one.key)) this.elsewhere.set(one.key, startTimer(this.clock));
				// A new execution knows only the user's key, so that has to tell what a Retry has sent of its item.
				const isUsers = one === keys[0] && hasUsersKey(entry) && !entry.hasNewItems;
				const why = isUsers ? decisive : one;
				if (!isOurs && this.isOurs(one)) ends[endFor(one, why)].push(one.key);
			}
		}
		await this.endClaims(asked.filter((one) => !this.isOurs(one)).map(({ key }) => key));
		for (const end of ['sent', 'inDoubt', 'free'] as const) await this.endClaims(ends[end], end);
		return claims;
	}

	async othersEnded(entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
		const { clock, held, states } = this;
		const keys = entries.flatMap(this.keysBy).filter((key) => this.elsewhere.has(key));
		if (keys.length === 0) return;
		const waiting = (this.aloneSince ??= startTimer(clock));
		const here = keys.filter((key) => held.has(key));
		const least = () => keys.reduce((left, key) => Math.min(left, this.patience(key)), Infinity);
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
	}

	async finish(entries: readonly Entry[], end: KeyEnd): Promise<void> {
		const keys = entries.flatMap(this.keysBy).filter((key) => this.own.has(key));
		await this.endClaims(keys, end);
	}

	async end(): Promise<void> {
		await this.endClaims([...this.own], 'inDoubt');
	}

	/** In this process alone where they end in no way that others have to know. */
	private async endClaims(keys: readonly string[], end?: KeyEnd): Promise<void> {
		if (end) await this.states.end(keys, end);
		for (const key of keys) {
			this.own.delete(key);
			this.held.delete(key);
		}
	}
}
