import type { Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';

/**
 * n8n starts every Retry from the execution that failed, so that a second one does not know what the
 * first has sent, nor does one at the same time, and the user may have changed the keys between them.
 * In a Retry, each SMS has a key of that execution, its turn and its item, beside its own.
 *
 * @param execution the one that is retried
 */
export function withRetryKeys(plan: Plan, execution: string, turn: string): Plan {
	const known = new Set<string>();
	const entries = plan.entries.map((entry, index): Plan['entries'][number] => {
		if (plan.settled[index] !== undefined) return entry;
		const phone = phoneOf(entry.recipient);
		let retryKey = `retry ${execution} ${turn} ${entry.item}`;
		// A sample is one more SMS of its item.
		while (known.has(`${phone} ${retryKey}`)) retryKey += ' more';
		known.add(`${phone} ${retryKey}`);
		return entry.key === ''
			? { ...entry, key: retryKey, madeFor: 'retry' }
			: { ...entry, retryKey };
	});
	return { ...plan, entries };
}
