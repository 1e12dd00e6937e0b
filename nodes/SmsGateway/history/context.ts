import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Question } from '../domain/question/question';
import { nodeContext, readNodeContext, runIndexOf } from '../n8n/nodeContext';
import { isRedacted, runsInsideAgent } from '../n8n/place';
import { emptyLedgerData, openLedger, type Ledger, type LedgerData } from './ledger';

type KeptTurn = LedgerData & {
	/** When 'Skip Repeats' first asked for the day. */
	firstRun?: number;
};

/** What is kept of this turn. */
function turnOf(ctx: IExecuteFunctions): KeptTurn {
	const turns = (nodeContext(ctx).smsGateway ??= {}) as Record<string, KeptTurn>;
	const turn = runIndexOf(ctx);
	return (turns[turn] ??= emptyLedgerData(isRedacted(ctx)));
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

/** The question that an execution waits on. n8n waits on one node at a time, so there is one. */
export type AskedQuestion = Readonly<{
	question: Question;
	/** Whose link was sent: that of another execution can't be answered in this one. */
	executionId: string;
	/** Run index of the node: in a loop, the link of an earlier turn must not answer this one. */
	turn: string;
	/** What the answer is added to: the recipient and the outcome of the SMS. */
	item: IDataObject;
}>;

const QUESTION = 'smsGatewayQuestion';

/** Kept as text. */
export function keepQuestion(ctx: IExecuteFunctions, asked: AskedQuestion): void {
	nodeContext(ctx)[QUESTION] = JSON.stringify(asked);
}

const parseQuestion = (text: unknown): AskedQuestion | undefined =>
	typeof text === 'string' && text !== '' ? (JSON.parse(text) as AskedQuestion) : undefined;

export const keptQuestion = (ctx: IExecuteFunctions): AskedQuestion | undefined =>
	parseQuestion(nodeContext(ctx)[QUESTION]);

export const questionOfWebhook = (ctx: IWebhookFunctions): AskedQuestion | undefined =>
	parseQuestion(readNodeContext(ctx, QUESTION));
