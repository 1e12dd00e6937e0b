import { createHash } from 'crypto';
import type { Entry } from '../entry';

/**
 * The day of a time zone, as part of a key: only equal or not.
 *
 * @param instant milliseconds since 1970
 */
export const dayIn = (timeZone: string, instant: number): string =>
	new Date(instant).toLocaleDateString('en-US', { timeZone });

/**
 * Gives entries without a deduplication key one that is made of the SMS itself, its sender and its
 * text; the recipient is part of every key.
 *
 * @param occasion what makes the same SMS another one, such as the day
 * @param textOf the part of the message that is the same each time
 */
export function withRepeatKeys(
	entries: readonly Entry[],
	occasion: string,
	textOf: (message: string) => string,
): readonly Entry[] {
	let last = { senderId: '', message: '', key: '' };
	return entries.map((entry) => {
		if (entry.key !== '') return entry;
		const { senderId, message } = entry;
		// Often the entries have one text together.
		if (last.key === '' || senderId !== last.senderId || message !== last.message) {
			const sms = JSON.stringify(['skipRepeats', occasion, senderId, textOf(message)]);
			last = { senderId, message, key: createHash('sha256').update(sms).digest('base64url') };
		}
		return { ...entry, key: last.key, isRepeatKey: true };
	});
}
