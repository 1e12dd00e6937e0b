import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { remembered } from '../remembered';

export type PlannedRequest = Readonly<{
	/** In the order in which the requests start. */
	place: number;
	senderId: string;
	message: string;
	/** Indexes into the plan's entries, no recipient twice. */
	entries: readonly number[];
	/** Of a request that was refused: 'Stop Workflow' lets it finish. */
	isPart?: true;
	/** How often it was made before. */
	attempts?: number;
	/** The number of the last attempt that may have been sent, and how many it was for. */
	inDoubt?: Readonly<{ request: number; recipients: number }>;
}>;

export type Plan = Readonly<{
	entries: readonly Entry[];
	requests: readonly PlannedRequest[];
	/** Per entry, in their order; undefined where a request decides. */
	settled: readonly (Outcome | undefined)[];
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
export function planRequests(given: readonly Entry[], rules: PlanRules): Plan {
	const entries = [...given];
	const { batchSize = 1, refusalOf, testRefusalOf } = rules;
	const settled = new Array<Outcome | undefined>(entries.length).fill(undefined);
	const requests: Array<PlannedRequest & { entries: number[] }> = [];
	const groupOf = groupFinder();
	const lastRequestTo = new Map<string, number>();

	const openRequest = ({ senderId, message }: Entry): number =>
		requests.push({ place: requests.length, senderId, message, entries: [] }) - 1;

	/** The request for an entry, or the outcome of one that needs none. */
	const decide = (entry: Entry, index: number): number | Outcome => {
		const { problem } = entry;
		if (problem !== undefined) return withoutRequest(problem.reason, problem.causes);
		const refused = refusalOf?.(entry);
		if (refused !== undefined) return refused;
		const { firsts, counts, open } = groupOf(entry);
		const phone = phoneOf(entry.recipient);
		const occasion = `${phone} ${entry.key}`;
		const first = firsts.get(occasion);
		if (first !== undefined) {
			entries[first] = lastingLonger(entries[first]!, entry);
			return withoutRequest('duplicate', [{ name: 'duplicate', item: entries[first].item }]);
		}
		firsts.set(occasion, index);
		const nth = counts.get(phone) ?? 0;
		counts.set(phone, nth + 1);
		const refusedInTest = testRefusalOf?.(entry);
		if (refusedInTest !== undefined) return refusedInTest;
		const current = open[nth] ?? -1;
		const full = current < 0 || requests[current]!.entries.length >= batchSize;
		const tooEarly = (lastRequestTo.get(phone) ?? -1) > current;
		const chosen = full || tooEarly ? openRequest(entry) : current;
		open[nth] = chosen;
		lastRequestTo.set(phone, chosen);
		return chosen;
	};

	entries.forEach((entry, index) => {
		const decision = decide(entry, index);
		if (typeof decision === 'number') requests[decision]!.entries.push(index);
		else settled[index] = decision;
	});
	return { entries, requests, settled, doubts: new Map() };
}

/** What all have in common that send the same text of the same sender. */
export const textOf = ({ senderId, message }: Pick<Entry, 'senderId' | 'message'>): string =>
	JSON.stringify([senderId, message]);

/** The entries of one sender and text. */
type Group = {
	/** The first of each number and key. */
	firsts: Map<string, number>;
	/** SMS to each number, under different keys. */
	counts: Map<string, number>;
	/** The requests that still have room: for a number's first SMS, its second one, … */
	open: number[];
};

/** Groups by sender, then by message: no joined key that two different pairs could share. */
function groupFinder(): (entry: Entry) => Group {
	const newGroup = (): Group => ({ firsts: new Map(), counts: new Map(), open: [] });
	const textsOf = remembered<string, (message: string) => Group>(() => remembered(newGroup));
	return ({ senderId, message }) => textsOf(senderId)(message);
}

/** The same phone with the same deduplication key, or both without one, whichever form of its number is written. */
export const occasionOf = ({ recipient, key }: Pick<Entry, 'recipient' | 'key'>): string =>
	`${phoneOf(recipient)} ${key}`;

/** Whether any SMS has a deduplication key. */
export const hasKeys = ({ entries }: Plan): boolean => entries.some(({ key }) => key !== '');

/** An SMS that several items send is wanted until the last of them is too late. */
const lastingLonger = (first: Entry, { expiresAt = Infinity }: Entry): Entry =>
	first.expiresAt === undefined || first.expiresAt >= expiresAt
		? first
		: { ...first, expiresAt: expiresAt === Infinity ? undefined : expiresAt };

/**
 * Entries whose key an earlier one to the same number has, for another text: once that is accepted,
 * they are not sent.
 */
export function underSentKeys({ entries, settled }: Plan): ReadonlySet<number> {
	const sent = new Set<string>();
	const others = new Set<number>();
	entries.forEach((entry, index) => {
		if (entry.key === '' || settled[index] !== undefined) return;
		if (sent.has(occasionOf(entry))) others.add(index);
		else sent.add(occasionOf(entry));
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
	const textTo = new Map<string, string>();
	// One text for all is the usual case, and quick to recognize.
	if (new Set(requests.map(textOf)).size < 2) return several;
	const unsent = underSentKeys(plan);
	for (const request of requests) {
		const text = textOf(request);
		for (const index of request.entries) {
			if (unsent.has(index)) continue;
			const phone = phoneOf(entries[index]!.recipient);
			if ((textTo.get(phone) ?? text) !== text) several.add(phone);
			textTo.set(phone, text);
		}
	}
	return several;
}
