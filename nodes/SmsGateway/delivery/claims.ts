import type { Clock } from './clock';
import type { Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';

/** Marks that outlive executions. Each call changes the store as a whole or not at all. */
export type MarkStore = {
	/**
	 * Records the marks and tells which of them were there already.
	 *
	 * @throws Error with a sentence for the user
	 */
	record(marks: string[]): Promise<ReadonlySet<string>>;
	remove(marks: string[]): Promise<void>;
};

/**
 * At most one SMS per recipient and deduplication key, across executions and crashes.
 *
 * Before a request, `seen` and `open` are recorded for each recipient in one write; once it is
 * accepted, `open` is removed. So `seen` alone means confirmed, and `open` means that the process
 * died, or the outcome stayed unknown, in between. Wherever a write is lost, what remains reads
 * as interrupted, never as sent: nobody is forgotten without being named.
 */
export type Claims = {
	/** What is known of those that were claimed before; the others are claimed now. */
	claim(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Outcome>>;
	/** The request was accepted. */
	confirm(entries: readonly Entry[]): Promise<void>;
	/** The service provably did not take it: the keys are free again. */
	release(entries: readonly Entry[]): Promise<void>;
	/**
	 * The run is over. A run of the same node in another process may have overwritten marks, as n8n
	 * writes them without a lock: what is missing of those confirmed is recorded again.
	 */
	end(clock: Clock): Promise<void>;
};

const ALREADY_SENT = withoutRequest(
	'skipped',
	'alreadySent',
	'Not texted again: an SMS with this deduplication key was accepted for this number earlier.',
);

const INTERRUPTED = withoutRequest(
	'unknown',
	'interrupted',
	'An earlier attempt with this deduplication key ended without a known outcome. The SMS may have been sent, so it is not sent again automatically. To send it anyway, set Uncertain Outcome to Resend.',
);

const seen = ({ key, recipient }: Entry): string => `seen ${recipient} ${key}`;
const open = ({ key, recipient }: Entry): string => `open ${recipient} ${key}`;
const keyed = (entries: readonly Entry[]): Entry[] => entries.filter(({ key }) => key !== '');

/** More than these are forgotten soon anyway. */
const MOST_MENDED = 20_000;
const MOST_MENDINGS = 5;
/** Milliseconds: longer than a write takes. */
const BETWEEN_MENDINGS = 200;

export function createClaims(store: MarkStore): Claims {
	const confirmed: Entry[] = [];

	/** A mark that could not be removed stays `open`: the key is refused and named, never used twice. */
	async function remove(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		await store.remove(marks).catch(() => undefined);
	}

	return {
		async claim(entries) {
			const found = new Map<Entry, Outcome>();
			const claimed = keyed(entries);
			if (claimed.length === 0) return found;
			let known: ReadonlySet<string>;
			try {
				// A full store drops its oldest marks first, so an `open` outlives its `seen`.
				known = await store.record([...claimed.map(seen), ...claimed.map(open)]);
			} catch (error) {
				const unavailable = withoutRequest(
					'notSent',
					'deduplicationUnavailable',
					`Not sent, because the deduplication key could not be kept: ${(error as Error).message}`,
				);
				return new Map(claimed.map((entry) => [entry, unavailable]));
			}
			for (const entry of claimed) {
				if (known.has(open(entry))) found.set(entry, INTERRUPTED);
				else if (known.has(seen(entry))) found.set(entry, ALREADY_SENT);
			}
			const sent = claimed.filter((entry) => found.get(entry) === ALREADY_SENT);
			// A `seen` written anew beside an old `open` would outlive it, and then read as sent.
			const outliving = claimed.filter(
				(entry) => known.has(open(entry)) && !known.has(seen(entry)),
			);
			await remove([...sent.map(open), ...outliving.map(seen)]);
			return found;
		},
		confirm(entries) {
			const claimed = keyed(entries);
			confirmed.push(...claimed);
			return remove(claimed.map(open));
		},
		release(entries) {
			const claimed = keyed(entries);
			return remove([...claimed.map(seen), ...claimed.map(open)]);
		},
		async end(clock) {
			const last = confirmed.slice(-MOST_MENDED);
			for (let mended = 0; mended < MOST_MENDINGS && last.length > 0; mended++) {
				const known = await store.record(last.map(seen)).catch(() => undefined);
				if (known === undefined || last.every((entry) => known.has(seen(entry)))) return;
				await remove(last.map(open));
				await clock.wait(BETWEEN_MENDINGS * (0.5 + clock.random()));
			}
		},
	};
}

/** For runs without any deduplication key. */
export const NO_CLAIMS: Claims = {
	claim: async () => new Map(),
	confirm: async () => {},
	release: async () => {},
	end: async () => {},
};
