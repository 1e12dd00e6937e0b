import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { remembered } from '../remembered';
import { occasionOf, textOf } from './sameSms';

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
	/** The outcome of an entry that a safeguard keeps from being sent, whenever that is. */
	refusalOf?(entry: Entry): Outcome | undefined;
	/** The same, because of the time that it is now. */
	refusalNowOf?(entry: Entry): Outcome | undefined;
	/** The people of a test, which sends to nobody else. */
	testers?: readonly string[];
	/** Whether the recipient got an SMS in this execution before. */
	hasGotOne?(recipient: string): boolean;
};

const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);

/**
 * Marks the duplicates: the first of several equal entries stands for all, whatever time it is, and is
 * wanted until the last of them is too late.
 *
 * @returns by the index of each other one that of the first
 */
function joinEqual(
	entries: Entry[],
	isOut: (index: number) => boolean,
): ReadonlyMap<number, number> {
	const firstOf = new Map<number, number>();
	const firstsWith = remembered<string, Map<string, number>>(() => new Map());
	entries.forEach((entry, index) => {
		if (isOut(index)) return;
		const firsts = firstsWith(textOf(entry));
		const occasion = occasionOf(entry);
		const at = firsts.get(occasion);
		if (at === undefined) return void firsts.set(occasion, index);
		firstOf.set(index, at);
		const first = entries[at]!;
		const expiresAt = Math.max(first.expiresAt ?? Infinity, entry.expiresAt ?? Infinity);
		const equals = (first.equals as number[] | undefined) ?? [];
		if (entry.item !== first.item) equals.push(entry.item);
		entries[at] = { ...first, expiresAt, equals };
	});
	return firstOf;
}

/** Requests that are filled in the order of the entries: two SMS to one phone are in two of them. */
function startRequests(batchSize: number) {
	const requests: Array<PlannedRequest & { entries: number[] }> = [];
	/** By text, those that still have room. */
	const openWith = remembered<string, number[]>(() => []);
	const lastTo = new Map<string, number>();
	return {
		requests,
		add(entry: Entry, index: number): void {
			const { phone, senderId, message } = entry;
			const open = openWith(textOf(entry));
			const last = lastTo.get(phone) ?? -1;
			let at = open.findIndex((place) => place > last);
			if (at < 0) {
				const place = requests.length;
				requests.push({ place, senderId, message, entries: [] });
				at = open.push(place) - 1;
			}
			const place = open[at]!;
			requests[place]!.entries.push(index);
			lastTo.set(phone, place);
			if (requests[place]!.entries.length >= batchSize) open.splice(at, 1);
		},
	};
}

/**
 * Groups entries by sender and message and cuts the groups into requests, in the order of the
 * input. Every entry ends either settled or in exactly one request, and two SMS to one recipient
 * are in two requests whose order is that of the entries. Samples for testers stand behind all entries.
 */
export function planRequests(
	given: readonly Entry[],
	{ batchSize = 1, refusalOf, refusalNowOf, testers, hasGotOne }: PlanRules,
): Plan {
	const entries = [...given];
	const settled = entries.map((entry): Outcome | undefined =>
		entry.problem ? withoutRequest(entry.problem.reason, entry.problem.causes) : refusalOf?.(entry),
	);
	const firstOf = joinEqual(entries, (index) => settled[index] !== undefined);
	const { requests, add } = startRequests(batchSize);
	const tested = testers && new Set(testers.map(phoneOf));
	entries.forEach((entry, index) => {
		if (settled[index] !== undefined) return;
		const first = firstOf.get(index) ?? index;
		const late = refusalNowOf?.(entries[first]!);
		const duplicate = { name: 'duplicate', item: entries[first]!.item } as const;
		if (late) settled[index] = late;
		else if (first !== index) settled[index] = withoutRequest('duplicate', [duplicate]);
		else if (tested && !tested.has(entry.phone)) settled[index] = TEST_RUN;
		else add(entry, index);
	});
	const withoutOne = testers?.filter((one) => !hasGotOne?.(one)) ?? [];
	for (const sample of samplesFor(withoutOne, entries, settled)) {
		if (refusalOf?.(sample) ?? refusalNowOf?.(sample)) continue;
		add(sample, entries.push(sample) - 1);
		settled.push(undefined);
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
	const { item, senderId, message, text, expiresAt, replaced } = first;
	const sms = {
		item,
		senderId,
		message,
		text,
		expiresAt,
		replaced,
		key: '',
		isSample: true,
	} as const;
	const listed = new Set(entries.map(({ phone }) => phone));
	const recipients = new Map(testers.map((one) => [phoneOf(one), one]));
	return [...recipients]
		.filter(([phone]) => !listed.has(phone))
		.map(([phone, recipient]) => ({ ...sms, phone, recipient }));
}

/** Whether any SMS that may be sent has a deduplication key. */
export const hasKeys = ({ entries, settled }: Plan): boolean =>
	entries.some((entry, index) => {
		const { key, retryKeys } = entry;
		return (key !== '' || retryKeys !== undefined) && settled[index] === undefined;
	});

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
			const { phone } = entries[index]!;
			if ((textTo.get(phone) ?? text) !== text) several.add(phone);
			textTo.set(phone, text);
		}
	}
	return several;
}
