import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';

/** What is known of an entry that a run wants to claim. */
export type Claim =
	/** This run sends it now, with Resend also what is in doubt, and finishes it. */
	| Readonly<{ kind: 'claimed'; doubt?: Outcome }>
	/** This run does not send it. */
	| Readonly<{ kind: 'settled'; outcome: Outcome }>
	/** Another execution has claimed it. Claim it again once all others are sent to, and after `othersEnded`. */
	| Readonly<{ kind: 'elsewhere' }>;

/** What a request has made of the keys: accepted, provably not taken, or nobody knows. */
export type KeyEnd = 'sent' | 'free' | 'inDoubt';

/** At most one SMS per recipient and deduplication key, across executions, processes and crashes. */
export type Deduplication = {
	/**
	 * Takes so many SMS for this run before it claims anything; only where a day has a limit.
	 *
	 * @returns why that is too many, as the outcome of all
	 */
	reserve?(sms: number): Promise<Outcome | undefined>;
	/**
	 * One write for the entries of several requests, which can start now: who has to wait holds no claim, or
	 * two could wait for each other. Entries that need none are not in the result.
	 */
	claim(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Claim>>;
	/** Resolves when what these found elsewhere may have ended, or has been waited for long enough. */
	othersEnded(entries: readonly Entry[], signal?: AbortSignal): Promise<void>;
	/**
	 * Ends the claims of these; those that this run has not claimed stay as they are.
	 *
	 * @param wasSent whether the last request for them may have been: what is in doubt may be so by an earlier one
	 */
	finish(entries: readonly Entry[], end: KeyEnd, wasSent?: boolean): Promise<void>;
	/** The run is over. What it still holds is in doubt. */
	end(): Promise<void>;
};

/** For runs without any deduplication key or daily limit. */
export const NO_DEDUPLICATION: Deduplication = {
	claim: async () => new Map(),
	othersEnded: async () => {},
	finish: async () => {},
	end: async () => {},
};
