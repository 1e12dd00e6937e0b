import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { NO_DEDUPLICATION } from '../../history/deduplication';
import { systemClock, type Clock } from '../../clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import type { DeliveryTools } from '../../delivery/run';
import { problemOf, type Entry, type Message, type Problem } from '../../domain/entry';
import { resume } from '../../history/resume';
import { CANCELLED, causesOf, isFailure, withoutRequest, type Outcome } from '../../domain/outcome';
import { estimateOf } from '../../domain/plan/limits';
import type { Plan } from '../../domain/plan/plan';
import { evidenceOf, type Balance } from '../../domain/service/balance';
import type { ServiceResult } from '../../domain/service/result';
import { summarize, type Summary } from '../../words/summary';
import { untilEnded } from '../../n8n/cancellation';
import { settingError } from '../../output/errors';
import {
	endedError,
	failedDeliveryError,
	isRefused,
	refusedEntriesError,
} from '../../output/failures';
import { nothingSent } from '../../words/nextSteps';
import { wholeOf, type Whole } from '../../n8n/whole';
import { aboutLock, hintsFor, showHints } from '../../output/hints';
import { openHistory, type History } from '../../history/context';
import { itemsBeforeExecuteOnce, readOnError, type OnError } from '../../n8n/place';
import type { Settings } from '../../input/readSettings';
import { isStartedByHand } from '../../n8n/startedByHand';
import { isFilledIn } from '../../input/parameters';
import { dayIn, prepare, type Prepared } from '../../input/prepare';
import { recipientItems, summaryItem } from '../../output/items';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';
import { keysOf } from '../../history/n8nStore';
import { noteExecution, withRetryKeys } from '../../history/retry';
import { aboutKeys, judgeByLimits } from './limits';
import { newRunOf, recordReplayed, resumed } from './sentBefore';

export type Campaign = Readonly<{
	field: 'recipient' | 'recipients';
	send(gateway: Gateway, message: Message): Promise<ServiceResult>;
	/** Why nothing may be sent, found before. */
	refusal?: Problem;
	/** Put behind the text. */
	link?: string;
	/** The outcomes that On Error decides about; `isFailure` unless given. */
	fails?(outcome: Outcome): boolean;
}>;

export type Sent = Delivery &
	Readonly<{
		/** Of the items; nobody waits for the outcome of a sample. */
		entries: readonly Entry[];
		samples: readonly Outcome[];
		options: Settings;
		onError: OnError;
		summary: Summary;
	}>;

/** From items to items: what Send and Bulk Send have in common. */
export async function sendMessages(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	const items = ctx.getInputData().length;
	if (items === 0) return [];
	const sent = await sendAll(ctx, campaign);
	return sent.options.output === 'summary'
		? [summaryItem(sent.summary, sent.requests, items, sent.onError)]
		: itemsOf(ctx, sent);
}

/** What one turn of the node knows before anything is sent. */
type SendingTurn = Readonly<{
	ctx: IExecuteFunctions;
	campaign: Campaign;
	onError: OnError;
	prepared: Prepared;
	history: History;
	/** What is left to send. */
	plan: Plan;
	/** Whether n8n's store holds what was sent before under the keys of now. */
	isRecorded: boolean;
	clock: Clock;
	signal?: AbortSignal;
}>;

/**
 * Sends what is to be sent, and says what happened in hints.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const history = openHistory(ctx);
	const prepared = prepare(ctx, ctx.getInputData().length, {
		...campaign,
		firstRun: history.firstRun,
		hasGotOne: history.hasSentTo,
	});
	const onError = readOnError(ctx);
	noteExecution(ctx);
	// What leaves through the error output often comes back; elsewhere the workflow's branches decide.
	const staysUnknown = onError === 'errorOutput' && (campaign.fails ?? isFailure)(UNKNOWN);
	const plan = resumed(prepared, history, staysUnknown);
	const turn: SendingTurn = {
		ctx,
		campaign,
		onError,
		prepared,
		history,
		plan,
		isRecorded: await recordReplayed(ctx, plan, prepared.options),
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	};
	if (turn.onError === 'stop') stopIfRefused(turn);
	const ended = await untilEnded(ctx, refuseOrSend(turn), () => lastWordsOf(turn));
	return report(turn, ended);
}

const wholeOfTurn = ({ ctx, history }: SendingTurn): Whole => wholeOf(ctx, history.hasSentBefore());

/** On Error: Stop. What was found before anything is sent stops all of it. */
function stopIfRefused(turn: SendingTurn): void {
	const { ctx, plan, prepared } = turn;
	if (prepared.problem) {
		throw settingError(ctx, prepared.problem, `${nothingSent(wholeOfTurn(turn))}.`);
	}
	if (!plan.settled.some(isRefused)) return;
	const { outcomes } = refuseRest(plan, OTHERS_REFUSED);
	if (outcomes.some(({ replayed }) => replayed)) summaryOf(turn, { outcomes });
	throw refusedEntriesError(ctx, plan, wholeOfTurn(turn));
}

type Ended = Delivery & Readonly<{ refusal?: Outcome; evidence?: string }>;

async function refuseOrSend(turn: SendingTurn): Promise<Ended> {
	const { ctx, plan, history, clock, signal } = turn;
	const { options } = turn.prepared;
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', problemOf(error).causes));
	}
	const balanceNow = async () => await readBalance(gateway, options.maxAttempts, clock, signal);
	const { refusal, balance } = await judgeByLimits(plan, history, options, balanceNow);
	if (refusal) return refuseRest(plan, refusal);
	if (options.dryRun) return refuseRest(plan, turn.prepared.isEvaluation ? EVALUATION : DRY_RUN);
	const { unitsPerSms } = options;
	const delivery = await sendPlan(turn, gateway, {
		...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now: balanceNow } }),
	});
	history.done();
	if (signal?.aborted) return delivery;
	const evidence = await readEvidence(balance, delivery.outcomes, unitsPerSms, balanceNow);
	return { ...delivery, evidence };
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ settled, doubts }: Plan, now: Outcome): Ended {
	const outcomes = settled.map((outcome, index) => {
		const doubt = doubts.get(index);
		if (outcome || !doubt) return outcome ?? now;
		return isRefused(now)
			? { ...doubt, explanation: [...causesOf(now), ...causesOf(doubt)] }
			: doubt;
	});
	return { outcomes, requests: 0, ...(isRefused(now) && { refusal: now }) };
}

/**
 * Reads the balance again where it can show something about SMS of this run whose outcome is
 * unknown; undefined where there are none.
 */
async function readEvidence(
	before: Balance | undefined,
	outcomes: readonly Outcome[],
	unitsPerSms: number,
	balanceNow: () => Promise<Balance>,
): Promise<string | undefined> {
	const spent = (status: Outcome['status']): number =>
		outcomes.reduce(
			(sms, one) => (one.status === status && !one.replayed ? sms + one.smsCount : sms),
			0,
		);
	const unknown = spent('unknown');
	if (!before?.read || unknown === 0) return undefined;
	const after = await balanceNow();
	return evidenceOf(before.balance, after, { accepted: spent('accepted'), unknown }, unitsPerSms);
}

async function sendPlan(
	turn: SendingTurn,
	gateway: Gateway,
	evidence: Pick<DeliveryTools, 'balance'>,
): Promise<Ended> {
	const { ctx, campaign, onError, prepared, history, plan: left, ...tools } = turn;
	const { options, timingRefusalOf } = prepared;
	const plan = withRetryKeys(ctx, left, options);
	const hasKeys = plan.entries.some(({ key }) => key !== '');
	const { maxSmsPerDay } = options;
	const keys = hasKeys || maxSmsPerDay !== Infinity ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = maxSmsPerDay === Infinity ? undefined : { most: maxSmsPerDay, dayAt };
	const deduplication =
		keys?.openRun(options.uncertain === 'resend', dailyLimit) ?? NO_DEDUPLICATION;
	const refusal = onError === 'stop' ? await deduplication.reserve(estimateOf(plan)) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(left, aboutKeys(refusal, left));
	}
	const delivery = await deliver(
		plan,
		{ ...options, stopOnFailure: onError === 'stop' },
		{
			...tools,
			...evidence,
			ledger: history.ledger,
			send: (message) => campaign.send(gateway, message),
			timingRefusalOf,
			deduplication,
			tokenExpiredAt: () => gateway.tokenExpiredAt(),
		},
	);
	const lockHint = keys && aboutLock(keys.lockState());
	if (lockHint) showHints(ctx, [lockHint]);
	return delivery;
}

/** @throws NodeOperationError where On Error says Stop and something failed */
function summaryOf(turn: SendingTurn, ended: Omit<Ended, 'requests'>): Summary {
	const { ctx, campaign, onError, prepared } = turn;
	const { outcomes, refusal, evidence } = ended;
	const { entries } = prepared.plan;
	const { uncertain } = prepared.options;
	const summary = summarize(entries, outcomes, evidence);
	if (onError === 'stop' && outcomes.some(campaign.fails ?? isFailure)) {
		const [whole, newRun] = [wholeOfTurn(turn), newRunOf(prepared, turn.isRecorded, outcomes)];
		throw failedDeliveryError(ctx, {
			entries,
			outcomes,
			summary,
			uncertain,
			refusal,
			whole,
			newRun,
		});
	}
	return summary;
}

function report(turn: SendingTurn, ended: Ended): Sent {
	const { ctx, onError, prepared, history } = turn;
	const { outcomes, requests } = ended;
	const { options, plan } = prepared;
	const summary = summaryOf(turn, ended);
	const hints = hintsFor({
		...prepared,
		...ended,
		asksForKeys: isFilledIn(ctx, 'safeguards.deduplicationKey'),
		isByHand: isStartedByHand(ctx),
		hasSent: history.hasSent,
		itemsBefore: itemsBeforeExecuteOnce(ctx),
	});
	showHints(ctx, hints);
	const entries = plan.entries.filter(({ isSample }) => !isSample);
	const samples = outcomes.slice(entries.length);
	const ofItems = outcomes.slice(0, entries.length);
	const { smsCount } = summary;
	return {
		entries,
		outcomes: ofItems,
		samples,
		requests,
		options,
		onError,
		summary: { ...summarize(entries, ofItems, ended.evidence), smsCount },
	};
}

/** For an execution that was stopped, or took too long: what its ledger knows by then. */
function lastWordsOf(turn: SendingTurn): ReturnType<typeof endedError> {
	const { ctx, prepared, history } = turn;
	const { entries } = prepared.plan;
	const { uncertain } = prepared.options;
	const left = resume(prepared.plan, history.ledgerOfRetry(), uncertain);
	const outcomes = refuseRest(left, CANCELLED).outcomes.map((outcome) => ({
		...outcome,
		replayed: undefined,
	}));
	const summary = summarize(entries, outcomes);
	const [whole, newRun] = [wholeOfTurn(turn), newRunOf(prepared, turn.isRecorded, outcomes)];
	return endedError(ctx, { entries, outcomes, summary, uncertain, whole, newRun });
}

/** One item per recipient, on the output that `onError` says. */
export const itemsOf = (
	ctx: IExecuteFunctions,
	{ entries, outcomes, options, onError }: Sent,
): INodeExecutionData[] =>
	recipientItems(
		entries,
		outcomes,
		onError,
		options.includeInputFields ? ctx.getInputData() : undefined,
	);

const UNKNOWN = { status: 'unknown' } as Outcome;

const OTHERS_REFUSED = withoutRequest(
	'stopped',
	"Not sent: other recipients cannot be sent to, and 'Settings > On Error' is 'Stop Workflow'.",
);

const DRY_RUN = withoutRequest('dryRun', "Skipped: 'Dry Run' is on, so nothing was sent.");

const EVALUATION = withoutRequest(
	'dryRun',
	"Skipped: this is one of n8n's evaluations, which send no SMS.",
);
