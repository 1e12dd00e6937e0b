import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock, type Clock } from '../../clock';
import { progressOf, type Progress } from '../../delivery/run';
import type { Message } from '../../domain/entry';
import { isFailure, type Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan/plan';
import type { ServiceResult } from '../../domain/service/result';
import { openHistory, type History } from '../../history/context';
import { keysOf } from '../../history/n8nStore';
import { resume } from '../../history/resume';
import { noteExecution } from '../../history/retry';
import { prepare, type Prepared, type Wanted } from '../../input/prepare';
import { isTool, readOnError, type OnError } from '../../n8n/place';
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
	/** Whether n8n's store holds what was sent before under the keys of now. */
	isRecorded: boolean;
	clock: Clock;
	signal?: AbortSignal;
}>;

const UNKNOWN = { status: 'unknown' } as Outcome;

/** Reads and plans what is to be sent, without what this execution has sent before. */
export async function openTurn(ctx: IExecuteFunctions, campaign: Campaign): Promise<SendingTurn> {
	const { send, fails = isFailure } = campaign;
	const history = openHistory(ctx);
	const prepared = prepare(ctx, ctx.getInputData().length, {
		...campaign,
		keysBefore: history.keysOfOthers(),
		hasGotOne: history.hasSentTo,
	});
	history.noteKeys(prepared.keys);
	const onError = readOnError(ctx);
	noteExecution(ctx);
	// What leaves through the error output often comes back, and an agent calls again; elsewhere the
	// workflow's branches decide.
	const comesBack = onError === 'errorOutput' || isTool(ctx.getNode());
	const plan = withoutSent(prepared, history, comesBack && fails(UNKNOWN));
	return {
		ctx,
		send,
		fails,
		onError,
		prepared,
		history,
		plan,
		progress: progressOf(plan),
		isRecorded: await recordReplayed(ctx, plan),
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	};
}

/** @param staysSettled whether what other turns must not send again is settled in this one too */
function withoutSent(
	{ plan, options }: Prepared,
	{ ledger, keptOf }: History,
	staysSettled: boolean,
): Plan {
	const left = resume(plan, ledger, options.uncertain, staysSettled ? keptOf : undefined);
	// A later turn finds it by the item of this one.
	left.settled.forEach((outcome, index) => {
		const entry = plan.entries[index]!;
		if (outcome?.replayed && !ledger.find(entry)) ledger.keep([entry], outcome);
	});
	return left;
}

/** A key that was added after they got the SMS has to know them too. */
async function recordReplayed(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
): Promise<boolean> {
	const replayed = (status: Outcome['status']) =>
		entries.filter(
			({ key }, index) =>
				key !== '' && settled[index]?.replayed && settled[index].status === status,
		);
	const [accepted, unknown] = [replayed('accepted'), replayed('unknown')];
	if (accepted.length + unknown.length === 0) return false;
	const run = keysOf(ctx).openRun(false);
	const isRecorded = await run.recordSent(accepted);
	await run.claim(unknown);
	// What it has claimed is in doubt then.
	await run.end();
	return isRecorded;
}
