import type { Entry } from '../domain/entry';
import { mayHaveArrived, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Ledger } from './ledger';

const entryIdOf = ({ item, recipient }: Entry): string => `${item} ${phoneOf(recipient)}`;

type KeptOf = (entry: Entry) => Outcome | undefined;

/**
 * What was sent before, of entries that no request is planned for. The plan may differ from those of
 * earlier runs, as a text with a time in it changes: what was sent then stays sent.
 */
function resumeSettled(
	{ entries, settled }: Plan,
	ledger: Ledger,
	keptOf: KeptOf,
): Array<Outcome | undefined> {
	// Usual, and a text for each of 100,000 recipients takes time.
	if (!settled.some(Boolean)) return [...settled];
	// A number that stands twice in one item is one entry of the ledger, the one that is sent.
	const taken = new Set(entries.filter((_, index) => settled[index] === undefined).map(entryIdOf));
	return settled.map((outcome, index) => {
		if (outcome === undefined) return undefined;
		const entry = entries[index]!;
		const id = entryIdOf(entry);
		const earlier = taken.has(id) ? undefined : ledger.find(entry);
		taken.add(id);
		if (earlier && mayHaveArrived(earlier)) return earlier;
		return outcome.status === 'notSent' ? (keptOf(entry) ?? outcome) : outcome;
	});
}

/**
 * The plan without what was settled before: those outcomes are handed out again.
 *
 * @param keptOf what another turn of the execution has settled, and must stay so in this one
 */
export function resume(
	plan: Plan,
	ledger: Ledger,
	uncertain: Uncertain,
	keptOf: KeptOf = () => undefined,
): Plan {
	const settled = resumeSettled(plan, ledger, keptOf);
	const doubts = new Map<number, Outcome>();
	const isLeft = (index: number): boolean => {
		const entry = plan.entries[index]!;
		const earlier = ledger.find(entry) ?? keptOf(entry);
		if (earlier === undefined) return true;
		const isResent = earlier.status === 'unknown' && uncertain === 'resend';
		if (isResent) doubts.set(index, earlier);
		else settled[index] = earlier;
		return isResent;
	};
	const requests = plan.requests.flatMap((request) => {
		const entries = request.entries.filter(isLeft);
		return entries.length > 0 ? [{ ...request, entries }] : [];
	});
	return { ...plan, requests, settled, doubts };
}
