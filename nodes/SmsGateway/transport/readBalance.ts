import { sleep, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import { type Clock, systemClock } from '../clock';
import { type Balance, balanceOf } from '../domain/service/balance';
import { whyOf } from '../domain/refusal';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	MAX_WAIT,
	mayReadAgain,
} from '../domain/service/retryPolicy';
import { connect, type Gateway } from './gateway';

/** Reading is idempotent, so it is attempted again after any failure that may pass. */
export async function readBalance(
	gateway: Pick<Gateway, 'balance'>,
	maxAttempts: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Balance> {
	for (let attempt = 1; ; attempt++) {
		const result = await gateway.balance();
		const wait = askedToWait(result, clock.now()) ?? backoff(attempt, clock.random());
		const mayPass = mayReadAgain(result) && attempt < maxAttempts && wait <= MAX_WAIT;
		if (mayPass) await clock.wait(wait, signal);
		if (!mayPass || signal?.aborted) return balanceOf(result);
	}
}

/** By the node's credential; where that or the timeout (seconds) cannot be used, it is not read, too. */
export async function readOwnBalance(
	ctx: IExecuteFunctions | IPollFunctions,
	timeoutOf: () => number,
): Promise<Balance> {
	try {
		const gateway = await connect(ctx, timeoutOf() * 1000);
		const signal = 'getExecutionCancelSignal' in ctx ? ctx.getExecutionCancelSignal?.() : undefined;
		return await readBalance(gateway, MAX_ATTEMPTS, systemClock(sleep), signal);
	} catch (error) {
		return { read: false, causes: whyOf(error).causes };
	}
}
