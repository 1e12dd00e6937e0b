import type { Clock } from '../../clock';
import { readBalance } from '../../transport/readBalance';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import type { Ledger } from '../../history/ledger';
import type { Outcome } from '../../domain/outcome';
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

/** Judges the whole plan before its first request; undefined where it may go ahead. */
export async function refusalByLimits(
	plan: Plan,
	options: Settings,
	gateway: Gateway,
	ledger: Ledger,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Outcome | undefined> {
	if (options.maxSms === Infinity && !options.checkBalance) return undefined;
	const resends = options.uncertain === 'resend';
	const sms = estimateOf(plan, (entry) => {
		const earlier = ledger.find(entry);
		return earlier === undefined || (resends && earlier.status === 'unknown');
	});
	const overLimit = refusalOf(sms, { ...options, checkBalance: false }, undefined);
	if (overLimit) return aboutKeys(overLimit, plan);
	if (!options.checkBalance || sms === 0) return undefined;
	const balance = await readBalance(gateway, options.maxAttempts, clock, signal);
	const refusal = refusalOf(sms, options, balance);
	return refusal && aboutKeys(refusal, plan);
}
