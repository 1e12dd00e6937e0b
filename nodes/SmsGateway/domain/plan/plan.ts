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
	/** The people of a test, which sends to nobody else. */
	testers?: readonly string[];
	/** Whether the recipient got an SMS in this execution before. */
	hasGotOne?(recipient: string): boolean;
};

type Group = { firsts: Map<string, number>; open: number[] };

const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);

/**
 * Groups entries by sender and message and cuts the groups into requests, in the order of the
 * input. Every entry ends either settled or in exactly one request, and two SMS to one recipient
 * are in two requests whose order is that of the entries. Samples for testers stand behind all entries.
 */
export function planRequests(
	given: readonly Entry[],
	{ batchSize = 1, refusalOf, testers, hasGotOne }: PlanRules,
): Plan {
	const entries = [...given];
	const settled: Array<Outcome | undefined> = [];
	const requests: Array<PlannedRequest & { entries: number[] }> = [];
	/** By text, the first entry of each number and key, and the requests that still have room. */
	const groupOf = remembered((): Group => ({ firsts: new Map(), open: [] }));
	const lastRequestTo = new Map<string, number>();
	const tested = testers && new Set(testers.map(phoneOf));

	function add(entry: Entry, index: number): Outcome | undefined {
		const { problem, recipient, senderId, message } = entry;
		if (problem !== undefined) return withoutRequest(problem.reason, problem.causes);
		const refused = refusalOf?.(entry);
		if (refused !== undefined) return refused;
		const { firsts, open } = groupOf(textOf(entry));
		const phone = phoneOf(recipient);
		const occasion = `${phone} ${entry.key}`;
		const first = firsts.get(occasion);
		if (first !== undefined) {
			const { item, expiresAt = Infinity } = entries[first]!;
			// Wanted until the last of the items that send it is too late.
			const last = Math.max(expiresAt, entry.expiresAt ?? Infinity);
			entries[first] = { ...entries[first]!, expiresAt: last };
			return withoutRequest('duplicate', [{ name: 'duplicate', item }]);
		}
		firsts.set(occasion, index);
		if (tested && !tested.has(phone)) return TEST_RUN;
		const last = lastRequestTo.get(phone) ?? -1;
		let at = open.findIndex((place) => place > last);
		if (at < 0) {
			const place = requests.length;
			requests.push({ place, senderId, message, entries: [] });
			at = open.push(place) - 1;
		}
		const place = open[at]!;
		requests[place]!.entries.push(index);
		lastRequestTo.set(phone, place);
		if (requests[place]!.entries.length >= batchSize) open.splice(at, 1);
		return undefined;
	}

	entries.forEach((entry, index) => (settled[index] = add(entry, index)));
	const withoutOne = testers?.filter((one) => !hasGotOne?.(one)) ?? [];
	for (const sample of samplesFor(withoutOne, entries, settled)) {
		if (refusalOf?.(sample) === undefined) settled.push(add(sample, entries.push(sample) - 1));
	}
	return { entries, requests, settled, doubts: new Map() };
}

/**
 * Whoever of the testers is not in the list gets the SMS of the first entry that could be sent, as a
 * sample: without a key, as it is not the SMS of that entry.
 */
function samplesFor(
	testers: readonly string[],
	entries: readonly Entry[],
	settled: Plan['settled'],
): Entry[] {
	const first = entries.find((_, index) => (settled[index] ?? TEST_RUN) === TEST_RUN);
	if (first === undefined || testers.length === 0) return [];
	const { item, senderId, message, expiresAt, replaced } = first;
	const sample = { item, senderId, message, expiresAt, replaced, key: '', isSample: true } as const;
	const listed = new Set(entries.map(({ recipient }) => phoneOf(recipient)));
	const others = testers.filter((one) => !listed.has(phoneOf(one)));
	return others.map((recipient) => ({ ...sample, recipient }));
}

/** What all have in common that send the same text of the same sender. */
export const textOf = ({ senderId, message }: Pick<Entry, 'senderId' | 'message'>): string =>
	JSON.stringify([senderId, message]);

/** The same phone with the same deduplication key, or both without one, whichever form of its number is written. */
export const occasionOf = ({ recipient, key }: Pick<Entry, 'recipient' | 'key'>): string =>
	`${phoneOf(recipient)} ${key}`;

/** Whether any SMS that may be sent has a deduplication key. */
export const hasKeys = ({ entries, settled }: Plan): boolean =>
	entries.some(({ key }, index) => key !== '' && settled[index] === undefined);

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
