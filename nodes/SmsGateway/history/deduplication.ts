import type { Clock } from '../delivery/clock';
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

/** Keys that an execution in this process has under way, with what ends then. */
export type KeysInFlight = Map<string, Promise<void>>;

/** What is known of an entry whose key a run wants to claim. */
export type Claim =
	/** This run's to send now; it ends with confirm, release or leave. */
	| Readonly<{ kind: 'claimed' }>
	/** Not to be sent, but an `interrupted` one may be where the user chose to resend. */
	| Readonly<{ kind: 'settled'; outcome: Outcome }>
	/** Another execution has it in flight. Claim it again after that has ended. */
	| Readonly<{ kind: 'elsewhere'; ended: Promise<void> }>;

/**
 * At most one SMS per recipient and deduplication key, across executions and crashes.
 *
 * Before a request, `seen` and `open` are recorded for each recipient in one write; once it is
 * accepted, `open` is removed. So `seen` alone means confirmed, and `open` means that the process
 * died, or the outcome stayed unknown, in between. Wherever a write is lost, what remains reads
 * as interrupted, never as sent: nobody is forgotten without being named.
 */
export type Deduplication = {
	/**
	 * One write for the entries of several requests. Every entry has a key, and none is claimed again
	 * before it has ended.
	 */
	claim(entries: readonly Entry[], signal?: AbortSignal): Promise<ReadonlyMap<Entry, Claim>>;
	/** The request was accepted. */
	confirm(entries: readonly Entry[]): Promise<void>;
	/** The service provably did not take it: the keys are free again. */
	release(entries: readonly Entry[]): Promise<void>;
	/** The outcome is unknown, or the entry was settled: what stands in the store stays. */
	leave(entries: readonly Entry[]): Promise<void>;
	/** The run is over: nothing may be left held that is not in doubt. */
	end(): Promise<void>;
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
const MAX_MENDED = 20_000;
const MAX_MENDINGS = 5;
/** Milliseconds: longer than a write takes. */
const BETWEEN_MENDINGS = 200;

/** @param inFlight shared by all executions of the node in this process */
export function createDeduplication(
	store: MarkStore,
	clock: Clock,
	inFlight: KeysInFlight = new Map(),
): Deduplication {
	/** Marks of the keys that this run has in flight, each with what tells the others of its end. */
	const holds = new Map<string, () => void>();
	const confirmed: Entry[] = [];
	/** Claimed, and neither confirmed nor released. */
	const uncertain = new Set<Entry>();
	/** Claimed without a `seen` of their own. */
	const unseen = new Set<Entry>();

	function hold(entries: readonly Entry[]): void {
		for (const mark of entries.map(seen)) {
			inFlight.set(mark, new Promise<void>((resolve) => holds.set(mark, resolve)));
		}
	}

	function unhold(marks: Iterable<string>): void {
		for (const mark of marks) {
			const end = holds.get(mark);
			if (end === undefined) continue;
			holds.delete(mark);
			inFlight.delete(mark);
			end();
		}
	}

	/** A mark that could not be removed stays `open`: the key is refused and named, never used twice. */
	async function remove(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		await store.remove(marks).catch(() => undefined);
	}

	/** A mark that could not be recorded leaves an `open` behind, which is named as well. */
	async function record(marks: string[]): Promise<ReadonlySet<string> | undefined> {
		if (marks.length === 0) return new Set();
		return await store.record(marks).catch(() => undefined);
	}

	return {
		async claim(entries) {
			const found = new Map<Entry, Claim>();
			const claimed = entries.filter((entry) => {
				const ended = inFlight.get(seen(entry));
				if (ended !== undefined) found.set(entry, { kind: 'elsewhere', ended });
				return ended === undefined;
			});
			if (claimed.length === 0) return found;
			hold(claimed);
			let known: ReadonlySet<string>;
			try {
				// A full store drops its oldest marks first, so an `open` outlives its `seen`.
				known = await store.record([...claimed.map(seen), ...claimed.map(open)]);
			} catch (error) {
				const outcome = withoutRequest(
					'notSent',
					'deduplicationUnavailable',
					`Not sent, because the deduplication key could not be kept: ${(error as Error).message}`,
				);
				unhold(claimed.map(seen));
				for (const entry of claimed) found.set(entry, { kind: 'settled', outcome });
				return found;
			}
			const sent: Entry[] = [];
			for (const entry of claimed) {
				const isOpen = known.has(open(entry));
				const isSeen = known.has(seen(entry));
				if (isOpen) found.set(entry, { kind: 'settled', outcome: INTERRUPTED });
				else if (isSeen) found.set(entry, { kind: 'settled', outcome: ALREADY_SENT });
				else found.set(entry, { kind: 'claimed' });
				if (isSeen && !isOpen) sent.push(entry);
				else uncertain.add(entry);
				// A `seen` written anew beside an old `open` would outlive it, and then read as sent.
				if (isOpen && !isSeen) unseen.add(entry);
			}
			const outliving = claimed.filter((entry) => unseen.has(entry));
			await remove([...sent.map(open), ...outliving.map(seen)]);
			unhold(sent.map(seen));
			return found;
		},
		async confirm(entries) {
			const claimed = keyed(entries);
			await record(claimed.filter((entry) => unseen.has(entry)).map(seen));
			await remove(claimed.map(open));
			confirmed.push(...claimed);
			for (const entry of claimed) uncertain.delete(entry);
			unhold(claimed.map(seen));
		},
		async release(entries) {
			const claimed = keyed(entries);
			await remove([...claimed.map(seen), ...claimed.map(open)]);
			for (const entry of claimed) uncertain.delete(entry);
			unhold(claimed.map(seen));
		},
		async leave(entries) {
			unhold(keyed(entries).map(seen));
		},
		async end() {
			unhold([...holds.keys()]);
			const sent = confirmed.slice(-MAX_MENDED);
			const marks = [...sent.map(seen), ...[...uncertain].slice(-MAX_MENDED).map(open)];
			for (let mended = 0; mended < MAX_MENDINGS; mended++) {
				const known = await record(marks);
				if (known === undefined || marks.every((mark) => known.has(mark))) return;
				await remove(sent.map(open));
				await clock.wait(BETWEEN_MENDINGS * (0.5 + clock.random()));
			}
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
