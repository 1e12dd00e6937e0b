import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readOwnValues } from '../n8n/place';
import { refuseToHideFromAgent, settingError, tellAgent } from '../output/errors';
import { get } from './balance/get.operation';
import { checkNumber } from './phoneNumber/check.operation';
import { preview } from './sms/preview.operation';
import { sendAndWait } from './sms/sendAndWait.operation';
import { sendMessages } from './sms/sendMessages';

/** Each gets all input items at once. */
type Operation = (ctx: IExecuteFunctions) => Promise<INodeExecutionData[]>;

/** By the values of `index.ts`: delete one in both, and it is gone. */
export const OPERATIONS: Readonly<Record<string, Record<string, Operation>>> = {
	sms: {
		send: (ctx) =>
			sendMessages(ctx, { field: 'recipient', send: (gateway, text) => gateway.send(text) }),
		bulkSend: (ctx) =>
			sendMessages(ctx, { field: 'recipients', send: (gateway, text) => gateway.bulkSend(text) }),
		sendAndWait,
		preview,
	},
	phoneNumber: { check: checkNumber },
	balance: { get },
};

export async function execute(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const resource = ctx.getNodeParameter('resource', 0, 'sms') as string;
	const value = ctx.getNodeParameter('operation', 0, 'send') as string;
	const operations = Object.entries(OPERATIONS[resource] ?? {});
	const [, operation] = operations.find(([name]) => name === value) ?? [];
	if (operation === undefined) {
		const mustBe = 'one of the list';
		const causes = [{ name: 'wrongSetting', field: 'Operation', mustBe, value }] as const;
		throw settingError(ctx, { reason: 'invalidParameter', causes }, '');
	}
	try {
		readOwnValues(ctx);
		refuseToHideFromAgent(ctx);
		return await operation(ctx);
	} catch (error) {
		return tellAgent(ctx, error);
	}
}
