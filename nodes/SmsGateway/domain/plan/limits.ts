import { estimateSms } from '../text/segments';
import { amountInWords, costOf, difference, suffices, type Balance } from '../service/balance';
import { withoutRequest, type Outcome, type Reason } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import type { Plan } from './plan';

export type Limits = Readonly<{
	/** For the whole execution; Infinity for no limit. */
	maxSms: number;
	/** Balance units that one SMS costs. */
	unitsPerSms: number;
}>;

/**
 * SMS that a plan may need. Of several for one number under one key only one is sent, unless it
 * fails: the longest counts.
 */
export function estimateOf({ entries, requests }: Plan): number {
	let total = 0;
	const ofKeys = new Map<string, number>();
	for (const { message, entries: indexes } of requests) {
		const sms = estimateSms(message);
		for (const index of indexes) {
			const { key, recipient } = entries[index]!;
			const identity = `${phoneOf(recipient)} ${key}`;
			const counted = ofKeys.get(identity) ?? 0;
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
 * @param balance undefined where it is not asked for
 * @param sent SMS that the node has sent in this execution before
 */
export function whyRefused(
	sms: number,
	limits: Limits,
	balance: Balance | undefined,
	sent = 0,
): { reason: Reason; why: string } | undefined {
	const tooMany = sent + sms - limits.maxSms;
	if (sms > 0 && tooMany > 0) {
		const need =
			sent > 0
				? `this node has sent ${sent} SMS in this execution, this would need ${sms} more`
				: `this would need ${sms} SMS`;
		return {
			reason: 'overMaxSms',
			why: `${need}, and 'Max SMS' allows ${limits.maxSms} (${tooMany} too many). Send to fewer recipients, shorten the message, or raise the limit.`,
		};
	}
	if (balance === undefined || sms === 0) return undefined;
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
	sent = 0,
): Outcome | undefined {
	const refused = whyRefused(sms, limits, balance, sent);
	if (refused === undefined) return undefined;
	const nothing = sent > 0 ? 'Nothing more was sent' : 'Nothing was sent';
	return withoutRequest(refused.reason, `${nothing}: ${refused.why}`);
}
