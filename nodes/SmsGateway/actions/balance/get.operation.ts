import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Balance } from '../../domain/service/balance';
import { OPTIONS, optionsField } from '../../settings/panel';
import { readerOf } from '../../expressions/reader';
import { readSettings } from '../../settings/rules';
import { settingError } from '../../output/errors';
import { fieldsForOutput } from '../../output/items';
import { readOnError } from '../../n8n/place';
import { readLiveBalance } from '../../transport/readBalance';
import { explain } from '../../words/causes';
import type { Operation } from '../operation';

/** The balance once per input item. */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get SMS balance',
	description: 'Get the balance of your account: how many SMS are left, or how much money',
	fields: [optionsField({ timeout: OPTIONS.timeout })],
	async execute(ctx) {
		const balance = await readLiveBalance(ctx, () => readSettings(readerOf(ctx)).timeout);
		const json = fieldsOf(ctx, balance);
		return ctx.getInputData().map((_, item) => ({ json, pairedItem: { item } }));
	},
};

function fieldsOf(ctx: IExecuteFunctions, balance: Balance): IDataObject {
	const response = (balance.response ?? null) as IDataObject | null;
	if (balance.read) return { balance: balance.balance, response };
	const { causes } = balance;
	const onError = readOnError(ctx);
	if (onError === 'stop') throw settingError(ctx, { reason: 'balanceUnreadable', causes }, '');
	const explanation = explain(causes);
	return fieldsForOutput(ctx, onError, { balance: null, explanation, response }, explanation);
}
