import { estimateOf, refusalOf } from '../../domain/plan/limits';
import type { Outcome } from '../../domain/outcome';
import { evidenceOf, type Balance } from '../../domain/service/balance';
import type { Plan } from '../../domain/plan/plan';
import type { Settings } from '../../input/readSettings';

/** Which keys were used before is only known once they are claimed, and a refusal claims none. */
function aboutKeys(refusal: Outcome, { entries }: Plan): Outcome {
	const hasKeys = entries.some(({ key }) => key !== '');
	if (!hasKeys || refusal.reason === 'balanceUnreadable') return refusal;
	const explanation = `${refusal.explanation} Recipients who got it before are counted too.`;
	return { ...refusal, explanation };
}

export type Judged = Readonly<{
	/** Why nothing may be sent; undefined where the plan may go ahead. */
	refusal?: Outcome;
	/** The balance before the first request, where it is asked for. */
	balance?: Balance;
}>;

/** Judges all that is left of a plan before its first request. */
export async function judgeByLimits(
	plan: Plan,
	options: Settings,
	balanceNow: () => Promise<Balance>,
): Promise<Judged> {
	if (options.maxSms === Infinity && !options.checkBalance) return {};
	const sms = estimateOf(plan);
	const overLimit = refusalOf(sms, { ...options, checkBalance: false }, undefined);
	if (overLimit) return { refusal: aboutKeys(overLimit, plan) };
	if (!options.checkBalance || sms === 0) return {};
	const balance = await balanceNow();
	const refusal = refusalOf(sms, options, balance);
	return { balance, ...(refusal && { refusal: aboutKeys(refusal, plan) }) };
}

/**
 * Reads the balance again where it can show something about SMS of this run whose outcome is
 * unknown; undefined where there are none.
 */
export async function readEvidence(
	before: Balance | undefined,
	outcomes: readonly Outcome[],
	unitsPerSms: number,
	balanceNow: () => Promise<Balance>,
): Promise<string | undefined> {
	const spent = (status: Outcome['status']): number =>
		outcomes.reduce(
			(sms, one) => (one.status === status && !one.replayed ? sms + one.smsCount : sms),
			0,
		);
	const unknown = spent('unknown');
	if (!before?.read || unknown === 0) return undefined;
	const after = await balanceNow();
	return evidenceOf(before.balance, after, { accepted: spent('accepted'), unknown }, unitsPerSms);
}
