// Which SMS is the same one. Whatever asks goes by these: duplicates, retries, turns of a loop, keys in
// n8n's store, the limits that count each once. sameSms.test.ts has the table.
import type { Entry } from '../entry';

/** What SMS have in common that say the same: of a question without its link, which is never the same. */
export const textOf = ({ senderId, text, message }: Pick<Entry, 'senderId' | 'message' | 'text'>) =>
	`${senderId.length} ${senderId}${text ?? message}`;

/** The same phone, however its number is written, for the same occasion, or for none that has a key. */
export const occasionOf = ({ phone, key }: Pick<Entry, 'phone' | 'key'>): string =>
	key === '' ? phone : `${phone} ${key}`;

/**
 * The items that ask for an SMS. A run that does its turn again finds it by its phone and any of them, also where
 * its text has a time in it, or where another of equal items comes first by then.
 */
export const itemsOf = (sms: Entry): [number | 'sample', ...number[]] =>
	// That of a test is the first item's that may be sent by then.
	sms.isSample ? ['sample'] : [sms.item, ...(sms.equals ?? [])];

/** Whether the user gave it a key; one of 'Skip Repeats' is made of its text, or of the day. */
export const hasUsersKey = ({ key, isRepeatKey }: Pick<Entry, 'key' | 'isRepeatKey'>): boolean =>
	key !== '' && !isRepeatKey;

/**
 * n8n starts every Retry from the execution that failed: it does not know what another has sent, and the keys may
 * have been changed between them. So in a Retry an SMS has, beside its own key, one for each of its items. Where
 * the turn first began in a Retry, the nodes before it may give other items in the next: it has one for its text
 * too, and where the user gave it a key, none for its items.
 *
 * @param origin what all Retries of that execution have in common
 * @param text in such a turn, what tells its text from others to the phone
 */
export function inRetry(entry: Entry, origin: string, turn: string, text?: string): Entry {
	const items = text !== undefined && hasUsersKey(entry) ? [] : itemsOf(entry);
	const known = text === undefined ? items : [...items, text];
	const retryKeys = known.map((one) => `retry ${origin} ${turn} ${one}`);
	return { ...entry, retryKeys, hasNewItems: text !== undefined };
}

/** What n8n's store knows an SMS by: its own key first. It is sent where all of them are free. */
export const storedKeysOf = ({ key, phone, retryKeys }: Entry): readonly string[] =>
	key === '' && !retryKeys
		? NO_KEYS
		: [key, ...(retryKeys ?? [])].filter(Boolean).map((one) => occasionOf({ phone, key: one }));

/** Of most SMS, a million of them. */
const NO_KEYS: readonly string[] = [];
