import type { Cause } from '../cause';
import { occasionOf, type Plan } from './plan';

/** Marks that n8n's store keeps for a node; the oldest go first. An SMS with a key takes two. */
export const MARKS_KEPT = 100_000;

/** The last SMS with a key that each node remembers, whatever else it is sending. */
export const SMS_REMEMBERED = 40_000;

/** Bits of the count for 'Max SMS per Day': 16 million. */
export const COUNT_BITS = 24;

/** SMS with a deduplication key, or with that of a Retry, that a plan may send. */
export function keysIn({ entries, requests }: Plan): number {
	const keyed = new Set<string>();
	for (const request of requests) {
		for (const index of request.entries) {
			const { recipient, key, retryKey } = entries[index]!;
			for (const one of [key, retryKey]) if (one) keyed.add(occasionOf({ recipient, key: one }));
		}
	}
	return keyed.size;
}

/**
 * Why deduplication keys could not keep their promise; undefined where they can.
 *
 * @param keys SMS with a key of the plan
 * @param before SMS with a key of the execution's other turns: the first ones are forgotten with the last
 */
export function whyKeysRefused(keys: number, before = 0): Cause | undefined {
	return keys > 0 && before + keys > SMS_REMEMBERED
		? { name: 'tooManyKeys', recipients: before + keys, most: SMS_REMEMBERED }
		: undefined;
}
