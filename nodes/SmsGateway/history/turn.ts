import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { emptyLedgerData, openLedger, type Ledger, type LedgerData } from './ledger';

/**
 * The ledger of this turn. The node's context is saved with the execution and kept by both of
 * n8n's retries; the run index stays the same in them and is new for each turn of a loop.
 */
export function ledgerOf(ctx: IExecuteFunctions): Ledger {
	const context: IDataObject = ctx.getContext('node');
	const turns = (context.smsGateway ??= {}) as Record<string, LedgerData>;
	const turn = String(ctx.getWorkflowDataProxy(0).$runIndex);
	return openLedger((turns[turn] ??= emptyLedgerData()));
}
