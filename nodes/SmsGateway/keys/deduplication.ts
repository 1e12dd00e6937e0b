import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';

/** What is known of an entry that a run wants to claim. */
export type Claim =
	/** This run sends it now, with Resend also what is in doubt, and finishes it. */
	| Readonly<{ kind: 'claimed'; doubt?: Outcome }>
	| Readonly<{ kind: 'settled'; outcome: Outcome }>
	/** Another execution has it: claim it again once all others are sent to, and after `othersEnded`. */
	| Readonly<{ kind: 'elsewhere' }>;

/** What a request has made of the keys: accepted, provably not taken, or unknown. */
export type KeyEnd = 'sent' | 'free' | 'inDoubt';

/** What keeps an SMS from being sent across executions, processes and crashes: its keys, and the limit of the day. */
export type Deduplication = {
	/** Takes so many SMS from a daily limit before any claim; why that is too many, as the outcome of all. */
	reserve?(sms: number): Promise<Outcome | undefined>;
	/**
	 * One write for several requests, which can start now: a run that waits holds no claim, or two could wait
	 * for each other. Entries that need none are not in the result.
	 */
	claim(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Claim>>;
	/** Resolves when what these found elsewhere may have ended, or was waited for long enough. */
	othersEnded(entries: readonly Entry[], signal?: AbortSignal): Promise<void>;
	/** Ends claims of this run; what is already finished stays so. `wasSent`: for the limit of the day, also then. */
	finish(entries: readonly Entry[], end: KeyEnd, wasSent?: boolean): Promise<void>;
	/** The run is over. What it still holds is in doubt. */
	end(): Promise<void>;
};

export const NO_DEDUPLICATION: Deduplication = {
	claim: async () => new Map(),
	othersEnded: async () => {},
	finish: async () => {},
	end: async () => {},
};
