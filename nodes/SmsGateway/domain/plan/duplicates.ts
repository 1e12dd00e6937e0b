import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { ordinal } from '../text/sentences';

/** A duplicate as the ledger keeps it: the same words for all, so that they take no room each. */
export const DUPLICATE = withoutRequest(
	'duplicate',
	'Skipped: duplicate of an earlier item, which sends this text to this number. See its outcome.',
);

export const duplicateOf = (entry: Entry): Outcome =>
	withoutRequest(
		'duplicate',
		`Skipped: duplicate of the ${ordinal(entry.item)} item, which sends this text to this number. See its outcome.`,
	);

/** How an entry relates to the earlier ones with its sender and text. */
export type Standing =
	| Readonly<{ kind: 'duplicate'; of: number }>
	/** To be sent. `nth` counts the SMS that its number gets before it, under other keys. */
	| Readonly<{ kind: 'new'; nth: number }>;

/**
 * Finds duplicates among the entries of one sender and text, taken in the order of the input: the
 * same phone with the same deduplication key, or both without one, whichever form of its number is
 * written. Different keys are different occasions.
 */
export function duplicateFinder(entries: readonly Entry[]): (index: number) => Standing {
	const firsts = new Map<string, number>();
	const counts = new Map<string, number>();

	return (index) => {
		const { recipient, key } = entries[index]!;
		const phone = phoneOf(recipient);
		const identity = key === '' ? phone : `${phone} ${key}`;
		const first = firsts.get(identity);
		if (first !== undefined) return { kind: 'duplicate', of: first };
		firsts.set(identity, index);
		const nth = counts.get(phone) ?? 0;
		counts.set(phone, nth + 1);
		return { kind: 'new', nth };
	};
}

/**
 * Entries whose key an earlier one to the same number has, for another text: once that is accepted,
 * they are not sent.
 */
export function underSentKeys({ entries, settled }: Planned): ReadonlySet<number> {
	const sent = new Set<string>();
	const others = new Set<number>();
	entries.forEach(({ key, recipient }, index) => {
		if (key === '' || settled[index] !== undefined) return;
		const identity = `${phoneOf(recipient)} ${key}`;
		if (sent.has(identity)) others.add(index);
		else sent.add(identity);
	});
	return others;
}

type Sms = Readonly<{ senderId: string; message: string; entries: readonly number[] }>;

/** The part of a plan that is looked at here. */
type Planned = Readonly<{
	entries: readonly Entry[];
	requests: readonly Sms[];
	settled: ReadonlyArray<Outcome | undefined>;
}>;

/**
 * The numbers that get several SMS which are not the same. It may be meant so, or one phone is in
 * the list under two names.
 */
export function numbersWithSeveralTexts(plan: Planned): ReadonlySet<string> {
	const { entries, requests } = plan;
	const several = new Set<string>();
	const firsts = new Map<string, Sms>();
	const [one] = requests;
	const isOther = (first: Sms, { senderId, message }: Sms): boolean =>
		first.message !== message || first.senderId !== senderId;
	// Usual, and quick to see.
	if (!requests.some((request) => isOther(one!, request))) return several;
	const unsent = underSentKeys(plan);
	for (const request of requests) {
		for (const index of request.entries) {
			if (unsent.has(index)) continue;
			const phone = phoneOf(entries[index]!.recipient);
			const first = firsts.get(phone);
			if (first === undefined) firsts.set(phone, request);
			else if (isOther(first, request)) several.add(phone);
		}
	}
	return several;
}
