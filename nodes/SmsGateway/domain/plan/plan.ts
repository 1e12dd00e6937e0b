import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { ordinal } from '../text/sentences';

export type PlannedRequest = Readonly<{
	senderId: string;
	message: string;
	/** Indexes into the plan's entries, no recipient twice. */
	entries: readonly number[];
	/** Of a request that was refused: 'Stop Workflow' lets it finish. */
	isPart?: true;
}>;

export type Plan = Readonly<{
	entries: readonly Entry[];
	requests: readonly PlannedRequest[];
	/** Per entry, in their order; undefined where a request decides. */
	settled: readonly (Outcome | undefined)[];
	/** Entries that have duplicates among the settled ones, with these. */
	duplicates: ReadonlyMap<number, readonly number[]>;
	/** Entries of requests that an earlier run may have sent already, with its outcomes. */
	doubts: ReadonlyMap<number, Outcome>;
}>;

export type PlanRules = {
	/** Recipients per request; 1 unless given. */
	batchSize?: number;
	/** The outcome of an entry that a safeguard keeps from being sent. */
	refusalOf?(entry: Entry): Outcome | undefined;
	/** The same for what would be sent otherwise: no duplicate, and allowed. */
	testRefusalOf?(entry: Entry): Outcome | undefined;
};

/**
 * Groups entries by sender and message and cuts the groups into requests, in the order of the
 * input. Every entry ends either settled or in exactly one request, and two SMS to one recipient
 * are in two requests whose order is that of the entries.
 */
export function planRequests(entries: readonly Entry[], rules: PlanRules): Plan {
	const { batchSize = 1, refusalOf, testRefusalOf } = rules;
	const settled = new Array<Outcome | undefined>(entries.length).fill(undefined);
	const requests: Array<{ senderId: string; message: string; entries: number[] }> = [];
	const groupOf = groupFinder(entries);
	const lastRequestTo = new Map<string, number>();
	const duplicates = new Map<number, number[]>();

	const openRequest = ({ senderId, message }: Entry): number =>
		requests.push({ senderId, message, entries: [] }) - 1;

	const put = (index: number, number: number): void => {
		requests[number]!.entries.push(index);
		lastRequestTo.set(phoneOf(entries[index]!.recipient), number);
	};

	/** The request for an entry, or the outcome of one that needs none. */
	const place = (entry: Entry, index: number): number | Outcome => {
		const { standingOf, open } = groupOf(entry);
		const standing = standingOf(index);
		if (standing.kind === 'duplicate') {
			const known = duplicates.get(standing.of);
			if (known === undefined) duplicates.set(standing.of, [index]);
			else known.push(index);
			return duplicateOf(entries[standing.of]!);
		}
		const refusal = testRefusalOf?.(entry);
		if (refusal !== undefined) return refusal;
		const current = open[standing.nth] ?? -1;
		const full = current < 0 || requests[current]!.entries.length >= batchSize;
		const tooEarly = (lastRequestTo.get(phoneOf(entry.recipient)) ?? -1) > current;
		return full || tooEarly ? (open[standing.nth] = openRequest(entry)) : current;
	};

	const decide = (entry: Entry, index: number): number | Outcome => {
		if (entry.problem !== undefined) {
			return withoutRequest(entry.problem.reason, entry.problem.causes);
		}
		return refusalOf?.(entry) ?? place(entry, index);
	};

	entries.forEach((entry, index) => {
		const decision = decide(entry, index);
		if (typeof decision === 'number') put(index, decision);
		else settled[index] = decision;
	});
	return { entries, requests, settled, duplicates, doubts: new Map() };
}

type Group = {
	standingOf: (index: number) => Standing;
	/** The requests that still have room: for a number's first SMS, its second one, … */
	open: number[];
};

/** Groups by sender, then by message: no joined key that two different pairs could share. */
function groupFinder(entries: readonly Entry[]): (entry: Entry) => Group {
	const senders = new Map<string, Map<string, Group>>();
	return ({ senderId, message }) => {
		let messages = senders.get(senderId);
		if (messages === undefined) senders.set(senderId, (messages = new Map<string, Group>()));
		let group = messages.get(message);
		if (group === undefined) {
			messages.set(message, (group = { standingOf: duplicateFinder(entries), open: [] }));
		}
		return group;
	};
}

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
export function underSentKeys({ entries, settled }: Plan): ReadonlySet<number> {
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

/**
 * The numbers that get several SMS which are not the same. It may be meant so, or one phone is in
 * the list under two names.
 */
export function numbersWithSeveralTexts(plan: Plan): ReadonlySet<string> {
	const { entries, requests } = plan;
	const several = new Set<string>();
	const firsts = new Map<string, PlannedRequest>();
	const [one] = requests;
	const isOther = (first: PlannedRequest, { senderId, message }: PlannedRequest): boolean =>
		first.message !== message || first.senderId !== senderId;
	// One text for all is the usual case, and quick to recognize.
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
