import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock, type Clock } from '../../clock';
import { progressOf, type Progress } from '../../delivery/run';
import type { Message } from '../../domain/entry';
import { isFailure, type Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan/plan';
import type { ServiceResult } from '../../domain/service/result';
import { openHistory, type History } from '../../history/context';
import { resume } from '../../history/resume';
import { prepare, type Prepared, type Wanted } from '../../input/prepare';
import { readOnError, type OnError } from '../../n8n/place';
import type { Gateway } from '../../transport/gateway';

/** What tells one operation that sends from another. */
export type Campaign = Pick<Wanted, 'field' | 'link' | 'refusal'> &
	Readonly<{
		send(gateway: Gateway, message: Message): Promise<ServiceResult>;
		/** The outcomes that On Error decides about; `isFailure` unless given. */
		fails?(outcome: Outcome): boolean;
	}>;

/** What one turn of the node knows before anything is sent. */
export type SendingTurn = Readonly<{
	ctx: IExecuteFunctions;
	send: Campaign['send'];
	fails(outcome: Outcome): boolean;
	onError: OnError;
	prepared: Prepared;
	history: History;
	/** What is left to send. */
	plan: Plan;
	/** Of the delivery of that plan. */
	progress: Progress;
	clock: Clock;
	signal?: AbortSignal;
}>;

/** Reads and plans what is to be sent, without what this execution has sent before. */
export function openTurn(ctx: IExecuteFunctions, campaign: Campaign): SendingTurn {
	const { send, fails = isFailure } = campaign;
	const history = openHistory(ctx);
	const prepared = prepare(ctx, {
		...campaign,
		hasGotOne: history.hasSentTo,
	});
	const { ledger, unknownElsewhere } = history;
	const plan = resume(prepared.plan, ledger, prepared.options.uncertain, unknownElsewhere);
	return {
		ctx,
		send,
		fails,
		onError: readOnError(ctx),
		prepared,
		history,
		plan,
		progress: progressOf(plan),
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	};
}
