import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

/**
 * Whether an AI agent runs this tool itself, as the node AI Agent does before its version 3. n8n's
 * engine knows nothing of such a run: it can't wait there, tells the agent nothing of an error, and
 * gives each attempt of Retry On Fail a run index of its own, hence a new ledger.
 */
export const runsInsideAgent = (ctx: IExecuteFunctions): boolean => 'getNextRunIndex' in ctx;

/** What went wrong as the item that an agent reads; everywhere else the error is n8n's to handle. */
export function tellAgent(ctx: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	if (!runsInsideAgent(ctx) || !(error instanceof NodeOperationError)) throw error;
	return [{ json: { error: error.message } }];
}
