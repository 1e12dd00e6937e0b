import { optionsField } from '../../input/options';
import { running, type Operation } from '../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get SMS balance',
	description: 'Get the balance of your account: how many SMS are left, or how much money',
	fields: [optionsField({ only: ['maxAttempts', 'timeout'] })],
	async execute(ctx) {
		return await (await running()).balanceItems(ctx);
	},
};
