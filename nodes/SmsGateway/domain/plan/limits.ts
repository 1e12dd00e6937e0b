import type { Balance } from '../service/balance';
import { withoutRequest, type Outcome } from '../outcome';

export type Limits = Readonly<{
	/** 0 for no limit. */
	maxSms: number;
	checkBalance: boolean;
	/** Balance units that one SMS costs. */
	unitsPerSms: number;
}>;

/** Rounds what floating point adds to money: 3 × 0.1 is 0.3. */
export const unitsFor = (sms: number, unitsPerSms: number): number =>
	Number((sms * unitsPerSms).toFixed(6));

/**
 * The reason to send nothing at all, judged before the first request.
 *
 * @param sms the estimate
 * @param balance read live; undefined where it is not asked for
 */
export function refusalOf(
	sms: number,
	limits: Limits,
	balance: Balance | undefined,
): Outcome | undefined {
	if (limits.maxSms > 0 && sms > limits.maxSms) {
		return withoutRequest(
			'notSent',
			'overMaxSms',
			`Nothing was sent: this would take ${sms} SMS, and Max SMS allows ${limits.maxSms} (${sms - limits.maxSms} too many). Send to fewer recipients, shorten the text, or raise the limit.`,
		);
	}
	if (!limits.checkBalance || balance === undefined || sms === 0) return undefined;
	if (!balance.read) {
		return withoutRequest(
			'notSent',
			'balanceUnreadable',
			`Nothing was sent, because the balance could not be read: ${balance.explanation}`,
		);
	}
	const units = unitsFor(sms, limits.unitsPerSms);
	if (units <= balance.balance) return undefined;
	const missing = Number((units - balance.balance).toFixed(6));
	return withoutRequest(
		'notSent',
		'balanceTooLow',
		`Nothing was sent: this would take ${sms} SMS (${units} of your balance), and the balance is ${balance.balance}. ${missing} missing. Top up, or send to fewer recipients.`,
	);
}
