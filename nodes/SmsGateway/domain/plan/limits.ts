import type { Entry } from '../entry';
import { amountInWords, costOf, difference, suffices } from '../money';
import { estimateSms } from '../text/segments';
import type { Balance } from '../service/balance';
import { withoutRequest, type Outcome, type Reason } from '../outcome';
import type { Plan } from './plan';

export type Limits = Readonly<{
	/** Infinity for no limit. */
	maxSms: number;
	checkBalance: boolean;
	/** Balance units that one SMS costs. */
	unitsPerSms: number;
}>;

/**
 * SMS that a plan may need. Of several for one number under one key only one is sent, unless it
 * fails: the longest counts.
 *
 * @param isLeft whether an entry is still to be sent
 */
export function estimateOf(
	{ entries, requests }: Plan,
	isLeft: (entry: Entry) => boolean = () => true,
): number {
	let total = 0;
	const ofKeys = new Map<string, number>();
	for (const { message, entries: indexes } of requests) {
		const left = indexes.map((index) => entries[index]!).filter(isLeft);
		const sms = left.length > 0 ? estimateSms(message) : 0;
		for (const { key, recipient } of left) {
			const identity = `${recipient} ${key}`;
			const counted = key === '' ? 0 : (ofKeys.get(identity) ?? 0);
			if (sms <= counted) continue;
			total += sms - counted;
			if (key !== '') ofKeys.set(identity, sms);
		}
	}
	return total;
}

/**
 * Why nothing at all may be sent, judged before the first request.
 *
 * @param sms the estimate
 * @param balance read live; undefined where it is not asked for
 */
export function whyRefused(
	sms: number,
	limits: Limits,
	balance: Balance | undefined,
): { reason: Reason; why: string } | undefined {
	if (sms > limits.maxSms) {
		return {
			reason: 'overMaxSms',
			why: `this would need ${sms} SMS, and 'Max SMS' allows ${limits.maxSms} (${sms - limits.maxSms} too many). Send to fewer recipients, shorten the message, or raise the limit.`,
		};
	}
	if (!limits.checkBalance || balance === undefined || sms === 0) return undefined;
	if (!balance.read) {
		const why = `the balance could not be read: ${balance.explanation}`;
		return { reason: 'balanceUnreadable', why };
	}
	const units = costOf(sms, limits.unitsPerSms);
	if (suffices(balance.balance, units)) return undefined;
	const missing = amountInWords(difference(units, balance.balance));
	return {
		reason: 'balanceTooLow',
		why: `this would need ${sms} SMS (${amountInWords(units)} of your balance), and the balance is ${amountInWords(balance.balance)}: ${missing} more needed. Top up, or send to fewer recipients.`,
	};
}

/** The same as the outcome of every recipient. */
export function refusalOf(
	sms: number,
	limits: Limits,
	balance: Balance | undefined,
): Outcome | undefined {
	const refused = whyRefused(sms, limits, balance);
	return refused && withoutRequest(refused.reason, `Nothing was sent: ${refused.why}`);
}
