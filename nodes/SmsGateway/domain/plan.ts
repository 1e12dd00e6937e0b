import type { Entry } from './entry';
import { withoutRequest, type Outcome } from './outcome';

export type PlannedRequest = Readonly<{
	senderId: string;
	message: string;
	/** Indexes into the plan's entries; one for Send. */
	entries: readonly number[];
	/** Requests, by index, that share a recipient and come earlier: they end before this one starts. */
	after: readonly number[];
}>;

export type Plan = Readonly<{
	entries: readonly Entry[];
	requests: readonly PlannedRequest[];
	/** Per entry, in their order; undefined where a request decides. */
	settled: readonly (Outcome | undefined)[];
	/**
	 * Entries with the number and text of an earlier entry, but another deduplication key: duplicates,
	 * unless it turns out that the earlier one was sent by another execution and is left out now.
	 */
	standIns: ReadonlyMap<number, number>;
}>;

export type PlanRules = {
	/** Recipients per request; undefined: one request per entry, duplicates kept (Send). */
	batchSize?: number;
	/** Never texted. */
	excluded: ReadonlySet<string>;
};

const EXCLUDED = withoutRequest(
	'skipped',
	'excluded',
	'Not texted: the number is among the excluded recipients.',
);

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

type Group = {
	/** Recipient to its first entry. */
	first: Map<string, number>;
	/** Recipient to its last stand-in. */
	last: Map<string, number>;
	/** Recipient and key to the stand-in with them. */
	keyed: Map<string, number>;
	/** The requests that still have room: for first entries of a recipient, for second ones, … */
	open: number[];
};

/** Groups by sender, then by message: no joined key that two different pairs could share. */
function groupFinder(): (entry: Entry) => Group {
	const senders = new Map<string, Map<string, Group>>();
	return ({ senderId, message }) => {
		let messages = senders.get(senderId);
		if (messages === undefined) senders.set(senderId, (messages = new Map<string, Group>()));
		let group = messages.get(message);
		if (group === undefined) {
			group = { first: new Map(), last: new Map(), keyed: new Map(), open: [] };
			messages.set(message, group);
		}
		return group;
	};
}

/** With one text and key for all, nobody can get two texts, and nothing needs to wait for anything. */
const haveOneText = (entries: readonly Entry[]): boolean =>
	entries.every(
		({ message, senderId, key }) =>
			message === entries[0]!.message &&
			senderId === entries[0]!.senderId &&
			key === entries[0]!.key,
	);

/**
 * Groups entries by sender and message and cuts the groups into requests, in the order of the
 * input. Every entry ends either settled or in exactly one request, and two texts to one
 * recipient are in requests whose order is that of the entries.
 */
export function planRequests(entries: readonly Entry[], { batchSize, excluded }: PlanRules): Plan {
	const settled = new Array<Outcome | undefined>(entries.length).fill(undefined);
	const requests: Array<{ senderId: string; message: string; entries: number[]; after: number[] }> =
		[];
	const groupOf = groupFinder();
	const lastRequestTo = new Map<string, number>();
	const ordered = batchSize === undefined || !haveOneText(entries);

	const standIns = new Map<number, number>();
	/** How many entries an entry stands in for. */
	const depths = new Map<number, number>();

	const settleDuplicate = (entry: Entry, index: number): Outcome | undefined => {
		const { recipient, key } = entry;
		const group = groupOf(entry);
		const first = group.first.get(recipient);
		if (first === undefined) {
			group.first.set(recipient, index);
			return undefined;
		}
		const identity = `${recipient} ${key}`;
		const twin = entries[first]!.key === key ? first : group.keyed.get(identity);
		if (twin !== undefined) return duplicateOf(entries[twin]!);
		const earlier = group.last.get(recipient) ?? first;
		standIns.set(index, earlier);
		depths.set(index, (depths.get(earlier) ?? 0) + 1);
		group.last.set(recipient, index);
		group.keyed.set(identity, index);
		return undefined;
	};

	const settle = (entry: Entry, index: number): Outcome | undefined => {
		if (entry.problem !== undefined) {
			return withoutRequest('notSent', entry.problem.reason, entry.problem.explanation);
		}
		if (excluded.has(entry.recipient)) return EXCLUDED;
		return batchSize === undefined ? undefined : settleDuplicate(entry, index);
	};

	const openRequest = ({ senderId, message }: Entry): number =>
		requests.push({ senderId, message, entries: [], after: [] }) - 1;

	const requestFor = (entry: Entry, index: number): number => {
		if (batchSize === undefined) return openRequest(entry);
		const { open } = groupOf(entry);
		const depth = depths.get(index) ?? 0;
		const current = open[depth] ?? -1;
		const full = current < 0 || requests[current]!.entries.length >= batchSize;
		const tooEarly = ordered && (lastRequestTo.get(entry.recipient) ?? -1) > current;
		return full || tooEarly ? (open[depth] = openRequest(entry)) : current;
	};

	entries.forEach((entry, index) => {
		const outcome = settle(entry, index);
		if (outcome !== undefined) {
			settled[index] = outcome;
			return;
		}
		const number = requestFor(entry, index);
		const request = requests[number]!;
		request.entries.push(index);
		if (!ordered) return;
		const earlier = lastRequestTo.get(entry.recipient);
		if (earlier !== undefined) request.after.push(earlier);
		lastRequestTo.set(entry.recipient, number);
	});
	return { entries, requests, settled, standIns };
}
