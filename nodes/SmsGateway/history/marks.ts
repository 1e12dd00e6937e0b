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
/** Put beside a claim by who waits for it. It goes when the key is released, so it tells claims apart. */
export const waited: Mark = (key) => `waited ${key}`;

export type State = 'free' | 'claimed' | 'sent' | 'inDoubt';

const MARKS_IN: Record<State, readonly Mark[]> = {
	free: [],
	claimed: [claimed, waited],
	sent: [claimed, sent],
	inDoubt: [claimed, doubt],
};

/** A wait for a key gets its mark now, or has had one for as long as a claim can last. */
export type Wait = 'new' | 'long';

export type KeyQuestion = Readonly<{
	/** The state that a key gets which is found in this one; unless given, it keeps its own. */
	becomes?: Partial<Record<State, State>>;
	waits?: ReadonlyMap<string, Wait>;
}>;

/** What to record to find out the state of a key. To ask is to record, so it is put in doubt first. */
export const marksToAsk = (key: string, { waits }: KeyQuestion): string[] => [
	...[claimed, sent, doubt].map((mark) => mark(key)),
	...(waits?.has(key) ? [waited(key)] : []),
];

/**
 * Reads the state of a key, and says what to remove for the one that it gets. A crash in between
 * leaves a doubt, and never a key that reads as sent and was not.
 *
 * @param known of the marks to ask, those that were there
 */
export function judgeKey(
	key: string,
	known: ReadonlySet<string>,
	question: KeyQuestion,
): { state: State; undo: string[] } {
	function stateOf(): State {
		if (!known.has(claimed(key))) return 'free';
		if (known.has(doubt(key))) return 'inDoubt';
		if (known.has(sent(key))) return 'sent';
		return question.waits?.get(key) === 'long' && known.has(waited(key)) ? 'inDoubt' : 'claimed';
	}
	const state = stateOf();
	const next = question.becomes?.[state] ?? state;
	const kept = MARKS_IN[next].map((mark) => mark(key));
	const undo = marksToAsk(key, question).filter((mark) => !kept.includes(mark));
	// Whoever waited for the claim before does not wait for the new one.
	return { state, undo: state === 'inDoubt' && next === 'claimed' ? [...undo, waited(key)] : undo };
}
