import { optionsField } from '../../input/options';
import type { Operation } from '../operation';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get SMS balance',
	description: 'Get how many SMS are left in your account',
	fields: [optionsField({ only: ['maxAttempts', 'timeout'] })],
	async execute(ctx) {
		const { balanceItems } = await import('./balanceItems');
		return await balanceItems(ctx);
	},
};
