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

/** The marks of a key. What happens to nearly every key (claim, confirm) only records one each. */
export const claimed = (key: string): string => `claimed ${key}`;
export const sent = (key: string): string => `sent ${key}`;
export const doubt = (key: string): string => `doubt ${key}`;
/** Put by one who waits for the key. It goes when the key is released, so it tells claims apart. */
export const waited = (key: string): string => `waited ${key}`;

export type State =
	/** Nobody has claimed it. */
	| 'free'
	/** Claimed, and its holder may be alive. */
	| 'inFlight'
	| 'sent'
	/** Its outcome is unknown, or its holder is dead. */
	| 'inDoubt';

export type KeyQuestion = Readonly<{
	/** Claim the free keys. */
	claims?: boolean;
	/** Claim those in doubt too. */
	resends?: boolean;
	/** One has waited for as long as a holder may take. What was held all the time is in doubt. */
	isLate?: boolean;
	/** The one who holds it does not know its outcome: without an acceptance it is in doubt. */
	isLeft?: boolean;
}>;

/**
 * Finds out the states of keys. To ask is to record, so each key is put in doubt first, and what
 * turns out not to be is taken back in a second write: a crash in between leaves doubts, and never
 * a key that reads as sent and was not.
 *
 * @returns an Error for those that the store could not be left right for, and the marks to remove
 * in a later turn: doubts about what was sent
 * @throws Error where the first write fails
 */
export async function look(
	keys: readonly string[],
	store: MarkStore,
	{ claims = false, resends = false, isLate = false, isLeft = false }: KeyQuestion,
): Promise<{ states: Map<string, State | Error>; later: string[] }> {
	const asked = (key: string) => [
		claimed(key),
		sent(key),
		doubt(key),
		...(isLate ? [waited(key)] : []),
	];
	const known = await store.record(keys.flatMap(asked));

	function stateOf(key: string): State {
		if (!known.has(claimed(key))) return 'free';
		if (known.has(doubt(key))) return 'inDoubt';
		if (known.has(sent(key))) return 'sent';
		return isLeft || (isLate && known.has(waited(key))) ? 'inDoubt' : 'inFlight';
	}
	const remaining: Record<State, (key: string) => string[]> = {
		free: (key) => (claims ? [claimed(key)] : []),
		inFlight: (key) => [claimed(key), waited(key)],
		sent: (key) => [claimed(key), sent(key)],
		inDoubt: (key) => (resends ? [claimed(key)] : [claimed(key), doubt(key)]),
	};
	const states = new Map<string, State | Error>();
	const undo: string[] = [];
	for (const key of keys) {
		const state = stateOf(key);
		states.set(key, state);
		const rest = remaining[state](key);
		const marks = state === 'inDoubt' && resends ? [...asked(key), waited(key)] : asked(key);
		undo.push(...marks.filter((mark) => !rest.includes(mark)));
	}
	const later: string[] = [];
	await store.remove(undo).catch((error: Error) => {
		for (const key of keys) {
			const state = states.get(key);
			// What is in flight may be confirmed before a later turn, and must not lose that.
			if (state === 'sent') later.push(doubt(key));
			else if (state !== 'inDoubt' || resends) states.set(key, error);
		}
	});
	return { states, later };
}
