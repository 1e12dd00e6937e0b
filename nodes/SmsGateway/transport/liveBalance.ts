import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../delivery/clock';
import { readBalanceWithTries } from './readBalance';
import type { Balance } from '../domain/service/balance';
import type { Settings } from '../input/readSettings';
import { connect } from './gateway';

/** The balance as it is now. An unusable credential is a balance that could not be read, too. */
export async function readLiveBalance(
	ctx: IExecuteFunctions,
	{ timeout, maxAttempts }: Pick<Settings, 'timeout' | 'maxAttempts'>,
): Promise<Balance> {
	try {
		const gateway = await connect(ctx, timeout * 1000);
		const signal = ctx.getExecutionCancelSignal?.();
		return await readBalanceWithTries(gateway, maxAttempts, systemClock(sleep), signal);
	} catch (error) {
		return { read: false, explanation: (error as Error).message, mayRetry: false };
	}
}
