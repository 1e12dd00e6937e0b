import type { Cause } from '../cause';
import {
	ALREADY_SENT,
	isNotSent,
	STOPPED,
	withoutRequest,
	type Outcome,
	type Why,
} from '../outcome';
import { amountInWords, costOf, difference, suffices, type Balance } from '../service/balance';
import { estimateSms } from '../text/segments';
import { requestedRows, withoutRows, type Plan } from './plan';
import { occasionOf, storedKeysOf } from './sameSms';

/** SMS that a plan may need. Of several under one key the longest counts: one is sent, unless it fails. */
export function estimateOf({ requests }: Plan): number {
	const longest = new Map<string, number>();
	let withoutKey = 0;
	for (const { message, rows } of requests) {
		const sms = estimateSms(message);
		for (const row of rows) {
			const occasion = row.entry.key && occasionOf(row.entry);
			if (occasion === '') withoutKey += sms;
			else longest.set(occasion, Math.max(sms, longest.get(occasion) ?? 0));
		}
	}
	return [...longest.values()].reduce((total, sms) => total + sms, withoutKey);
}

export type Terms = Readonly<{
	/** A setting that makes all of it unsendable. */
	problem?: Why;
	/** On Error: Stop. */
	stopOnFailure: boolean;
	settings: Readonly<{ maxSms?: number; maxSmsPerDay?: number; unitsPerSms: number }>;
	/** SMS that the node has sent in this execution before. */
	smsBefore: number;
	/** Whether a model wrote all of it, and can make it less. */
	written?: Readonly<Record<'message' | 'recipients', { byModel?: true }>>;
	/** Undefined where it is not to be read, or not yet. */
	balance?: Balance;
}>;

/** Why nothing of a plan is sent, before the first request: Send and Preview ask in this order. */
export function judge(plan: Plan, terms: Terms): Outcome | undefined {
	const { problem, stopOnFailure, settings, smsBefore, balance, written } = terms;
	const { maxSms: most = Infinity, unitsPerSms } = settings;
	if (problem) return withoutRequest(problem.reason, problem.causes);
	if (stopOnFailure && plan.rows.some(({ outcome }) => isNotSent(outcome))) return STOPPED;
	// To count takes long where they are many.
	if (most === Infinity && balance === undefined) return undefined;
	const estimate = estimateOf(plan);
	if (estimate === 0) return undefined;
	const sms = smsBefore + estimate;
	const left = Math.max(0, most - smsBefore);
	if (sms > most) {
		const recipients = requestedRows(plan.requests).length;
		const by = left > 0 && written?.[recipients > 1 ? 'recipients' : 'message'];
		const cause = { name: 'overMaxSms', sms, most, left, recipients, ...by } as const;
		return withoutRequest('overMaxSms', [cause]);
	}
	if (balance === undefined) return undefined;
	if (!balance.read) {
		const { causes } = balance;
		return withoutRequest('balanceUnreadable', [{ name: 'balanceUnreadable', causes }]);
	}
	const units = costOf(estimate, unitsPerSms);
	if (suffices(balance.balance, units)) return undefined;
	const cost = amountInWords(units);
	const missing = amountInWords(difference(units, balance.balance));
	const facts = { sms: estimate, cost, balance: amountInWords(balance.balance), missing };
	return withoutRequest('balanceTooLow', [{ name: 'balanceTooLow', ...facts }]);
}

/** `left` of `most` SMS of a day are not enough for so many. */
export const overDailyLimit = (sms: number, most: number, left: number, isLost = false): Outcome =>
	withoutRequest('overMaxSmsPerDay', [
		{ name: 'overDailyLimit', sms, most, left, ...(isLost && { isLost }) },
	]);

/**
 * Gives each row of a plan the outcome that Send would, on a day on which nothing was sent before; none where
 * it is sent.
 *
 * @returns why nothing of it is
 */
export function foretell(plan: Plan, terms: Terms): Outcome | undefined {
	const most = terms.settings.maxSmsPerDay ?? Infinity;
	const estimate = most < Infinity ? estimateOf(plan) : 0;
	const isOver = terms.stopOnFailure && estimate > most;
	const refusal = judge(plan, terms) ?? (isOver ? overDailyLimit(estimate, most, most) : undefined);
	const keysSent = new Set<string>();
	let left = most;
	for (const row of requestedRows(plan.requests)) {
		const { entry } = row;
		const sms = most < Infinity ? estimateSms(entry.message) : 0;
		row.outcome = refusal ?? (keysSent.has(occasionOf(entry)) ? ALREADY_SENT : undefined);
		if (sms > left) row.outcome ??= overDailyLimit(sms, most, left);
		if (row.outcome) continue;
		left -= sms;
		if (entry.key !== '') keysSent.add(occasionOf(entry));
	}
	return refusal;
}

/** The last keys that each node remembers. An SMS with a key has one; in a Retry each has one or two more. */
export const KEYS_REMEMBERED = 40_000;

/** Keys of the SMS that a plan may send, those of a Retry too. */
export function keysIn({ requests }: Plan): number {
	const keys = new Set<string>();
	for (const { rows } of requests) {
		for (const { entry } of rows) for (const key of storedKeysOf(entry)) keys.add(key);
	}
	return keys.size;
}

/**
 * Why so many deduplication keys could not keep their promise.
 *
 * @param before those of the execution's other turns: the first ones are forgotten with the last
 */
export function whyKeysRefused(keys: number, before = 0): Cause | undefined {
	return keys > 0 && before + keys > KEYS_REMEMBERED
		? { name: 'tooManyKeys', recipients: before + keys, most: KEYS_REMEMBERED }
		: undefined;
}

/** What a Retry can remember of a plan, in its order: the rest is not sent, as no later Retry would know it. */
export function withinMemory(plan: Plan, before: number): Plan {
	let room = KEYS_REMEMBERED - before;
	const cause = { name: 'beyondRetry', most: KEYS_REMEMBERED } as const;
	const beyond = withoutRequest('invalidParameter', [cause]);
	return withoutRows(plan, (row) => {
		room -= storedKeysOf(row.entry).length;
		if (room < 0) row.outcome = row.doubt ?? beyond;
		return room < 0;
	});
}
