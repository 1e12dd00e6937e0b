import type { Clock } from '../clock';
import type { ServiceResult } from '../domain/service/result';
import { askedToWait, backoff, MAX_WAIT, mayReadAgain } from '../domain/service/retryPolicy';

/** Reading is idempotent, so it is attempted again after any failure that may pass, up to `maxAttempts` in all. */
export async function getWithRetries(
	get: () => Promise<ServiceResult>,
	maxAttempts: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<ServiceResult> {
	for (let attempt = 1; ; attempt++) {
		const reply = await get();
		if (!mayReadAgain(reply) || attempt >= maxAttempts) return reply;
		const wait = askedToWait(reply, clock.now()) ?? backoff(attempt, clock.random());
		if (wait > MAX_WAIT) return reply;
		await clock.wait(wait, signal);
		if (signal?.aborted) return reply;
	}
}
