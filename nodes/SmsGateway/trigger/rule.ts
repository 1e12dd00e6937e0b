import { HOUR, MINUTE } from '../clock';
import { difference } from '../domain/service/balance';

export type BalanceRule = Readonly<{
	event: 'balanceBelow' | 'balanceChanges';
	threshold: number;
	/** Hours after which a balance that is still low fires again; 0 for never. */
	reminderHours: number;
	fireIfLow: boolean;
	/** Changes smaller than this are gathered until together they reach it. */
	minimumChange: number;
}>;

export type BalanceMemory = Readonly<{
	/** The balance that the next one is compared with. */
	balance: number;
	/** Whether it was below the threshold. */
	low: boolean;
	/** When it last fired, or was first seen low; milliseconds since the epoch. */
	since: number;
}>;

/**
 * A low balance fires once, and again after it has recovered or for a reminder; a changed one each time. The first
 * poll only remembers, unless the rule says `fireIfLow`.
 *
 * @param now milliseconds since the epoch
 */
export function decideBalance(
	{ event, threshold, reminderHours, fireIfLow, minimumChange }: BalanceRule,
	previous: BalanceMemory | undefined,
	balance: number,
	now: number,
): Readonly<{ emit: boolean; next: BalanceMemory }> {
	if (event === 'balanceChanges') {
		const change = previous ? Math.abs(difference(balance, previous.balance)) : 0;
		const emit = change > 0 && change >= minimumChange;
		return { emit, next: previous && !emit ? previous : { balance, low: false, since: now } };
	}
	const low = balance < threshold;
	const wasLow = previous?.low ?? !fireIfLow;
	// n8n polls a little early or late: a daily check must not find 24 hours short by a millisecond.
	const slack = Math.min(5 * MINUTE, reminderHours * 0.1 * HOUR);
	const passed = now - (previous?.since ?? now) + slack;
	const isDue = reminderHours > 0 && passed >= reminderHours * HOUR;
	const emit = low && (!wasLow || isDue);
	return { emit, next: { balance, low, since: emit ? now : (previous?.since ?? now) } };
}
