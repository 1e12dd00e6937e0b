import type { Clock } from '../../delivery/clock';
import { readBalanceWithTries } from '../../delivery/readBalance';
import { refusalOf } from '../../domain/guard';
import type { Ledger } from '../../domain/ledger';
import type { Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan';
import { estimateSms } from '../../domain/segments';
import type { SmsOptions } from '../../items/optionFields';
import type { Gateway } from '../../transport/gateway';

/** SMS that are still to be sent, by the estimate that protects. */
function estimate({ entries, requests }: Plan, ledger: Ledger, resend: boolean): number {
	let sms = 0;
	for (const request of requests) {
		const left = request.entries.filter((index) => {
			const earlier = ledger.find(entries[index]!);
			return earlier === undefined || (resend && earlier.status === 'unknown');
		});
		if (left.length > 0) sms += left.length * estimateSms(request.message);
	}
	return sms;
}

/** Judges the whole plan before its first request; undefined where it may go ahead. */
export async function guard(
	plan: Plan,
	options: SmsOptions,
	gateway: Gateway,
	ledger: Ledger,
	clock: Clock,
): Promise<Outcome | undefined> {
	if (options.maxSms === 0 && !options.checkBalance) return undefined;
	const sms = estimate(plan, ledger, options.uncertain === 'resend');
	const overLimit = refusalOf(sms, { ...options, checkBalance: false }, undefined);
	if (overLimit || !options.checkBalance || sms === 0) return overLimit;
	return refusalOf(sms, options, await readBalanceWithTries(gateway, options.maxTries, clock));
}
