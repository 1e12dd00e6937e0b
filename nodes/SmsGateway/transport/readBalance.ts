import { readBalance, type Balance } from '../domain/service/balance';
import type { ServiceResult } from '../domain/service/result';
import { askedToWait, backoff, MAX_WAIT } from '../domain/service/retryPolicy';
import type { Clock } from '../delivery/clock';

export type BalanceSource = {
	balance(): Promise<ServiceResult>;
	tokenExpiredAt(): Date | undefined;
};

/** Reading is idempotent, so every passing failure is tried again. */
export async function readBalanceWithTries(
	source: BalanceSource,
	maxAttempts: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Balance> {
	for (let tried = 1; ; tried++) {
		const reply = await source.balance();
		const balance = readBalance(reply, source.tokenExpiredAt());
		if (balance.read || !balance.mayRetry || tried >= maxAttempts) return balance;
		const wait = askedToWait(reply, clock.now()) ?? backoff(tried, clock.random());
		if (wait > MAX_WAIT) return balance;
		await clock.wait(wait, signal);
		if (signal?.aborted) return balance;
	}
}
