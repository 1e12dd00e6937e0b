import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../delivery/clock';
import { readBalanceWithTries } from '../delivery/readBalance';
import type { Balance } from '../domain/balance';
import type { SmsOptions } from '../items/optionFields';
import { connect } from '../transport/gateway';

/** The balance as it is now. An unusable credential is a balance that could not be read, too. */
export async function readLiveBalance(
	ctx: IExecuteFunctions,
	{ timeout, maxTries }: Pick<SmsOptions, 'timeout' | 'maxTries'>,
): Promise<Balance> {
	try {
		const gateway = await connect(ctx, timeout * 1000);
		const signal = ctx.getExecutionCancelSignal?.();
		return await readBalanceWithTries(gateway, maxTries, systemClock(sleep), signal);
	} catch (error) {
		return { read: false, explanation: (error as Error).message, mayTryAgain: false };
	}
}
