import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Balance } from '../../domain/service/balance';
import { nodeError } from '../../output/errors';
import { readOnError } from '../../output/place';
import { readSettings } from '../../input/readSettings';
import { readLiveBalance } from '../../transport/readBalance';

/** An option that cannot be read is a balance that cannot be read. */
async function readBalance(ctx: IExecuteFunctions): Promise<Balance> {
	try {
		return await readLiveBalance(ctx, readSettings(ctx));
	} catch (error) {
		return { read: false, explanation: (error as Error).message };
	}
}

function itemsOf(ctx: IExecuteFunctions, balance: Balance): INodeExecutionData[] {
	const response = (balance.response ?? null) as IDataObject | null;
	const fields: IDataObject = balance.read
		? { balance: balance.balance, response }
		: { balance: null, explanation: balance.explanation, response };
	const toErrorOutput = !balance.read && readOnError(ctx) === 'errorOutput';
	return ctx.getInputData().map((_, item) => ({
		json: toErrorOutput ? { error: fields.explanation, details: fields } : fields,
		pairedItem: { item },
	}));
}

/** The balance once per input item. */
export async function balanceItems(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	if (ctx.getInputData().length === 0) return [];
	const balance = await readBalance(ctx);
	if (!balance.read && readOnError(ctx) === 'stop') {
		throw nodeError(
			ctx,
			balance.explanation,
			'The balance could not be read. Nothing was changed or sent.',
		);
	}
	return itemsOf(ctx, balance);
}
