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

const duplicateOf = (entry: Entry): Outcome =>
	withoutRequest(
		'skipped',
		'duplicate',
		`Not texted twice: item ${entry.item} already sends this text to this number; see its outcome.`,
	);

type Group = {
	/** Recipient and deduplication key to the index of the entry that sends to it. */
	seen: Map<string, number>;
	/** The request that still has room. */
	open: number;
};

/** Groups by sender, then by message: no joined key that two different pairs could share. */
function groupFinder(): (entry: Entry) => Group {
	const senders = new Map<string, Map<string, Group>>();
	return ({ senderId, message }) => {
		let messages = senders.get(senderId);
		if (messages === undefined) senders.set(senderId, (messages = new Map<string, Group>()));
		let group = messages.get(message);
		if (group === undefined) messages.set(message, (group = { seen: new Map(), open: -1 }));
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

/** Two orders of one person may have the same text: a key of its own makes an SMS of its own. */
const identityOf = ({ recipient, key }: Entry): string =>
	key === '' ? recipient : `${recipient} ${key}`;

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

	const settle = (entry: Entry, index: number): Outcome | undefined => {
		if (entry.problem !== undefined) {
			return withoutRequest('notSent', entry.problem.reason, entry.problem.explanation);
		}
		if (excluded.has(entry.recipient)) return EXCLUDED;
		if (batchSize === undefined) return undefined;
		const { seen } = groupOf(entry);
		const identity = identityOf(entry);
		const first = seen.get(identity);
		if (first !== undefined) return duplicateOf(entries[first]!);
		seen.set(identity, index);
		return undefined;
	};

	const open = ({ senderId, message }: Entry): number =>
		requests.push({ senderId, message, entries: [], after: [] }) - 1;

	const requestFor = (entry: Entry): number => {
		if (batchSize === undefined) return open(entry);
		const group = groupOf(entry);
		const full = group.open < 0 || requests[group.open]!.entries.length >= batchSize;
		const tooEarly = ordered && (lastRequestTo.get(entry.recipient) ?? -1) >= group.open;
		if (full || tooEarly) group.open = open(entry);
		return group.open;
	};

	entries.forEach((entry, index) => {
		const outcome = settle(entry, index);
		if (outcome !== undefined) {
			settled[index] = outcome;
			return;
		}
		const number = requestFor(entry);
		const request = requests[number]!;
		request.entries.push(index);
		if (!ordered) return;
		const earlier = lastRequestTo.get(entry.recipient);
		if (earlier !== undefined) request.after.push(earlier);
		lastRequestTo.set(entry.recipient, number);
	});
	return { entries, requests, settled };
}
