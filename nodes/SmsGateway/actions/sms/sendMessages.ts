import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { tellWhenEnded } from '../../n8n/cancellation';
import { recipientItems, summaryItem, type Sent } from '../../output/items';
import { carryOut } from './carryOut';
import { lastWordsOf, report } from './report';
import { openTurn, type Campaign } from './turn';

/** From items to items: what Send and Bulk Send have in common. */
export async function sendMessages(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	if (ctx.getInputData().length === 0) return [];
	const sent = await sendAll(ctx, campaign);
	return sent.options.output === 'summary' ? [summaryItem(ctx, sent)] : recipientItems(ctx, sent);
}

/**
 * Sends what is to be sent, and says what happened in hints.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const turn = openTurn(ctx, campaign);
	const ended = await tellWhenEnded(ctx, carryOut(turn), () => lastWordsOf(turn));
	return report(turn, ended);
}
