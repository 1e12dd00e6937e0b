import type { Plan } from './plan';

/** Milliseconds. Who finds a claimed key waits for the longest request that its holder may make. */
export const MAX_TIMEOUT = 60_000;

/** The last SMS with a key that each node remembers, whatever else it is sending. */
export const REMEMBERED = 40_000;

const count = (number: number): string => number.toLocaleString('en-US');

/**
 * Refuses what deduplication keys cannot keep their promise for.
 *
 * @param timeout seconds
 * @throws Error with a sentence for the user
 */
export function refuseByKeys({ entries, requests }: Plan, timeout: number): void {
	const keyed = new Set<string>();
	for (const request of requests) {
		for (const index of request.entries) {
			const { recipient, key } = entries[index]!;
			if (key !== '') keyed.add(`${recipient} ${key}`);
		}
	}
	if (keyed.size > 0 && timeout * 1000 > MAX_TIMEOUT) {
		throw new Error(
			`With a 'Deduplication Key' or 'Skip Repeats', 'Timeout' can be at most ${MAX_TIMEOUT / 1000} seconds. If requests take longer, lower 'Batch Size'.`,
		);
	}
	if (keyed.size > REMEMBERED) {
		throw new Error(
			`${count(keyed.size)} recipients have a deduplication key, but a node remembers the last ${count(REMEMBERED)}. If the workflow ran again, the first ones would get the SMS again. Divide the list between several SMS Gateway nodes.`,
		);
	}
}
