import type { KeyEnd } from './deduplication';
import type { InLease } from './leases';

type Mark = (key: string) => string;

/** The marks of a key. To claim and to confirm, which nearly every key goes through, record one each. */
const claimed: Mark = (key) => `claimed ${key}`;
const sent: Mark = (key) => `sent ${key}`;
const doubt: Mark = (key) => `doubt ${key}`;

const ALL_MARKS = [claimed, sent, doubt];

export type KeyState = KeyEnd | 'claimed';

/** One in doubt keeps `sent`: by that its holder, which records it, sees the doubt. */
const MARKS_IN: Record<KeyState, readonly Mark[]> = {
	free: [],
	claimed: [claimed],
	sent: [claimed, sent],
	inDoubt: ALL_MARKS,
};

function stateOf(key: string, known: ReadonlySet<string>): KeyState {
	if (!known.has(claimed(key))) return 'free';
	if (known.has(doubt(key))) return 'inDoubt';
	return known.has(sent(key)) ? 'sent' : 'claimed';
}

/** What keys become, by the state in which they are found; in any other they stay. */
type Transition = (key: string) => Readonly<Partial<Record<KeyState, KeyState>>>;

/** With Resend another may have sent it meanwhile. */
const RELEASED: Transition = () => ({ claimed: 'free', inDoubt: 'free' });

/** n8n's thread stands still while marks are removed: a third of a second for these, in a full store. */
const MOST_ASKED = 80;

export type KeyStates = ReturnType<typeof createKeyStates>;

/** The states of keys in n8n's store. In this process, one run at a time changes a key. */
export function createKeyStates(inLease: InLease) {
	/** Not made again where it fails, as another process may have claimed the keys since: the doubt stays. */
	async function removeDoubts(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		await inLease({ remove: () => keys.map(doubt) }).catch(() => undefined);
	}

	/** In short leases. To ask is to record, so a key is put in doubt first: no crash leaves a false `sent`. */
	async function ask(keys: readonly string[], transition: Transition = () => ({})) {
		const found = new Map<string, KeyState | Error>();
		for (let from = 0; from < keys.length; from += MOST_ASKED) {
			const some = keys.slice(from, from + MOST_ASKED);
			const change = {
				record: some.flatMap((key) => ALL_MARKS.map((mark) => mark(key))),
				remove: (known: ReadonlySet<string>) =>
					some.flatMap((key) => {
						const state = stateOf(key, known);
						found.set(key, state);
						const kept = MARKS_IN[transition(key)[state] ?? state];
						return ALL_MARKS.flatMap((mark) => (kept.includes(mark) ? [] : mark(key)));
					}),
			};
			// Until its removal begins, no other process can have claimed them.
			const again = async (error: Error) =>
				found.has(some[0]!) ? await Promise.reject(error) : await inLease(change);
			await inLease(change)
				.catch(again)
				.catch(async (error: Error) => {
					const sentBefore = some.filter((key) => found.get(key) === 'sent');
					for (const key of some) if (!sentBefore.includes(key)) found.set(key, error);
					await removeDoubts(sentBefore);
				});
		}
		return found;
	}

	return {
		ask,
		/** Claims the keys that are free: not in the result, or in it as `free` if they became so meanwhile. */
		async claim(keys: readonly string[], transition: Transition) {
			const known = await inLease({ record: keys.map(claimed) });
			const others = keys.filter((key) => known.has(claimed(key)));
			return await ask(others, (key) => ({ ...transition(key), free: 'claimed' }));
		},
		/** Also where others have put the keys in doubt. What fails leaves a doubt. */
		async end(keys: readonly string[], end: KeyEnd): Promise<void> {
			if (keys.length === 0) return;
			if (end === 'free') return void (await ask(keys, RELEASED));
			const mark = end === 'sent' ? sent : doubt;
			const change = { record: keys.flatMap((key) => [claimed(key), mark(key)]) };
			const known = await inLease(change)
				.catch(async () => await inLease(change))
				.catch(() => new Set<string>());
			// A process that puts a key in doubt, or dies while asking for it, leaves `sent` too.
			if (end === 'sent') await removeDoubts(keys.filter((key) => known.has(sent(key))));
		},
	};
}
