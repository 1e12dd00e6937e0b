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

type Mark = (key: string) => string;

/** The marks of a key. To claim and to confirm, which nearly every key goes through, record one each. */
export const claimed: Mark = (key) => `claimed ${key}`;
export const sent: Mark = (key) => `sent ${key}`;
export const doubt: Mark = (key) => `doubt ${key}`;

export type State = 'free' | 'claimed' | 'sent' | 'inDoubt';

/** What to record to find out the state of a key: to ask is to record, so it is put in doubt first. */
export const marksToAsk = (key: string): string[] => [claimed(key), sent(key), doubt(key)];

/** What stays of these marks. One in doubt keeps `sent`: by that its holder, who records it, sees the doubt. */
const MARKS_IN: Record<State, readonly Mark[]> = {
	free: [],
	claimed: [claimed],
	sent: [claimed, sent],
	inDoubt: [claimed, sent, doubt],
};

/** @param known of the marks to ask, those that were there */
export function stateOf(key: string, known: ReadonlySet<string>): State {
	if (!known.has(claimed(key))) return 'free';
	if (known.has(doubt(key))) return 'inDoubt';
	return known.has(sent(key)) ? 'sent' : 'claimed';
}

/**
 * What to remove once they were recorded, for the state that the key gets. A crash before that leaves a
 * doubt, and never a key that reads as sent and was not.
 */
export function marksToUndo(key: string, next: State): string[] {
	const kept = MARKS_IN[next].map((mark) => mark(key));
	return marksToAsk(key).filter((mark) => !kept.includes(mark));
}
