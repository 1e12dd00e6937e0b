import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../../clock';
import { progressOf } from '../../delivery/run';
import type { Message } from '../../domain/entry';
import { isFailure, type Outcome } from '../../domain/outcome';
import type { ServiceResult } from '../../domain/service/result';
import { openHistory } from '../../history/context';
import { resume } from '../../history/resume';
import { prepare, type Wanted } from '../../input/prepare';
import { readOnError } from '../../n8n/place';
import type { Gateway } from '../../transport/gateway';

/** What tells one operation that sends from another. */
export type Campaign = Pick<Wanted, 'field' | 'link' | 'refusal'> &
	Readonly<{
		send(gateway: Gateway, message: Message): Promise<ServiceResult>;
		/** The outcomes that On Error decides about; `isFailure` unless given. */
		fails?(outcome: Outcome): boolean;
	}>;

export type Turn = ReturnType<typeof openTurn>;

/** Reads and plans what is to be sent in this turn of the node. */
export function openTurn(ctx: IExecuteFunctions, campaign: Campaign) {
	const { send, fails = isFailure } = campaign;
	const history = openHistory(ctx);
	const prepared = prepare(ctx, {
		...campaign,
		hasGotOne: history.hasSentTo,
	});
	const { ledger, unknownElsewhere } = history;
	/** Without what this execution has sent before. */
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
	} as const;
}
