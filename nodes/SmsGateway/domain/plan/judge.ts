import {
	ALREADY_SENT,
	isNotSent,
	STOPPED,
	withoutRequest,
	type Outcome,
	type Why,
} from '../outcome';
import type { Balance } from '../service/balance';
import { estimateSms } from '../text/segments';
import { estimateOf, refusalByLimits } from './limits';
import { requestedRows, type Plan } from './plan';
import { occasionOf } from './sameSms';

export type Terms = Readonly<{
	/** A setting that makes all of it unsendable. */
	problem?: Why;
	/** On Error: Stop. */
	stopOnFailure: boolean;
	settings: Readonly<{ maxSms?: number; maxSmsPerDay?: number; unitsPerSms: number }>;
	/** SMS that the node has sent in this execution before. */
	sent?: number;
	/** Undefined where it is not to be read, or not yet. */
	balance?: Balance;
}>;

/** Why nothing of a plan is sent, before the first request: Send and Preview ask in this order. */
export function judge(plan: Plan, terms: Terms): Outcome | undefined {
	const { problem, stopOnFailure, settings, sent, balance } = terms;
	if (problem) return withoutRequest(problem.reason, problem.causes);
	if (stopOnFailure && plan.rows.some(({ outcome }) => isNotSent(outcome))) return STOPPED;
	// To count takes long where they are many.
	if (settings.maxSms === undefined && balance === undefined) return undefined;
	return refusalByLimits(estimateOf(plan), settings, balance, sent);
}

/** `left` of `most` SMS of a day are not enough for so many. */
export const overDailyLimit = (
	sms: number,
	most: number,
	left: number,
	isLost?: boolean,
): Outcome =>
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
