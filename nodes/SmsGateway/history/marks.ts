/** Marks that outlive executions. Each call changes the store as a whole or not at all. */
export type MarkStore = {
	/**
	 * Records the marks and tells which of them were there already. It cannot tell without recording.
	 *
	 * @throws Error with a sentence for the user
	 */
	record(marks: readonly string[]): Promise<ReadonlySet<string>>;
	/** Slow where it is many: n8n searches its whole list for each. */
	remove(marks: readonly string[]): Promise<void>;
};

const claimed = (key: string): string => `claimed ${key}`;
const sent = (key: string): string => `sent ${key}`;
const doubt = (key: string): string => `doubt ${key}`;
const alive = (key: string, bucket: number): string => `alive ${bucket} ${key}`;

/**
 * The marks that a key has in each of its states. Recording is cheap and removing is not, so what
 * happens to nearly every key (claim, confirm) only records.
 */
export const marksOf = {
	claim: (key: string): string[] => [claimed(key)],
	confirm: (key: string): string[] => [sent(key)],
	/** `sent` comes first, as the oldest marks are dropped first and it must not outlive the `doubt`. */
	leave: (key: string): string[] => [sent(key), doubt(key)],
	/** What its holder renews in each bucket of time. */
	renew: (key: string, bucket: number): string[] => [alive(key, bucket)],
};

export type State =
	/** Nobody has claimed it. */
	| 'free'
	/** Claimed, and its holder may be alive. */
	| 'inFlight'
	| 'sent'
	/** Its outcome is unknown, or its holder is dead. */
	| 'inDoubt';

export type Looked = {
	/** An Error for those whose states the store could not be left in. */
	states: Map<string, State | Error>;
	/** Marks to remove in a later turn: doubts about what was sent. */
	later: string[];
};

/**
 * Finds out the states of keys. To ask is to record, so each key is put in doubt first, and what
 * turns out not to be is taken back in a second write: a crash in between leaves doubts, and never
 * a key that reads as sent and was not.
 *
 * @param bucket the holders of keys that are not renewed in it are dead; undefined: not asked
 * @throws Error where the first write fails
 */
export async function look(
	keys: readonly string[],
	store: MarkStore,
	bucket?: number,
): Promise<Looked> {
	const asked = bucket === undefined ? [] : keys.map((key) => alive(key, bucket));
	const marks = [...keys.map(claimed), ...keys.flatMap(marksOf.leave), ...asked];
	const known = await store.record(marks);
	const states = new Map<string, State | Error>();
	const undo: string[] = [];
	for (const key of keys) {
		const isClaimed = known.has(claimed(key));
		const isDead = bucket !== undefined && !known.has(alive(key, bucket));
		if (isClaimed && (known.has(doubt(key)) || (!known.has(sent(key)) && isDead))) {
			states.set(key, 'inDoubt');
		} else if (isClaimed && known.has(sent(key))) {
			states.set(key, 'sent');
			undo.push(doubt(key));
		} else {
			states.set(key, isClaimed ? 'inFlight' : 'free');
			undo.push(sent(key), doubt(key), ...(isClaimed ? [] : [claimed(key)]));
		}
	}
	if (undo.length === 0) return { states, later: [] };
	try {
		await store.remove(undo);
		return { states, later: [] };
	} catch (error) {
		// What is in flight may be confirmed before a later turn, and must not lose that.
		const ofState = (...wanted: State[]) =>
			keys.filter((key) => wanted.includes(states.get(key) as State));
		for (const key of ofState('inFlight', 'free')) states.set(key, error as Error);
		return { states, later: ofState('sent').map(doubt) };
	}
}
