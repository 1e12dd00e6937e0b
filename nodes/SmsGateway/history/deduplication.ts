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
	/** The outcome is unknown, or the keys are those of another: what stands in the store stays. */
	leave(entries: readonly Entry[]): Promise<void>;
	/** Their recipients got the text under another key of this run, so theirs are used up too. */
	serve(entries: readonly Entry[]): Promise<void>;
	/**
	 * The run is over. A run of the same node in another process may have overwritten marks, as n8n
	 * writes them without a lock: what is missing is recorded again.
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
const MAX_MENDED = 20_000;
const MAX_MENDINGS = 5;
/** Milliseconds: longer than a write takes. */
const BETWEEN_MENDINGS = 200;

/** @param inFlight shared by all executions of the node in this process */
export function createClaims(store: MarkStore, inFlight: KeysInFlight = new Map()): Claims {
	/** Marks of the keys that this run has under way, each with what tells the others of its end. */
	const holds = new Map<string, () => void>();
	const confirmed: Entry[] = [];
	/** Claimed, and neither confirmed nor released. */
	const uncertain = new Set<Entry>();
	/** Claimed without a `seen` of their own. */
	const unseen = new Set<Entry>();

	/** Waits for other executions: an `open` of one that still runs was not left behind. */
	async function hold(entries: readonly Entry[]): Promise<void> {
		const marks = entries.map(seen).filter((mark) => !holds.has(mark));
		for (;;) {
			const others = marks.flatMap((mark) => inFlight.get(mark) ?? []);
			if (others.length === 0) break;
			await Promise.all(others);
		}
		for (const mark of marks) {
			inFlight.set(mark, new Promise<void>((resolve) => holds.set(mark, resolve)));
		}
	}

	function letGo(marks: Iterable<string>): void {
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
			const found = new Map<Entry, Outcome>();
			const claimed = keyed(entries);
			if (claimed.length === 0) return found;
			await hold(claimed);
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
				letGo(claimed.map(seen));
				return new Map(claimed.map((entry) => [entry, unavailable]));
			}
			for (const entry of claimed) {
				uncertain.add(entry);
				if (known.has(open(entry))) found.set(entry, INTERRUPTED);
				else if (known.has(seen(entry))) found.set(entry, ALREADY_SENT);
				// A `seen` written anew beside an old `open` would outlive it, and then read as sent.
				if (known.has(open(entry)) && !known.has(seen(entry))) unseen.add(entry);
			}
			const sent = claimed.filter((entry) => found.get(entry) === ALREADY_SENT);
			const outliving = claimed.filter((entry) => unseen.has(entry));
			for (const entry of sent) uncertain.delete(entry);
			await remove([...sent.map(open), ...outliving.map(seen)]);
			letGo(sent.map(seen));
			return found;
		},
		async confirm(entries) {
			const claimed = keyed(entries);
			await record(claimed.filter((entry) => unseen.has(entry)).map(seen));
			await remove(claimed.map(open));
			confirmed.push(...claimed);
			for (const entry of claimed) uncertain.delete(entry);
			letGo(claimed.map(seen));
		},
		async release(entries) {
			const claimed = keyed(entries);
			await remove([...claimed.map(seen), ...claimed.map(open)]);
			for (const entry of claimed) uncertain.delete(entry);
			letGo(claimed.map(seen));
		},
		async leave(entries) {
			letGo(keyed(entries).map(seen));
		},
		async serve(entries) {
			const served = keyed(entries);
			await record(served.map(seen));
			await remove(served.map(open));
			confirmed.push(...served);
		},
		async end(clock) {
			letGo([...holds.keys()]);
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
export const NO_CLAIMS: Claims = {
	claim: async () => new Map(),
	confirm: async () => {},
	release: async () => {},
	leave: async () => {},
	serve: async () => {},
	end: async () => {},
};
