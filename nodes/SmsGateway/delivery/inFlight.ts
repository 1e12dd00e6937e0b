import { createPool } from './pool';

/** The requests in flight, with their recipients. */
export type InFlight = {
	/** Resolves when a request may start: there is a place, and no other to its recipients is in flight. */
	placeFor(recipients: readonly string[]): Promise<void>;
	add(recipients: readonly string[], request: Promise<unknown>): void;
};

/** @param concurrency requests in flight at once */
export function createInFlight(concurrency: number): InFlight {
	const pool = createPool();
	const byRecipient = new Map<string, Promise<unknown>>();
	return {
		async placeFor(recipients) {
			await pool.atMost(concurrency - 1);
			await Promise.all(recipients.map((recipient) => byRecipient.get(recipient)));
		},
		add(recipients, request) {
			for (const recipient of recipients) byRecipient.set(recipient, request);
			pool.add(
				request.finally(() => {
					for (const recipient of recipients) byRecipient.delete(recipient);
				}),
			);
		},
	};
}
