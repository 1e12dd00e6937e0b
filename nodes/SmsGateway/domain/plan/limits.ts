import type { Balance } from '../service/balance';
import { withoutRequest, type Outcome, type Reason } from '../outcome';

export type Limits = Readonly<{
	/** Infinity for no limit. */
	maxSms: number;
	checkBalance: boolean;
	/** Balance units that one SMS costs. */
	unitsPerSms: number;
}>;

/** Rounds what floating point adds to money: 3 × 0.1 is 0.3. */
export const unitsFor = (sms: number, unitsPerSms: number): number =>
	Number((sms * unitsPerSms).toFixed(6));

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
	const units = unitsFor(sms, limits.unitsPerSms);
	if (units <= balance.balance) return undefined;
	const missing = Number((units - balance.balance).toFixed(6));
	return {
		reason: 'balanceTooLow',
		why: `this would need ${sms} SMS (${units} of your balance), and the balance is ${balance.balance}: ${missing} more needed. Top up, or send to fewer recipients.`,
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
