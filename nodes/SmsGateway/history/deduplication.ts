// A little long, because the life of a key is told in one place: claim, confirm, release, interrupted.
import type { Entry } from '../domain/entry';
import { CANCELLED, withoutRequest, type Outcome } from '../domain/outcome';
import type { Keys } from './keys';
import { marksOf, type State } from './marks';

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
	/** The request was accepted. */
	confirm(entries: readonly Entry[]): Promise<void>;
	/** The service provably did not take it: the keys are free again. */
	release(entries: readonly Entry[]): Promise<void>;
	/** The outcome is unknown. */
	leave(entries: readonly Entry[]): Promise<void>;
	/** The run is over. What it still holds is in doubt. */
	end(): Promise<void>;
};

const ALREADY_SENT = withoutRequest(
	'alreadySent',
	'Not sent again: an SMS with this deduplication key was accepted for this number earlier.',
);

const REPEAT_SENT = withoutRequest(
	'alreadySent',
	"Skipped: the same SMS was accepted for this number before ('Skip Repeats').",
);

const INTERRUPTED = withoutRequest(
	'interrupted',
	"An earlier attempt with this deduplication key ended without a known outcome. The SMS may have been sent, so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.",
);

const REPEAT_INTERRUPTED = withoutRequest(
	'interrupted',
	"An earlier attempt to send the same SMS to this number ended without a known outcome. It may have been sent, so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.",
);

const unavailable = (error: Error): Outcome =>
	withoutRequest(
		'deduplicationUnavailable',
		`Not sent, because the deduplication key could not be saved: ${error.message}`,
	);

const settled = (outcome: Outcome): Claim => ({ kind: 'settled', outcome });

const keyOf = ({ key, recipient }: Entry): string => `${recipient} ${key}`;

/** @param resend whether the user chose to send again what is in doubt */
export function createDeduplication(keys: Keys, resend: boolean): Deduplication {
	const held = new Set<string>();
	const over = new AbortController();

	function hold(key: string): void {
		held.add(key);
		keys.hold(key);
	}

	function drop(key: string): void {
		held.delete(key);
		keys.drop(key);
	}

	const heldOf = (entries: readonly Entry[]): string[] =>
		entries.map(keyOf).filter((key) => held.has(key));

	async function end(ended: readonly string[], change: Parameters<Keys['write']>[0]) {
		if (ended.length === 0) return;
		await keys.write(change);
		ended.forEach(drop);
	}

	return {
		async claim(entries, signal) {
			const found = new Map<Entry, Claim>();
			const asked = new Map<string, Entry>();
			for (const entry of entries) {
				const key = keyOf(entry);
				const ended = keys.ended(key);
				if (ended !== undefined) {
					found.set(entry, { kind: 'elsewhere', ended });
				} else {
					hold(key);
					asked.set(key, entry);
				}
			}
			if (asked.size === 0) return found;
			try {
				const states = await keys.claim([...asked.keys()], resend, signal);
				const elsewhere = [...asked.keys()].filter((key) => states.get(key) === 'inFlight');
				const until = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
				const ended = elsewhere.length > 0 ? keys.watch(elsewhere, until) : Promise.resolve();
				const claimsFor = (isRepeat: boolean): Record<State, Claim> => ({
					free: { kind: 'claimed' },
					inFlight: { kind: 'elsewhere', ended },
					sent: settled(isRepeat ? REPEAT_SENT : ALREADY_SENT),
					inDoubt: settled(isRepeat ? REPEAT_INTERRUPTED : INTERRUPTED),
				});
				const [byKey, byRepeat] = [claimsFor(false), claimsFor(true)];
				for (const [key, entry] of asked) {
					const state = states.get(key)!;
					const claims = entry.isRepeatKey ? byRepeat : byKey;
					found.set(entry, state instanceof Error ? settled(unavailable(state)) : claims[state]);
					const isOurs = state === 'free' || (state === 'inDoubt' && resend);
					if (!isOurs) drop(key);
				}
			} catch (error) {
				const outcome = signal?.aborted ? CANCELLED : unavailable(error as Error);
				for (const [key, entry] of asked) {
					drop(key);
					found.set(entry, settled(outcome));
				}
			}
			return found;
		},
		async confirm(entries) {
			const ended = heldOf(entries);
			await end(ended, { record: ended.flatMap(marksOf.confirm) });
		},
		async release(entries) {
			const ended = heldOf(entries);
			await end(ended, { remove: ended.flatMap(marksOf.claim) });
		},
		async leave(entries) {
			const ended = heldOf(entries);
			await end(ended, { record: ended.flatMap(marksOf.leave) });
		},
		async end() {
			over.abort();
			const ended = [...held];
			await end(ended, { record: ended.flatMap(marksOf.leave) });
		},
	};
}

/** For runs without any deduplication key. */
export const NO_DEDUPLICATION: Deduplication = {
	claim: async () => new Map(),
	confirm: async () => {},
	release: async () => {},
	leave: async () => {},
	end: async () => {},
};
