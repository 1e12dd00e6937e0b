import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';

/** A duplicate as the ledger keeps it: the same words for all, so that they take no room each. */
export const DUPLICATE = withoutRequest(
	'skipped',
	'duplicate',
	'Not texted twice: an earlier item already sends this text to this number; see its outcome.',
);

export const duplicateOf = (entry: Entry): Outcome =>
	withoutRequest(
		'skipped',
		'duplicate',
		`Not texted twice: item ${entry.item} already sends this text to this number; see its outcome.`,
	);

/** How an entry stands to the earlier ones, by index, with its sender and text. */
export type Standing =
	| Readonly<{ kind: 'duplicate'; of: number }>
	| Readonly<{
			kind: 'candidate';
			/** The entry that it stands in for, which has the same number under another key. */
			standsInFor?: number;
			/** How many such entries come before it; 0 for a number's first entry. */
			depth: number;
	  }>;

const FIRST: Standing = { kind: 'candidate', depth: 0 };

/**
 * Finds duplicates among the entries of one sender and text, taken in the order of the input. The
 * same number under another deduplication key is a stand-in: a duplicate too, unless it turns out
 * that the earlier one was sent by another execution and is left out now.
 */
export function duplicateFinder(entries: readonly Entry[]): (index: number) => Standing {
	const first = new Map<string, number>();
	const lastStandIn = new Map<string, { index: number; depth: number }>();
	const byKey = new Map<string, number>();

	return (index) => {
		const { recipient, key } = entries[index]!;
		const original = first.get(recipient);
		if (original === undefined) {
			first.set(recipient, index);
			return FIRST;
		}
		const identity = `${recipient} ${key}`;
		const twin = entries[original]!.key === key ? original : byKey.get(identity);
		if (twin !== undefined) return { kind: 'duplicate', of: twin };
		const earlier = lastStandIn.get(recipient) ?? { index: original, depth: 0 };
		const depth = earlier.depth + 1;
		byKey.set(identity, index);
		lastStandIn.set(recipient, { index, depth });
		return { kind: 'candidate', standsInFor: earlier.index, depth };
	};
}
