import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withoutRequest } from '../../domain/outcome';
import type { Balance } from '../../domain/service/balance';
import { readerOf } from '../../expressions/reader';
import { readSettings } from '../../settings/rules';
import { settingError } from '../../output/errors';
import { fieldsForOutput } from '../../output/items';
import { isTool, readOnError } from '../../n8n/place';
import { readOwnBalance } from '../../transport/readBalance';
import { explainTo } from '../../words/causes';

/** The balance once per input item. */
export async function get(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const balance = await readOwnBalance(ctx, () => readSettings(readerOf(ctx)).timeout);
	const json = fieldsOf(ctx, balance);
	return ctx.getInputData().map((_, item) => ({ json, pairedItem: { item } }));
}

function fieldsOf(ctx: IExecuteFunctions, balance: Balance): IDataObject {
	const response = (balance.response ?? null) as IDataObject | null;
	if (balance.read) return { balance: balance.balance, response };
	const { causes } = balance;
	const onError = readOnError(ctx);
	if (onError === 'stop') throw settingError(ctx, { reason: 'balanceUnreadable', causes }, '');
	const outcome = withoutRequest('balanceUnreadable', causes);
	const explanation = explainTo(outcome, isTool(ctx.getNode()));
	return fieldsForOutput(ctx, onError, { balance: null, explanation, response }, explanation);
}
