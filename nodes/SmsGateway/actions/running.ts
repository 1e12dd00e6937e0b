import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ExecutionEnded } from '../output/cancellation';
import { refuseToHideFromAgent, tellAgent } from '../output/errors';
import { readOwnValues } from '../output/place';

export { testCredential } from '../transport/readBalance';
export { poll } from '../trigger/poll';
export { balanceItems } from './balance/balanceItems';
export { askQuestion } from './sms/askQuestion';
export { previewItems } from './sms/previewItems';
export { receiveAnswer } from './sms/receiveAnswer';
export { sendMessages } from './sms/sendMessages';

/** Null where n8n has ended the execution meanwhile. */
export async function execute(
	ctx: IExecuteFunctions,
	operation: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][] | null> {
	try {
		readOwnValues(ctx);
		refuseToHideFromAgent(ctx);
		return [await operation()];
	} catch (error) {
		if (error instanceof ExecutionEnded) return null;
		return [tellAgent(ctx, error)];
	}
}
