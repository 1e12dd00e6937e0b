import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Ledger } from './ledger';

/**
 * The plan without what was sent before: those outcomes are handed out again, whatever keeps the
 * entries from being sent now.
 *
 * @param unknownElsewhere what another turn has sent, and may not know what became of
 */
export function resume(
	plan: Plan,
	ledger: Pick<Ledger, 'find'>,
	uncertain: Uncertain,
	unknownElsewhere: (entry: Entry) => Outcome | undefined,
): Plan {
	const settled = [...plan.settled];
	const doubts = new Map<number, Outcome>();
	const found = new Set<string>();
	plan.entries.forEach((entry, index) => {
		const now = plan.settled[index];
		const earlier =
			ledger.find(entry) ?? (now?.status === 'skipped' ? undefined : unknownElsewhere(entry));
		if (earlier === undefined) return;
		// A number that stands twice in an item is one entry of the ledger: the first.
		const id = `${entry.item} ${phoneOf(entry.recipient)}`;
		if (now && found.has(id)) return;
		found.add(id);
		const isResent = !now && earlier.status === 'unknown' && uncertain === 'resend';
		if (isResent) doubts.set(index, earlier);
		else settled[index] = earlier;
	});
	const requests = plan.requests.flatMap((request) => {
		const entries = request.entries.filter((index) => settled[index] === undefined);
		return entries.length > 0 ? [{ ...request, entries }] : [];
	});
	return { ...plan, requests, settled, doubts };
}

/**
 * n8n starts every Retry from the execution that failed, so that a second one does not know what the
 * first has sent, nor does one at the same time, and the user may have changed the keys between them.
 * In a Retry, each SMS has a key of that execution, its turn and its item, beside its own.
 *
 * @param execution the one that is retried
 */
export function withRetryKeys(plan: Plan, execution: string, turn: string): Plan {
	const known = new Set<string>();
	const entries = plan.entries.map((entry, index): Entry => {
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
