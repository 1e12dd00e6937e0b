import type { Clock } from '../../clock';
import { readBalance } from '../../transport/readBalance';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import type { Ledger } from '../../history/ledger';
import type { Outcome } from '../../domain/outcome';
import { evidenceOf, type Balance } from '../../domain/service/balance';
import type { Plan } from '../../domain/plan/plan';
import type { Settings } from '../../input/readSettings';
import type { Gateway } from '../../transport/gateway';

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

/** Judges the whole plan before its first request. */
export async function judgeByLimits(
	plan: Plan,
	options: Settings,
	gateway: Gateway,
	ledger: Ledger,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Judged> {
	if (options.maxSms === Infinity && !options.checkBalance) return {};
	const resends = options.uncertain === 'resend';
	const sms = estimateOf(plan, (entry) => {
		const earlier = ledger.find(entry);
		return earlier === undefined || (resends && earlier.status === 'unknown');
	});
	const overLimit = refusalOf(sms, { ...options, checkBalance: false }, undefined);
	if (overLimit) return { refusal: aboutKeys(overLimit, plan) };
	if (!options.checkBalance || sms === 0) return {};
	const balance = await readBalance(gateway, options.maxAttempts, clock, signal);
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
	{ maxAttempts, unitsPerSms }: Settings,
	gateway: Gateway,
	clock: Clock,
	signal?: AbortSignal,
): Promise<string | undefined> {
	const spent = (status: Outcome['status']): number =>
		outcomes.reduce(
			(sms, one) => (one.status === status && !one.replayed ? sms + one.smsCount : sms),
			0,
		);
	const unknown = spent('unknown');
	if (!before?.read || unknown === 0 || signal?.aborted) return undefined;
	const after = await readBalance(gateway, maxAttempts, clock, signal);
	return evidenceOf(before.balance, after, { accepted: spent('accepted'), unknown }, unitsPerSms);
}
