import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runsInsideAgent } from '../output/place';
import { emptyLedgerData, openLedger, type Ledger, type LedgerData } from './ledger';

type Turn = LedgerData & {
	/** When 'Skip Repeats' first asked for the day. */
	firstRun?: number;
};

/**
 * What is kept of this turn. The node's context is saved with the execution and kept by both of
 * n8n's retries; the run index stays the same in them and is new for each turn of a loop.
 */
function turnOf(ctx: IExecuteFunctions): Turn {
	const context: IDataObject = ctx.getContext('node');
	const turns = (context.smsGateway ??= {}) as Record<string, Turn>;
	const turn = String(ctx.getWorkflowDataProxy(0).$runIndex);
	// Versions of n8n without redaction may not tell their settings.
	const { redactionPolicy = 'none' } = ctx.getWorkflowSettings?.() ?? {};
	return (turns[turn] ??= emptyLedgerData(redactionPolicy !== 'none'));
}

/**
 * An agent that runs its tools itself gives several calls one run index, and no call may take over
 * what another has sent: there nothing is kept.
 */
export const ledgerOf = (ctx: IExecuteFunctions): Ledger =>
	openLedger(runsInsideAgent(ctx) ? emptyLedgerData() : turnOf(ctx));

/** The ledger as a retry would find it, were the execution to end now. */
export const ledgerOfRetry = (ctx: IExecuteFunctions): Ledger =>
	openLedger(JSON.parse(JSON.stringify(turnOf(ctx))) as LedgerData);

/** When the turn first ran, in milliseconds since 1970: the same in its retries. */
export const firstRunOf = (ctx: IExecuteFunctions): number => (turnOf(ctx).firstRun ??= Date.now());
