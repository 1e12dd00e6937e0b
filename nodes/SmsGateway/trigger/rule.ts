import { HOUR, MINUTE } from '../clock';
import { difference } from '../domain/service/balance';

export type BalanceRule =
	| Readonly<{
			event: 'balanceBelow';
			threshold: number;
			/** Hours after which a balance that is still low fires again; 0 for never. */
			reminderHours: number;
			fireOnActivation: boolean;
	  }>
	| Readonly<{
			event: 'balanceChanges';
			/** Changes smaller than this are gathered until together they reach it. */
			minimumChange: number;
	  }>;

/** What the trigger remembers between two polls. */
export type BalanceMemory = Readonly<{
	/** The balance that the next one is compared with. */
	balance: number;
	/** Whether it was below the threshold. */
	low: boolean;
	/** When it last fired, or was first seen low; milliseconds since the epoch. */
	since: number;
}>;

export type BalanceDecision = Readonly<{ emit: boolean; next: BalanceMemory }>;

/** n8n polls a little early or late: a daily check must not find 24 hours short by a millisecond. */
const slackOf = (hours: number): number => Math.min(5 * MINUTE, hours * 0.1 * HOUR);

/** How far a balance has moved, without what floating point adds to money: 0.2 − 0.3 is −0.1. */
export const changeOf = (previous: BalanceMemory, balance: number): number =>
	difference(balance, previous.balance);

function decideBelow(
	rule: Extract<BalanceRule, { event: 'balanceBelow' }>,
	previous: BalanceMemory | undefined,
	balance: number,
	now: number,
): BalanceDecision {
	const low = balance < rule.threshold;
	const wasLow = previous?.low ?? !rule.fireOnActivation;
	const due =
		previous !== undefined &&
		rule.reminderHours > 0 &&
		now - previous.since >= rule.reminderHours * HOUR - slackOf(rule.reminderHours);
	const emit = low && (!wasLow || due);
	const since = emit || previous === undefined ? now : previous.since;
	return { emit, next: { balance, low, since } };
}

/**
 * Whether a balance fires the trigger, and what to remember. Fires once per crossing: the first
 * poll only remembers, unless the rule asks to fire on activation.
 *
 * @param now milliseconds since the epoch
 */
export function decideBalance(
	rule: BalanceRule,
	previous: BalanceMemory | undefined,
	balance: number,
	now: number,
): BalanceDecision {
	if (rule.event === 'balanceBelow') return decideBelow(rule, previous, balance, now);
	if (previous === undefined) return { emit: false, next: { balance, low: false, since: now } };
	const change = Math.abs(changeOf(previous, balance));
	const emit = change > 0 && change >= rule.minimumChange;
	return { emit, next: emit ? { balance, low: false, since: now } : previous };
}
