import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import type { Ledger } from '../history/ledger';
import type { Progress } from './run';

/** Gives the entries the outcomes of earlier runs. Returns the request with the others. */
export function replay(request: PlannedRequest, progress: Progress): PlannedRequest {
	const { plan, run, outcomes, doubts } = progress;
	const left = request.entries.filter((index) => {
		const earlier = run.tools.ledger.find(plan.entries[index]!);
		if (earlier === undefined) return true;
		if (earlier.status === 'unknown' && run.settings.uncertain === 'resend') {
			doubts.set(index, earlier);
			return true;
		}
		outcomes[index] = earlier;
		return false;
	});
	return { ...request, entries: left };
}

const placeOf = ({ item, recipient }: Entry): string => `${item} ${recipient}`;

/**
 * The outcomes of the entries that no request is planned for. The plan may differ from that of an
 * earlier run, as a text with a time in it changes: what was sent then stays sent.
 */
export function settleWithoutRequest(
	{ entries, settled }: Plan,
	ledger: Ledger,
): Array<Outcome | undefined> {
	// Usual, and a text for each of 100,000 recipients takes time.
	if (settled.every((outcome) => outcome === undefined)) return [...settled];
	// A number that stands twice in one item has one place in the ledger, and that is the sent one's.
	const taken = new Set(entries.filter((_, index) => settled[index] === undefined).map(placeOf));
	return settled.map((outcome, index) => {
		if (outcome === undefined) return undefined;
		const place = placeOf(entries[index]!);
		const earlier = taken.has(place) ? undefined : ledger.find(entries[index]!);
		taken.add(place);
		const wasSent = earlier?.status === 'accepted' || earlier?.status === 'unknown';
		return wasSent ? earlier : outcome;
	});
}
