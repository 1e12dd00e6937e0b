import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { NO_DEDUPLICATION } from '../../history/keys';
import { systemClock } from '../../clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import { settleWithoutRequest } from '../../delivery/resume';
import type { Entry, Message, Problem } from '../../domain/entry';
import type { Ledger } from '../../history/ledger';
import { CANCELLED, isFailure, withoutRequest, type Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import type { ServiceResult } from '../../domain/service/result';
import { summarize, type Summary } from '../../domain/summary';
import { untilEnded } from '../../output/cancellation';
import { settingError } from '../../output/errors';
import {
	endedError,
	failedDeliveryError,
	isRefused,
	refusalInRetry,
	refusedEntriesError,
} from '../../output/failures';
import { hintsFor, NO_LOCK, USELESS_LOCK, safeguardHints, showHints } from '../../output/hints';
import { firstRunOf, ledgerOf, ledgerOfRetry } from '../../history/turn';
import { readOnError, type OnError } from '../../output/place';
import type { Settings } from '../../input/readSettings';
import { isStartedByHand } from '../../input/readSafeguards';
import { isFilledIn } from '../../input/parameters';
import { prepare, type Prepared } from '../../input/prepare';
import { recipientItems, summaryItem } from '../../output/items';
import { connect, type Gateway } from '../../transport/gateway';
import { keysOf } from '../../history/n8nStore';
import { judgeByLimits, readEvidence } from './limits';

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
	Readonly<{ entries: readonly Entry[]; options: Settings; onError: OnError; summary: Summary }>;

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
type Turn = Readonly<{
	ctx: IExecuteFunctions;
	campaign: Campaign;
	onError: OnError;
	prepared: Prepared;
	ledger: Ledger;
}>;

/**
 * Sends what is to be sent, and says what happened in hints.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const onError = readOnError(ctx);
	const prepared = prepare(ctx, ctx.getInputData().length, {
		...campaign,
		firstRun: () => firstRunOf(ctx),
	});
	const turn: Turn = { ctx, campaign, onError, prepared, ledger: ledgerOf(ctx) };

	if (onError === 'stop') refuseAtOnce(turn);
	const { outcomes, requests, evidence } = await untilEnded(ctx, carryOut(turn), () =>
		errorOfEnded(turn),
	);
	const summary = failIfAny(turn, outcomes, evidence);
	showHints(ctx, [
		...hintsFor(prepared.plan, outcomes, {
			asksForKeys: isFilledIn(ctx, 'safeguards.deduplicationKey'),
			isByHand: isStartedByHand(ctx),
			evidence,
		}),
		...safeguardHints(prepared),
	]);
	const { options, plan } = prepared;
	return { entries: plan.entries, outcomes, requests, options, onError, summary };
}

/** On Error: Stop. What was found before anything is sent stops all of it. */
function refuseAtOnce(turn: Turn): void {
	const { ctx, ledger, prepared } = turn;
	const { plan, problem } = prepared;
	if (problem) throw settingError(ctx, problem.explanation, NOTHING_SENT);
	if (!settleWithoutRequest(plan, ledger).some(isRefused)) return;
	const { outcomes } = refuse(plan, ledger, OTHERS_REFUSED);
	if (outcomes.some(({ replayed }) => replayed)) failIfAny(turn, outcomes);
	throw refusedEntriesError(ctx, plan);
}

async function carryOut(turn: Turn): Promise<Delivery & { evidence?: string }> {
	const { ctx, campaign, onError, prepared, ledger } = turn;
	const { plan, options, timingRefusalOf } = prepared;
	const opened = await open(ctx, prepared, ledger);
	if ('refusal' in opened) return refuse(plan, ledger, opened.refusal);
	if (options.dryRun) return refuse(plan, ledger, DRY_RUN);
	const { gateway, balance } = opened;
	const clock = systemClock(sleep);
	const signal = ctx.getExecutionCancelSignal?.();
	const hasKeys = plan.entries.some(({ key }) => key !== '');
	const keys = hasKeys ? keysOf(ctx) : undefined;
	const delivery = await deliver(
		plan,
		{ ...options, stopOnFailure: onError === 'stop' },
		{
			send: (message) => campaign.send(gateway, message),
			clock,
			ledger,
			timingRefusalOf,
			deduplication: keys?.openRun(options.uncertain === 'resend') ?? NO_DEDUPLICATION,
			tokenExpiredAt: () => gateway.tokenExpiredAt(),
			signal,
		},
	);
	if (keys?.isUnlocked()) showHints(ctx, [keys.isLockUseless() ? USELESS_LOCK : NO_LOCK]);
	const { outcomes } = delivery;
	const evidence = await readEvidence(balance, outcomes, options, gateway, clock, signal);
	return { ...delivery, evidence };
}

/** Connects, and finds whatever keeps all of it from being sent before the first request. */
async function open(
	ctx: IExecuteFunctions,
	{ plan, options }: Prepared,
	ledger: Ledger,
): Promise<{ gateway: Gateway; balance?: Balance } | { refusal: Outcome }> {
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		const explanation = `${(error as Error).message} ${NOTHING_SENT}`;
		return { refusal: withoutRequest('invalidCredential', explanation) };
	}
	const signal = ctx.getExecutionCancelSignal?.();
	const clock = systemClock(sleep);
	const { refusal, balance } = await judgeByLimits(plan, options, gateway, ledger, clock, signal);
	return refusal ? { refusal } : { gateway, balance };
}

/** What earlier runs of the turn settled stays; the rest ends with the refusal. */
function refuse(plan: Plan, ledger: Ledger, refusal: Outcome): Delivery {
	const settled = settleWithoutRequest(plan, ledger);
	const earlier = plan.entries.map((entry, index) => settled[index] ?? ledger.find(entry));
	const now = refusalInRetry(refusal, earlier);
	return { outcomes: earlier.map((outcome) => outcome ?? now), requests: 0 };
}

function failIfAny(
	{ ctx, campaign, onError, prepared }: Turn,
	outcomes: readonly Outcome[],
	evidence?: string,
): Summary {
	const { plan, options } = prepared;
	const summary = summarize(plan.entries, outcomes, evidence);
	if (onError === 'stop' && outcomes.some(campaign.fails ?? isFailure)) {
		throw failedDeliveryError(ctx, plan.entries, outcomes, summary, options.uncertain);
	}
	return summary;
}

/** For an execution that was stopped, or took too long: what its ledger knows by then. */
function errorOfEnded({ ctx, prepared }: Turn): ReturnType<typeof endedError> {
	const { plan, options } = prepared;
	const outcomes = refuse(plan, ledgerOfRetry(ctx), CANCELLED).outcomes.map((outcome) => ({
		...outcome,
		replayed: undefined,
	}));
	const summary = summarize(plan.entries, outcomes);
	return endedError(ctx, plan.entries, outcomes, summary, options.uncertain);
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

const NOTHING_SENT = 'Nothing was sent.';

const OTHERS_REFUSED = withoutRequest(
	'stopped',
	"Not sent: other recipients cannot be sent to, and 'Settings > On Error' is 'Stop Workflow'.",
);

const DRY_RUN = withoutRequest('dryRun', "Skipped: 'Dry Run' is on, so nothing was sent.");
