import type { Cause } from '../cause';
import { estimateSms } from '../text/segments';
import { amountInWords, costOf, difference, suffices, type Balance } from '../service/balance';
import { withoutRequest, type Outcome } from '../outcome';
import { requestedRows, withoutRows, type Plan, type Row } from './plan';
import { occasionOf, storedKeysOf } from './sameSms';

/**
 * SMS that a plan may need. Of several for one number under one key only one is sent, unless it
 * fails: the longest counts.
 */
export function estimateOf({ requests }: Plan): number {
	const longest = new Map<Row | string, number>();
	for (const { message, rows } of requests) {
		const sms = estimateSms(message);
		for (const row of rows) {
			const occasion = row.entry.key === '' ? row : occasionOf(row.entry);
			longest.set(occasion, Math.max(sms, longest.get(occasion) ?? 0));
		}
	}
	return [...longest.values()].reduce((total, sms) => total + sms, 0);
}

/**
 * Why nothing at all may be sent, judged before the first request, as the outcome of every recipient.
 *
 * @param sms the estimate
 * @param balance undefined where it is not asked for
 * @param sent SMS that the node has sent in this execution before
 */
export function refusalByLimits(
	sms: number,
	{ maxSms = Infinity, unitsPerSms }: { maxSms?: number; unitsPerSms: number },
	balance: Balance | undefined,
	sent = 0,
): Outcome | undefined {
	if (sent + sms > maxSms) {
		const left = Math.max(0, maxSms - sent);
		const cause = { name: 'overMaxSms', sms: sent + sms, most: maxSms, left } as const;
		return withoutRequest('overMaxSms', [cause]);
	}
	if (balance === undefined || sms === 0) return undefined;
	if (!balance.read) {
		const cause = { name: 'balanceUnreadable', causes: balance.causes } as const;
		return withoutRequest('balanceUnreadable', [cause]);
	}
	const units = costOf(sms, unitsPerSms);
	if (suffices(balance.balance, units)) return undefined;
	return withoutRequest('balanceTooLow', [
		{
			name: 'balanceTooLow',
			sms,
			cost: amountInWords(units),
			balance: amountInWords(balance.balance),
			missing: amountInWords(difference(units, balance.balance)),
		},
	]);
}

/** The last SMS with a key that each node remembers, whatever else it is sending. */
export const SMS_REMEMBERED = 40_000;

/** Keys of the SMS that a plan may send, those of a Retry too. */
export const keysIn = (plan: Plan): number =>
	new Set(requestedRows(plan.requests).flatMap(({ entry }) => storedKeysOf(entry))).size;

/**
 * Why deduplication keys could not keep their promise; undefined where they can.
 *
 * @param keys of the SMS of the plan
 * @param before those of the execution's other turns: the first ones are forgotten with the last
 */
export function whyKeysRefused(keys: number, before = 0): Cause | undefined {
	return keys > 0 && before + keys > SMS_REMEMBERED
		? { name: 'tooManyKeys', recipients: before + keys, most: SMS_REMEMBERED }
		: undefined;
}

/** What a Retry can remember of a plan, in the plan's order: the rest is not sent, as no later Retry would know it. */
export function withinMemory(plan: Plan, before: number): Plan {
	let room = SMS_REMEMBERED - before;
	const cause = { name: 'beyondRetry', most: SMS_REMEMBERED } as const;
	const beyond = withoutRequest('invalidParameter', [cause]);
	return withoutRows(plan, (row) => {
		room -= storedKeysOf(row.entry).length;
		if (room < 0) row.outcome = beyond;
		return room < 0;
	});
}
