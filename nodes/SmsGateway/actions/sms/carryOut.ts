import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { dayIn, systemClock } from '../../clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import { progressOf } from '../../delivery/run';
import { problemOf, type Message } from '../../domain/entry';
import {
	ALREADY_SENT,
	isFailure,
	isNotSent,
	notSaved,
	STOPPED,
	withoutRequest,
	type Outcome,
	type Reason,
} from '../../domain/outcome';
import { estimateOf, refusalByLimits } from '../../domain/plan/limits';
import { hasKeys, withSettled, type Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import type { ServiceResult } from '../../domain/service/result';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { estimateSms } from '../../domain/text/segments';
import { openHistory } from '../../history/context';
import { NO_DEDUPLICATION } from '../../history/deduplication';
import { canKeepKeys, keysOf } from '../../history/n8nStore';
import { prepare, type Wanted } from '../../input/prepare';
import { readOnError } from '../../n8n/place';
import { refusedEntriesError, settingError } from '../../output/errors';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';
import { NOTHING_SENT } from '../../words/errors';

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
	const history = openHistory(ctx);
	const prepared = prepare(ctx, { ...campaign, hasGotOne: history.hasSentTo });
	const plan = history.withoutSent(prepared.plan, prepared.options.uncertain);
	return {
		ctx,
		send: campaign.send,
		fails: campaign.fails ?? isFailure,
		onError: readOnError(ctx),
		prepared,
		history,
		plan,
		progress: progressOf(plan),
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	} as const;
}

/** How a turn ended. */
export type Ended = Delivery &
	Readonly<{
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
		/** Whether another node has the lock of the keys. */
		isLockTaken?: boolean;
	}>;

/**
 * Sends what is left of the plan, unless something refuses all of it: the credential, a limit, the balance.
 *
 * @throws NodeOperationError where On Error says Stop and a setting or a recipient is refused
 */
export async function carryOut(turn: Turn): Promise<Ended> {
	const { ctx, plan, history, onError, prepared } = turn;
	const { options, problem } = prepared;
	if (onError === 'stop' && problem) throw settingError(ctx, problem, NOTHING_SENT);
	if (onError === 'stop' && plan.settled.some(isNotSent)) {
		const { outcomes } = refuseRest(plan, STOPPED);
		if (outcomes.some(({ replayed }) => replayed)) return { outcomes, requests: 0 };
		throw refusedEntriesError(ctx, plan, outcomes);
	}
	// An evaluation needs no credential.
	if (plan.requests.length === 0) return { outcomes: plan.settled as Outcome[], requests: 0 };
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', problemOf(error).causes));
	}
	try {
		const ended = await sendPlan(turn, gateway);
		const isOver = ended.refusal !== undefined && LIMITS.has(ended.refusal.reason);
		const left = isOver ? await withoutSentBefore(turn) : plan;
		return left === plan ? ended : await sendPlan({ ...turn, plan: left }, gateway);
	} finally {
		history.done();
	}
}

const LIMITS: ReadonlySet<Reason> = new Set(['overMaxSms', 'balanceTooLow', 'overMaxSmsPerDay']);

/** The plan without whom a key keeps from being sent to: a limit needs no room for them. */
async function withoutSentBefore({ ctx, history, plan, progress }: Turn): Promise<Plan> {
	const { entries } = history.withRetryKeys(plan);
	if (!hasKeys({ ...plan, entries }) || !canKeepKeys(ctx)) return plan;
	const sent = await keysOf(ctx).sentBefore(entries.filter((_, index) => !plan.settled[index]));
	if (sent.size === 0) return plan;
	entries.forEach((entry, index) => {
		if (sent.has(entry)) progress.outcomes[index] = ALREADY_SENT;
	});
	return withSettled(plan, [...progress.outcomes]);
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ settled, doubts }: Plan, refusal: Outcome): Ended {
	const { explanation } = refusal;
	const outcomes = settled.map((outcome, index): Outcome => {
		const doubt = doubts.get(index);
		const all = doubt && { ...doubt, explanation: [...explanation, ...doubt.explanation] };
		return outcome ?? all ?? refusal;
	});
	return { outcomes, requests: 0, refusal };
}

/**
 * Judges all that is left of a plan before its first request.
 *
 * @returns why nothing may be sent, and the balance where it was read
 */
async function judgeByLimits(
	{ plan, history, prepared: { options }, clock, signal }: Turn,
	sms: number,
	gateway: Gateway,
): Promise<{ refusal?: Outcome; balance?: Balance }> {
	if (sms === 0 || (options.maxSms === undefined && !options.checkBalance)) return {};
	// Sent again, what is in doubt is still one SMS that was wanted.
	const inDoubt = [...plan.doubts.keys()].map((index) => estimateSms(plan.entries[index]!.message));
	const sent = inDoubt.reduce((left, one) => left - one, history.sms());
	const tooMany = refusalByLimits(sms, options, undefined, sent);
	if (tooMany) return { refusal: tooMany };
	history.reserve(sms);
	if (!options.checkBalance) return {};
	const balance = await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	return { refusal: refusalByLimits(sms, options, balance, sent), balance };
}

async function sendPlan(turn: Turn, gateway: Gateway): Promise<Ended> {
	const { ctx, send, onError, prepared, history, plan: left, ...tools } = turn;
	const sms = estimateOf(left);
	const { refusal, balance } = await judgeByLimits(turn, sms, gateway);
	if (refusal) return refuseRest(left, refusal);
	const { options, timingRefusalOf } = prepared;
	const { maxSmsPerDay: most, timeout, uncertain, unitsPerSms } = options;
	const stopOnFailure = onError === 'stop';
	const plan = history.withRetryKeys(left);
	const tooMany = history.noteKeys(plan);
	if (tooMany) return refuseRest(left, withoutRequest('invalidParameter', [tooMany]));
	const needsKeys = hasKeys(plan) || most !== undefined;
	if (needsKeys && !canKeepKeys(ctx))
		return refuseRest(left, notSaved(new Error('unsavedWorkflow')));
	const keys = needsKeys ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === undefined ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(uncertain === 'resend', timeout * 1000, dailyLimit) ?? NO_DEDUPLICATION;
	const noRoom = stopOnFailure ? await deduplication.reserve?.(sms) : undefined;
	if (noRoom) {
		await deduplication.end();
		return refuseRest(left, noRoom);
	}
	const balanceNow = async () => await readBalance(gateway, 1, tools.clock, tools.signal);
	const settings = { ...options, stopOnFailure };
	const delivery = await deliver(plan, settings, {
		...tools,
		ledger: history.ledger,
		deduplication,
		timingRefusalOf,
		send: async (message) => await send(gateway, message),
		...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now: balanceNow } }),
	});
	return { ...delivery, isLockTaken: keys?.isLockTaken() };
}
