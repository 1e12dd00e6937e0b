import type { IDataObject } from 'n8n-workflow';
import type { Balance } from '../../domain/balance';
import { refusalOf, unitsFor } from '../../domain/guard';
import { previewOf } from '../../domain/preview';
import type { SmsOptions } from '../../items/optionFields';
import { prepare } from '../../items/prepare';
import { readLiveBalance } from '../liveBalance';
import type { Operation } from '../operation';
import { messageField, recipientsField, senderIdField } from './fields';
import { optionsField } from '../../items/optionFields';

/** Looking each of a million numbers up would make a preview slower than the campaign. */
const MOST_LOOKED_UP = 10_000;

async function lookUp(): Promise<(recipient: string) => boolean> {
	const { isKnownNumber } = await import('../../domain/nationalNumber');
	let lookedUp = 0;
	return (recipient) => ++lookedUp > MOST_LOOKED_UP || isKnownNumber(recipient);
}

/** What the guards would say to all groups together. */
function verdictOf(sms: number, options: SmsOptions, balance: Balance | undefined): IDataObject {
	const refusal =
		refusalOf(sms, { ...options, checkBalance: false }, undefined) ??
		refusalOf(sms, options, balance);
	return {
		totalCost: unitsFor(sms, options.unitsPerSms),
		...(balance
			? {
					balance: balance.read ? balance.balance : null,
					balanceSuffices: balance.read
						? unitsFor(sms, options.unitsPerSms) <= balance.balance
						: null,
				}
			: {}),
		wouldSend: refusal === undefined,
		...(refusal ? { refusal: refusal.explanation } : {}),
	};
}

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview a bulk send and its cost',
	description:
		'Show what Bulk Send would do with these items and what it would cost, without sending',
	fields: [
		senderIdField,
		recipientsField,
		messageField,
		optionsField({
			without: ['concurrency', 'deduplicationKey', 'output', 'requestsPerSecond', 'uncertain'],
		}),
	],
	async execute(ctx) {
		const items = ctx.getInputData().length;
		if (items === 0) return [];
		const { plan, options } = await prepare(ctx, items, 'recipients');
		const previews = previewOf(plan, options.unitsPerSms, await lookUp());
		const sms = previews.reduce((sum, { estimate }) => sum + estimate, 0);
		const balance = options.checkBalance ? await readLiveBalance(ctx, options) : undefined;
		const verdict = verdictOf(sms, options, balance);
		return previews.map(({ group, items: from }) => ({
			json: { ...group, ...verdict },
			pairedItem: from.map((item) => ({ item })),
		}));
	},
};
