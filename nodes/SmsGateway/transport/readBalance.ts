import { sleep, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';
import { systemClock, type Clock } from '../clock';
import { balanceOf, type Balance } from '../domain/service/balance';
import { connect } from './connect';
import type { Gateway } from './gateway';
import { getWithRetries } from './getWithRetries';

/** The balance as it is now, from a gateway that is connected. */
export async function readBalance(
	gateway: Gateway,
	maxAttempts: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Balance> {
	const reply = await getWithRetries(() => gateway.balance(), maxAttempts, clock, signal);
	return balanceOf(reply, gateway.tokenExpiredAt());
}

/**
 * The same, from the node's credential. An unusable credential is a balance that could not be
 * read, too.
 *
 * @param timeout seconds per request
 */
export async function readLiveBalance(
	ctx: IExecuteFunctions | IPollFunctions,
	{ timeout, maxAttempts }: { timeout: number; maxAttempts: number },
): Promise<Balance> {
	try {
		const gateway = await connect(ctx, timeout * 1000);
		const signal = 'getExecutionCancelSignal' in ctx ? ctx.getExecutionCancelSignal?.() : undefined;
		return await readBalance(gateway, maxAttempts, systemClock(sleep), signal);
	} catch (error) {
		return { read: false, explanation: (error as Error).message };
	}
}
