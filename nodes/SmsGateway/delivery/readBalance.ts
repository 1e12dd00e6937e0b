import { readBalance, type Balance } from '../domain/balance';
import type { Reply } from '../domain/reply';
import { askedToWait, backoff, LONGEST_WAIT } from '../domain/retryPolicy';
import type { Clock } from './clock';

export type BalanceSource = {
	balance(): Promise<Reply>;
	tokenExpired(): Date | undefined;
};

/** Reading is idempotent, so every passing failure is tried again. */
export async function readBalanceWithTries(
	source: BalanceSource,
	maxTries: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Balance> {
	for (let tried = 1; ; tried++) {
		const reply = await source.balance();
		const balance = readBalance(reply, source.tokenExpired());
		if (balance.read || !balance.mayTryAgain || tried >= maxTries) return balance;
		const wait = askedToWait(reply, clock.now()) ?? backoff(tried, clock.random());
		if (wait > LONGEST_WAIT) return balance;
		await clock.wait(wait, signal);
		if (signal?.aborted) return balance;
	}
}
