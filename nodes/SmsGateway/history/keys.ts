// Long, because the life of a key is told in one place: claim, confirm, release, leave, wait.
import { startTimer, untilAborted, type Clock, type Timer } from '../clock';
import type { Entry } from '../domain/entry';
import { MAX_TIMEOUT, REMEMBERED } from '../domain/plan/limits';
import { remembered } from '../domain/remembered';
import { CANCELLED, withoutRequest, type Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Lock, LockState } from './lock';
import {
	claimed,
	doubt,
	look,
	sent,
	waited,
	type MarkStore,
	type KeyQuestion,
	type State,
} from './marks';
import { createTurns, MOST_REMOVALS } from './turns';

/** Marks kept per node; the oldest go first. A sent SMS takes two. */
export const MARKS_KEPT = 100_000;

/**
 * Two for each SMS that is remembered leave this many for what is in flight. So many a process may
 * write while its oldest claim is open, so that it cannot push that out.
 */
const WRITTEN_WHILE_OPEN = MARKS_KEPT - 2 * REMEMBERED;

/** Milliseconds from here on, each counted by whoever it concerns. From the claim to its request. */
export const SEND_WITHIN = 6000;
/** From the claim on, its holder releases it or leaves it in doubt. Later it only confirms. */
const OWN_FOR = SEND_WITHIN + MAX_TIMEOUT + 2000;
/** Who sees a claim for so long knows that its holder is dead, or does no more with it. */
const GIVEN_UP_AFTER = OWN_FOR + 7000;
/** Most who wait need not wait so long, and leave no mark of it. */
const WAITED_AFTER = 3000;
const FIRST_PAUSE = 50;
const MAX_PAUSE = 1000;
/** How often a claim is tried that a slow database gives too late. */
const CLAIM_TRIES = 3;

/** What is known of an entry whose key a run wants to claim. */
export type Claim =
	/** This run's to send now; it ends with confirm, release or leave. */
	| Readonly<{ kind: 'claimed' }>
	/** Not to be sent, but an `interrupted` one may be where the user chose to resend. */
	| Readonly<{ kind: 'settled'; outcome: Outcome }>
	/** Another execution has it in flight. Claim it again after that has ended. */
	| Readonly<{ kind: 'elsewhere'; ended: Promise<void> }>;

/** At most one SMS per recipient and deduplication key, across executions, processes and crashes. */
export type Deduplication = {
	/**
	 * One write for the entries of several requests. Every entry has a key. Who waits for an `ended`
	 * holds no claim meanwhile, or two could wait for each other.
	 */
	claim(entries: readonly Entry[], signal?: AbortSignal): Promise<ReadonlyMap<Entry, Claim>>;
	/** Milliseconds in which a request for them may start. Later they have to be claimed again. */
	timeToSend(entries: readonly Entry[]): number;
	/** The request was accepted. */
	confirm(entries: readonly Entry[]): Promise<void>;
	/** The service provably did not take it: the keys are free again. */
	release(entries: readonly Entry[]): Promise<void>;
	/** The outcome is unknown. */
	leave(entries: readonly Entry[]): Promise<void>;
	/** The run is over. What it still holds is in doubt. */
	end(): Promise<void>;
};

/** The deduplication keys of one node, shared by all its executions in this process. */
export type Keys = {
	/** @param resend whether the user chose to send again what is in doubt */
	openRun(resend: boolean): Deduplication;
	/** Of the lock between processes. */
	lockState(): LockState;
};

const SENT_OR_IN_DOUBT = {
	key: {
		sent: withoutRequest(
			'alreadySent',
			'Skipped: an SMS with this deduplication key was accepted for this number before.',
		),
		inDoubt: withoutRequest(
			'interrupted',
			"An earlier attempt with this deduplication key ended without a known outcome. The SMS may have been sent, so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.",
		),
	},
	repeat: {
		sent: withoutRequest(
			'alreadySent',
			"Skipped: the same SMS was accepted for this number before ('Skip Repeats').",
		),
		inDoubt: withoutRequest(
			'interrupted',
			"An earlier attempt to send the same SMS to this number ended without a known outcome. It may have been sent, so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.",
		),
	},
	retry: {
		sent: withoutRequest('alreadySent', 'Skipped: another retry of this execution has sent it.'),
		inDoubt: withoutRequest(
			'interrupted',
			"Another retry of this execution ended without a known outcome. The SMS may have been sent, so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.",
		),
	},
};

const unavailable = (error: Error): Outcome =>
	withoutRequest(
		'deduplicationUnavailable',
		`Not sent, because the deduplication key could not be saved: ${error.message}`,
	);

const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });

/** A key that an execution in this process has in flight. */
type Held = {
	/** Since its claim; undefined until then. */
	timer?: Timer;
	/** Marks that this process had written before. */
	writtenBefore: number;
	/** It was in doubt: who held it before may come late, and say that it was accepted. */
	isResent?: boolean;
	ended: Promise<void>;
	end(): void;
};

function* chunksOf<T>(all: readonly T[], size: number): Generator<T[]> {
	for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

export function createKeys(store: MarkStore, lock: Lock, clock: Clock): Keys {
	const inFlight = new Map<string, Held>();
	const inTurn = createTurns(store, lock);
	let written = 0;

	function hold(key: string): void {
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		inFlight.set(key, { writtenBefore: written, ended, end });
	}

	const ageOf = (key: string): number => inFlight.get(key)?.timer?.atMost() ?? 0;
	const isOwn = (key: string): boolean => ageOf(key) <= OWN_FOR;

	/** Written again where it was lost. What is lost twice leaves a doubt, and never more. */
	const write: typeof inTurn = async (...given) =>
		await inTurn(...given)
			.catch(async () => await inTurn(...given))
			.catch(() => undefined);

	/** Removes marks of keys in short turns; which ones is asked in the turn. */
	async function remove(
		keys: readonly string[],
		marksOf: (key: string) => readonly string[],
	): Promise<void> {
		for (const chunk of chunksOf(keys, MOST_REMOVALS / 2)) {
			let isTried = false;
			await write(() => {
				// It may have been made, and somebody may have claimed the keys since.
				const marks = isTried ? [] : chunk.flatMap(marksOf);
				isTried = true;
				return { remove: marks };
			});
		}
	}

	/** Gives claims back, but not what somebody else may have claimed since. */
	const free = async (keys: readonly string[]): Promise<void> =>
		await remove(keys, (key) => (isOwn(key) ? [claimed(key), waited(key)] : []));

	/** The states of keys that were claimed before, in short turns. */
	async function ask(
		keys: readonly string[],
		asking: KeyQuestion,
		signal?: AbortSignal,
	): Promise<Map<string, State | Error>> {
		const found = new Map<string, State | Error>();
		const later: string[] = [];
		for (const chunk of chunksOf(keys, MOST_REMOVALS / 2)) {
			const asked = inTurn(
				(turn) => ({
					removes: MOST_REMOVALS,
					async then(_, marks) {
						const still = asking.isLeft ? chunk.filter(isOwn) : chunk;
						const looked = await look(still, marks, asking);
						for (const [key, state] of looked.states) {
							found.set(key, state);
							const held = inFlight.get(key);
							if (held && asking.claims) {
								held.timer = turn;
								held.isResent = state === 'inDoubt';
							}
						}
						later.push(...looked.later);
					},
				}),
				signal,
			);
			await asked.catch((error: Error) => chunk.forEach((key) => found.set(key, error)));
		}
		await remove(later, (mark) => [mark]);
		return found;
	}

	/** Waits while so much was written since the oldest open claim that more might push it out. */
	async function untilThereIsRoom(marks: number, signal?: AbortSignal): Promise<void> {
		for (;;) {
			const oldest = [...inFlight.values()].find(({ timer }) => timer !== undefined);
			const isRoom =
				!oldest || written + marks - oldest.writtenBefore <= WRITTEN_WHILE_OPEN || signal?.aborted;
			if (isRoom) return;
			await untilAborted(oldest.ended, signal);
		}
	}

	/** Claims the free ones, and with `resends` those in doubt too; the others stay as they are. */
	async function claimInStore(
		keys: readonly string[],
		resends: boolean,
		signal?: AbortSignal,
	): Promise<Map<string, State | Error>> {
		await untilThereIsRoom(2 * keys.length, signal);
		const states = new Map<string, State | Error>(keys.map((key) => [key, 'free']));
		let others: string[] = [];
		await inTurn(
			(turn) => ({
				record: keys.map(claimed),
				async then(known) {
					others = keys.filter((key) => known.has(claimed(key)));
					written += 2 * (keys.length - others.length);
					for (const key of keys) inFlight.get(key)!.timer = turn;
				},
			}),
			signal,
		);
		const asked = await ask(others, { claims: true, resends }, signal);
		for (const [key, state] of asked) states.set(key, state);
		return states;
	}

	function openRun(resend: boolean): Deduplication {
		const keyOf = remembered(({ key, recipient }: Entry): string => `${phoneOf(recipient)} ${key}`);
		const held = new Set<string>();
		/** Keys that others hold: since when they were seen, and since when they have a mark of it. */
		const seen = new Map<string, { timer: Timer; marked?: Timer }>();
		const over = new AbortController();

		const heldOf = (entries: readonly Entry[]): string[] =>
			entries.map(keyOf).filter((key) => held.has(key));

		function end(keys: readonly string[]): void {
			for (const key of keys) {
				held.delete(key);
				inFlight.get(key)?.end();
				inFlight.delete(key);
			}
		}

		async function release(keys: readonly string[]): Promise<void> {
			await free(keys);
			end(keys);
		}

		async function leave(keys: readonly string[]): Promise<void> {
			const isResent = (key: string) => inFlight.get(key)?.isResent === true;
			const first = keys.filter((key) => !isResent(key));
			if (first.length > 0) await write(() => ({ record: first.filter(isOwn).map(doubt) }));
			await ask(keys.filter(isResent), { isLeft: true });
			end(keys);
		}

		function remember(key: string): void {
			const one = seen.get(key);
			if (one) one.marked = startTimer(clock);
		}

		/** No longer waits for them. */
		async function forget(keys: readonly string[]): Promise<void> {
			const marked = keys.filter((key) => seen.get(key)?.marked !== undefined);
			for (const key of keys) seen.delete(key);
			await remove(marked, (key) => [waited(key)]);
		}

		/** Resolves when one of these keys, which other processes have in flight, no longer is. */
		async function watch(keys: readonly string[], signal: AbortSignal): Promise<void> {
			for (const key of keys) seen.set(key, seen.get(key) ?? { timer: startTimer(clock) });
			for (let turn = 0, pause = FIRST_PAUSE; ; turn++, pause = Math.min(pause * 1.5, MAX_PAUSE)) {
				await clock.wait(pause * (0.5 + clock.random()), signal);
				// It has ended where another wait of this run says so.
				if (signal.aborted || keys.some((key) => !seen.has(key))) return;
				const waits = keys.map((key) => ({ key, ...seen.get(key)! }));
				const unmarked = waits
					.filter(({ timer, marked }) => !marked && timer.atLeast() >= WAITED_AFTER)
					.map(({ key }) => key);
				if (unmarked.length > 0) {
					const then = async () => unmarked.forEach(remember);
					await write(() => ({ record: unmarked.map(waited), then }), signal);
				}
				const late = waits
					.filter(({ marked }) => marked && marked.atLeast() >= GIVEN_UP_AFTER)
					.map(({ key }) => key);
				// One tells of the others, as they were claimed together.
				const asked = late.length > 0 ? late : [keys[turn % keys.length]!];
				const states = await ask(asked, { isLate: late.length > 0 }, signal);
				const ended = asked.filter(
					(key) => states.get(key) !== 'inFlight' && !(states.get(key) instanceof Error),
				);
				await forget(ended);
				if (ended.length > 0) return;
				// Those that are held still were released and claimed meanwhile.
				late.forEach(remember);
			}
		}

		/** The states of keys, of which those that are claimed may be sent to now. */
		async function claimInTime(
			keys: readonly string[],
			signal?: AbortSignal,
		): Promise<Map<string, State | Error>> {
			const states = new Map<string, State | Error>();
			let open = [...keys];
			for (let tries = 0; open.length > 0; tries++) {
				const found = await claimInStore(open, resend, signal);
				for (const [key, state] of found) states.set(key, state);
				const isOurs = (key: string) =>
					states.get(key) === 'free' || (states.get(key) === 'inDoubt' && resend);
				open = open.filter((key) => isOurs(key) && ageOf(key) > SEND_WITHIN);
				if (open.length === 0) break;
				await free(open.filter((key) => states.get(key) === 'free'));
				if (tries < CLAIM_TRIES) continue;
				for (const key of open) states.set(key, new Error('the database is too slow.'));
				break;
			}
			return states;
		}

		return {
			async claim(entries, signal) {
				const found = new Map<Entry, Claim>();
				const asked = new Map<string, Entry>();
				for (const entry of entries) {
					const key = keyOf(entry);
					const ended = inFlight.get(key)?.ended;
					if (ended !== undefined) {
						found.set(entry, { kind: 'elsewhere', ended });
					} else {
						held.add(key);
						hold(key);
						asked.set(key, entry);
					}
				}
				if (asked.size === 0) return found;
				try {
					const states = await claimInTime([...asked.keys()], signal);
					const elsewhere = [...asked.keys()].filter((key) => states.get(key) === 'inFlight');
					const until = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
					const ended = elsewhere.length > 0 ? watch(elsewhere, until) : Promise.resolve();
					await forget([...asked.keys()].filter((key) => states.get(key) !== 'inFlight'));
					for (const [key, entry] of asked) {
						const state = states.get(key)!;
						const told = SENT_OR_IN_DOUBT[entry.madeFor ?? 'key'];
						if (state instanceof Error) found.set(entry, settled(unavailable(state)));
						else if (state === 'free') found.set(entry, { kind: 'claimed' });
						else if (state === 'inFlight') found.set(entry, { kind: 'elsewhere', ended });
						else found.set(entry, settled(told[state]));
						const isOurs = state === 'free' || (state === 'inDoubt' && resend);
						if (!isOurs) end([key]);
					}
				} catch (error) {
					const outcome = signal?.aborted ? CANCELLED : unavailable(error as Error);
					for (const [key, entry] of asked) {
						end([key]);
						found.set(entry, settled(outcome));
					}
				}
				return found;
			},
			timeToSend: (entries) =>
				heldOf(entries).reduce((least, key) => Math.min(least, SEND_WITHIN - ageOf(key)), Infinity),
			async confirm(entries) {
				const keys = heldOf(entries);
				if (keys.length === 0) return;
				let doubted: string[] = [];
				await write(() => ({
					record: keys.map(sent),
					async then(known) {
						doubted = keys.filter((key) => !isOwn(key) || known.has(sent(key)));
					},
				}));
				// Somebody has given it up, or died while asking for it.
				await remove(doubted, (key) => [doubt(key), waited(key)]);
				end(keys);
			},
			release: async (entries) => await release(heldOf(entries)),
			leave: async (entries) => await leave(heldOf(entries)),
			async end() {
				over.abort();
				await leave([...held]);
				await forget([...seen.keys()]);
			},
		};
	}

	return { openRun, lockState: () => lock.state() };
}

/** For runs without any deduplication key. */
export const NO_DEDUPLICATION: Deduplication = {
	claim: async () => new Map(),
	timeToSend: () => Infinity,
	confirm: async () => {},
	release: async () => {},
	leave: async () => {},
	end: async () => {},
};
