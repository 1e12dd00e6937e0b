import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { remembered } from '../remembered';
import { occasionOf, storedKeysOf, textOf } from './sameSms';

/** What is known of one recipient by now. */
export type Row = {
	readonly index: number;
	entry: Entry;
	/** Undefined where a request decides. Of those in flight it is what n8n's end would make of it. */
	outcome?: Outcome;
	/** It may have been sent before, with this outcome: a failure now does not change that. */
	doubt?: Outcome;
};

export type PlannedRequest = Readonly<{
	/** Requests start in the order of these. */
	order: number;
	senderId: string;
	message: string;
	text?: string;
	/** No recipient twice. */
	rows: readonly Row[];
	/** Of a request that was refused: 'Stop Workflow' lets it finish. */
	isPart?: true;
	attempts?: number;
	/** The number of the last attempt that may have been sent, and how many it was for. */
	inDoubt?: Readonly<{ request: number; recipients: number }>;
}>;

/** All plans that are made of one share its rows: what one is told of a row, all are. */
export type Plan = Readonly<{ rows: readonly Row[]; requests: readonly PlannedRequest[] }>;

export function withoutRows({ rows, requests }: Plan, isOut: (row: Row) => boolean): Plan {
	const left = requests.map((one) => ({ ...one, rows: one.rows.filter((row) => !isOut(row)) }));
	return { rows, requests: left.filter((one) => one.rows.length > 0) };
}

export const entriesOf = (rows: readonly Row[]): Entry[] => rows.map(({ entry }) => entry);

export const requestedRows = (requests: readonly PlannedRequest[]): Row[] =>
	requests.flatMap(({ rows }) => rows);

export type PlanRules = {
	batchSize?: number;
	/** The outcome of an entry that a safeguard keeps from being sent at any time. */
	refusalOf?(entry: Entry): Outcome | undefined;
	/** The same, because of the time at which the plan is made. */
	refusalNow?(entry: Entry): Outcome | undefined;
	/** The numbers of a test, which sends to no others. */
	testers?: readonly string[];
	/** Whether another turn of the execution has sent to this number, or may have. */
	hasSentTo?(recipient: string): boolean;
};

const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);

/**
 * The first of its equals for each duplicate. That one stands for all, whatever time it is: it learns their items, and
 * expires when the last of them does.
 */
function joinEqual(rows: readonly Row[]): ReadonlyMap<Row, Row> {
	const firstOf = new Map<Row, Row>();
	const firstsWith = remembered<string, Map<string, Row>>(() => new Map());
	for (const row of rows) {
		if (row.outcome) continue;
		const { entry } = row;
		const firsts = firstsWith(textOf(entry));
		const first = firsts.get(occasionOf(entry));
		if (first === undefined) {
			firsts.set(occasionOf(entry), row);
			continue;
		}
		firstOf.set(row, first);
		const { equals = [], item } = first.entry;
		if (entry.item !== item && entry.item !== equals.at(-1)) equals.push(entry.item);
		const expiresAt = Math.max(first.entry.expiresAt ?? Infinity, entry.expiresAt ?? Infinity);
		first.entry = { ...first.entry, expiresAt, equals };
	}
	return firstOf;
}

/** Requests that are filled in the order of the entries: two SMS to one phone are in two of them. */
function startRequests(batchSize: number) {
	const requests: Array<PlannedRequest & { rows: Row[] }> = [];
	const withRoomFor = remembered<string, number[]>(() => []);
	const lastTo = new Map<string, number>();
	return {
		requests,
		add(row: Row): void {
			const { phone, senderId, message, text } = row.entry;
			const withRoom = withRoomFor(textOf(row.entry));
			const last = lastTo.get(phone) ?? -1;
			let at = withRoom.findIndex((order) => order > last);
			if (at < 0) {
				const order = requests.length;
				requests.push({ order, senderId, message, text, rows: [] });
				at = withRoom.push(order) - 1;
			}
			const order = withRoom[at]!;
			const { rows } = requests[order]!;
			rows.push(row);
			lastTo.set(phone, order);
			if (rows.length >= batchSize) withRoom.splice(at, 1);
		},
	};
}

/**
 * Every row ends either with an outcome or in exactly one request, and two SMS to one recipient are in two requests
 * whose order is that of the entries. Samples for testers stand behind all entries.
 */
export function planRequests(
	entries: readonly Entry[],
	{ batchSize = 1, refusalOf, refusalNow, testers, hasSentTo }: PlanRules,
): Plan {
	const rows = entries.map((entry, index): Row => {
		const { problem } = entry;
		const refusal = problem && withoutRequest(problem.reason, problem.causes);
		return { index, entry, outcome: refusal ?? refusalOf?.(entry), doubt: undefined };
	});
	const firstOf = joinEqual(rows);
	const { requests, add } = startRequests(batchSize);
	const tested = testers && new Set(testers.map(phoneOf));
	for (const row of rows) {
		if (row.outcome) continue;
		const first = firstOf.get(row) ?? row;
		const { entry } = first;
		const duplicate = { name: 'duplicate', item: entry.item } as const;
		row.outcome = refusalNow?.(entry);
		if (tested && !tested.has(entry.phone)) row.outcome ??= TEST_RUN;
		else if (first !== row) row.outcome ??= withoutRequest('duplicate', [duplicate]);
		if (!row.outcome) add(row);
	}
	const withoutOne = testers?.filter((one) => !hasSentTo?.(one)) ?? [];
	for (const entry of samplesFor(withoutOne, rows)) {
		if (refusalOf?.(entry) ?? refusalNow?.(entry)) continue;
		const sample: Row = { index: rows.length, entry, outcome: undefined, doubt: undefined };
		rows.push(sample);
		add(sample);
	}
	return { rows, requests };
}

/** For testers that are not in the list: the SMS of the first entry that could be sent, without its key. */
function samplesFor(testers: readonly string[], rows: readonly Row[]): Entry[] {
	const first = rows.find(({ outcome = TEST_RUN }) => outcome === TEST_RUN);
	if (first === undefined || testers.length === 0) return [];
	const { item, senderId, message, text, expiresAt, replaced } = first.entry;
	const sms = { item, senderId, message, text, expiresAt, replaced };
	const listed = new Set(rows.map(({ entry }) => entry.phone));
	const recipients = new Map(testers.map((one) => [phoneOf(one), one]));
	return [...recipients]
		.filter(([phone]) => !listed.has(phone))
		.map(([phone, recipient]) => ({ ...sms, phone, recipient, key: '', isSample: true }));
}

/** Whether an SMS that may be sent has one. */
export const hasKeys = ({ requests }: Plan): boolean =>
	requests.some(({ rows }) => rows.some(({ entry }) => storedKeysOf(entry).length > 0));

/** Rows whose key an earlier one to their number has, for another text: once that is accepted, they are not sent. */
export function underSentKeys(plan: Plan): ReadonlySet<Row> {
	const sent = new Set<string>();
	const others = new Set<Row>();
	for (const row of requestedRows(plan.requests)) {
		if (row.entry.key === '') continue;
		const occasion = occasionOf(row.entry);
		if (sent.has(occasion)) others.add(row);
		sent.add(occasion);
	}
	return others;
}

/** Numbers that get several SMS: it may be meant so, or one phone is in the list under two names. */
export function numbersWithSeveralTexts(plan: Plan): ReadonlySet<string> {
	const several = new Set<string>();
	const textTo = new Map<string, string>();
	// One text for all is the usual case, and quick to recognize.
	if (new Set(plan.requests.map(textOf)).size < 2) return several;
	const unsent = underSentKeys(plan);
	for (const request of plan.requests) {
		const text = textOf(request);
		for (const row of request.rows) {
			if (unsent.has(row)) continue;
			const { phone } = row.entry;
			if ((textTo.get(phone) ?? text) !== text) several.add(phone);
			textTo.set(phone, text);
		}
	}
	return several;
}
