import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Question } from '../domain/question/question';
import { ancestorsOf, type Ancestor, type TurnItem } from '../n8n/lineage';
import { nodeContext, readNodeContext, runIndexOf } from '../n8n/nodeContext';
import { isRedacted, runsInsideAgent } from '../n8n/place';
import { emptyLedgerData, newSalt, openLedger, type Ledger, type LedgerData } from './ledger';
import { otherTurns, smsIn, smsTakenBy, type KeptTurn } from './otherTurns';

/** What the node has sent in this execution: in this turn, and in its others. */
export type History = Readonly<{
	/** Of this turn. */
	ledger: Ledger;
	/** The ledger as a retry would find it, were the execution to end now. */
	ledgerOfRetry(): Ledger;
	/** SMS with a key that the other turns were asked to send. */
	keysOfOthers(): number;
	/** Notes how many SMS with a key this turn is asked to send. */
	noteKeys(count: number): void;
	/** SMS that were sent or may have been, over all turns; what another one is about to send too. */
	sms(): number;
	smsOfOthers(): number;
	/** Whether another turn has sent this SMS, or may have. */
	hasSent(entry: Entry): boolean;
	/** Whether another turn has sent this recipient anything, or may have. */
	hasSentTo(recipient: string): boolean;
	/** What another turn knows of this SMS that must not be sent again. */
	keptOf(entry: Entry): Outcome | undefined;
	/** The first turn's item that it comes from by nothing but failures in which it was not sent. */
	originOf(entry: Entry): TurnItem;
	/** Lets no other turn send these SMS too, until this one is done. */
	reserve(sms: number): void;
	done(): void;
}>;

/**
 * The run index names a turn. An agent that runs its tools itself gives several calls one run index,
 * and no call may take over what another has sent: each is a turn of its own there, which no retry
 * goes on with.
 */
const nameOfTurn = (ctx: IExecuteFunctions, turns: object): string =>
	runsInsideAgent(ctx) ? `call ${Object.keys(turns).length}` : String(runIndexOf(ctx));

/** Opens what n8n keeps of the node with the execution. */
export function openHistory(ctx: IExecuteFunctions): History {
	const turns = (nodeContext(ctx).smsGateway ??= {}) as Record<string, KeptTurn>;
	const name = nameOfTurn(ctx, turns);
	const salt = isRedacted(ctx) ? (Object.values(turns)[0]?.salt ?? newSalt()) : undefined;
	const turn = (turns[name] ??= emptyLedgerData(salt));
	const turnItemOf = ({ item }: Entry): TurnItem => ({ turn: runIndexOf(ctx), item });
	const allOthers = () => Object.entries(turns).filter(([other]) => other !== name);
	const others = otherTurns(new Map(allOthers()));
	// Of calls at the same time, those too that began later.
	const smsOfOthers = () => allOthers().reduce((sum, [, data]) => sum + smsTakenBy(data), 0);
	return {
		ledger: openLedger(turn),
		ledgerOfRetry: () => openLedger(JSON.parse(JSON.stringify(turn)) as LedgerData),
		keysOfOthers: () => allOthers().reduce((sum, [, { keyed = 0 }]) => sum + keyed, 0),
		noteKeys(count) {
			if (count > 0) turn.keyed = count;
		},
		sms: () => smsOfOthers() + smsIn(turn),
		smsOfOthers,
		hasSent: others.hasSent,
		hasSentTo: others.hasSentTo,
		keptOf: (entry) => others.keptOf(entry, ancestorsOf(ctx, turnItemOf(entry))),
		originOf(entry) {
			for (let origin = turnItemOf(entry); ;) {
				const { turn: latest } = origin;
				const isUnsent = (one: Ancestor) =>
					one.turn < latest && one.hasFailed && !others.hasSentFor(one, entry);
				const before = [...ancestorsOf(ctx, origin)].find(isUnsent);
				if (before === undefined) return origin;
				origin = before;
			}
		},
		reserve(sms) {
			turn.reserved = smsIn(turn) + sms;
		},
		done() {
			delete turn.reserved;
		},
	};
}

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
