import { HOUR, MINUTE } from '../clock';
import { difference } from '../domain/service/balance';

export type BalanceRule = Readonly<{
	event: BalanceEvent;
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

/** @param now milliseconds since the epoch */
type Decision = (
	rule: BalanceRule,
	previous: BalanceMemory | undefined,
	balance: number,
	now: number,
) => Readonly<{ emit: boolean; next: BalanceMemory }>;

const whenChanged: Decision = ({ minimumChange }, previous, balance, now) => {
	const change = previous ? Math.abs(difference(balance, previous.balance)) : 0;
	const emit = change > 0 && change >= minimumChange;
	return { emit, next: previous && !emit ? previous : { balance, low: false, since: now } };
};

/** Once, and again after it has recovered or for a reminder. */
const whenLow: Decision = (rule, previous, balance, now) => {
	const { threshold, reminderHours, fireIfLow } = rule;
	const low = balance < threshold;
	const wasLow = previous?.low ?? !fireIfLow;
	// n8n polls a little early or late: a daily check must not find 24 hours short by a millisecond.
	const slack = Math.min(5 * MINUTE, reminderHours * 0.1 * HOUR);
	const passed = now - (previous?.since ?? now) + slack;
	const isDue = reminderHours > 0 && passed >= reminderHours * HOUR;
	const emit = low && (!wasLow || isDue);
	return { emit, next: { balance, low, since: emit ? now : (previous?.since ?? now) } };
};

const EVENTS = { balanceBelow: whenLow, balanceChanges: whenChanged } as const;

export type BalanceEvent = keyof typeof EVENTS;

export const BALANCE_EVENTS = Object.keys(EVENTS) as BalanceEvent[];

/** The first poll only remembers, unless the rule says `fireIfLow`. */
export const decideBalance: Decision = (rule, ...given) => EVENTS[rule.event](rule, ...given);
