import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { dayIn, systemClock } from '../../clock';
import { deliver } from '../../delivery/deliver';
import type { Message } from '../../domain/entry';
import { whyOf } from '../../domain/refusal';
import {
	CANCELLED,
	isFailure,
	isNotSent,
	mayHaveArrived,
	notSaved,
	STOPPED,
	withoutRequest,
	type Outcome,
} from '../../domain/outcome';
import { estimateOf, judge } from '../../domain/plan/limits';
import { hasKeys, type Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import type { ServiceResult } from '../../domain/service/result';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { endedOf, type Ended } from '../../domain/summary';
import { estimateSms } from '../../domain/text/segments';
import { History } from '../../history/context';
import { NO_DEDUPLICATION } from '../../keys/deduplication';
import { canKeepKeys, keysOf } from '../../keys/n8nStore';
import { prepare, type Wanted } from '../../input/prepare';
import { tellWhenEnded } from '../../n8n/cancellation';
import { isStartedByHand } from '../../n8n/execution';
import { leavesItemsOut, readOnError } from '../../n8n/place';
import {
	failedDeliveryError,
	lastWordsOf,
	refusedEntriesError,
	settingError,
} from '../../output/errors';
import { hintsFor, showHints, type Situation } from '../../output/hints';
import { recipientItems, summaryItem, type Sent } from '../../output/items';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';

/** What tells one operation that sends from another. */
type Campaign = Pick<Wanted, 'field' | 'link' | 'problem'> &
	Readonly<{ send(gateway: Gateway, message: Message): Promise<ServiceResult> }>;

export async function sendMessages(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	const sent = await sendAll(ctx, campaign);
	return sent.settings.output === 'summary' ? [summaryItem(ctx, sent)] : recipientItems(ctx, sent);
}

/** @throws NodeOperationError where On Error says Stop and something failed */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const turn = openTurn(ctx, campaign);
	const { isQuestion, onError, plan, settings, stopOnFailure } = turn;
	const ended = await tellWhenEnded(ctx, carryOut(turn), () => lastWordsOf(ctx, endsByNow(turn)));
	const sent = { ...ended, all: endedOf(plan.rows), settings, onError };
	// An answer of one is enough, also where it is unknown whether that one was asked.
	const goesOn = isQuestion && sent.all.some(mayHaveArrived);
	if (stopOnFailure && !goesOn && sent.all.some(isFailure)) throw failedDeliveryError(ctx, sent);
	const isByHand = isStartedByHand(ctx);
	showHints(ctx, hintsFor({ ...turn, ...sent, isByHand, leavesItemsOut: leavesItemsOut(ctx) }));
	return sent;
}

type Turn = ReturnType<typeof openTurn>;

function openTurn(ctx: IExecuteFunctions, campaign: Campaign) {
	const history = new History(ctx);
	const prepared = prepare(ctx, { ...campaign, hasGotOne: (one) => history.hasSentTo(one) });
	const left = history.withoutSent(prepared.plan, prepared.settings.uncertain);
	const inDoubt = left.rows.filter(({ doubt }) => doubt);
	const again = inDoubt.reduce((sum, { entry }) => sum + estimateSms(entry.message), 0);
	const onError = readOnError(ctx);
	return {
		...prepared,
		ctx,
		send: campaign.send,
		isQuestion: campaign.link !== undefined,
		onError,
		stopOnFailure: onError === 'stop',
		history,
		// Sent again, what is in doubt is still one SMS that was wanted.
		sent: history.sms() - again,
		left,
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	} as const;
}

type EndOfTurn = Pick<Sent, 'requests' | 'refusal'> & Pick<Situation, 'isLockTaken'>;

/** @throws NodeOperationError where On Error says Stop and a setting or a recipient is refused */
async function carryOut(turn: Turn): Promise<EndOfTurn> {
	const { ctx, left, history, problem, settings, stopOnFailure } = turn;
	const refusal = judge(left, turn);
	if (stopOnFailure && problem) throw settingError(ctx, problem);
	if (refusal === STOPPED) {
		const refused = left.rows.filter(({ outcome }) => isNotSent(outcome));
		refuseRest(left, STOPPED);
		const all = endedOf(left.rows);
		if (all.some(({ replayed }) => replayed)) return { requests: 0 };
		throw refusedEntriesError(ctx, all, endedOf(refused));
	}
	if (refusal) return refuseRest(left, refusal);
	// An evaluation needs no credential.
	if (left.requests.length === 0) return { requests: 0 };
	if (!history.isKept) return refuseRest(left, notSaved(new Error('forgets')));
	// At once: another turn may be judged at the same time.
	if (settings.maxSms !== undefined) history.reserve(estimateOf(left));
	try {
		return await sendByBalance(turn);
	} finally {
		history.done();
	}
}

async function sendByBalance(turn: Turn): Promise<EndOfTurn> {
	const { ctx, left, settings, clock, signal } = turn;
	const gateway = await connect(ctx, settings.timeout * 1000).catch(whyOf);
	if ('causes' in gateway) {
		return refuseRest(left, withoutRequest('invalidCredential', gateway.causes));
	}
	if (!settings.checkBalance) return await sendLeft(turn, gateway);
	const balance = await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	const refusal = judge(left, { ...turn, balance });
	return refusal ? refuseRest(left, refusal) : await sendLeft(turn, gateway, balance);
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ rows }: Plan, refusal: Outcome): EndOfTurn {
	for (const row of rows) {
		const { doubt } = row;
		row.outcome ??= doubt ? { ...doubt, causes: [...refusal.causes, ...doubt.causes] } : refusal;
	}
	return { requests: 0, refusal };
}

async function sendLeft(turn: Turn, gateway: Gateway, balance?: Balance): Promise<EndOfTurn> {
	const { ctx, left, history, settings, timingRefusalOf, clock, signal } = turn;
	const { maxSmsPerDay: most, timeout, uncertain, unitsPerSms } = settings;
	const { plan, tooMany } = history.withKeys(left);
	if (tooMany) return refuseRest(left, withoutRequest('invalidParameter', [tooMany]));
	const needsKeys = hasKeys(plan) || most !== undefined;
	if (needsKeys && !canKeepKeys(ctx)) {
		return refuseRest(left, notSaved(new Error('unsavedWorkflow')));
	}
	const keys = needsKeys ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === undefined ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(uncertain === 'resend', timeout * 1000, dailyLimit) ?? NO_DEDUPLICATION;
	const refusal = turn.stopOnFailure ? await deduplication.reserve?.(estimateOf(left)) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(left, refusal);
	}
	const now = async () => await readBalance(gateway, 1, clock, signal);
	const stopOnFailure = turn.stopOnFailure && !turn.isQuestion;
	const tools = {
		clock,
		signal,
		timingRefusalOf,
		ledger: history.ledger,
		deduplication,
		send: async (message: Message) => await turn.send(gateway, message),
		...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now } }),
	};
	const requests = await deliver(plan, { ...settings, stopOnFailure }, tools);
	return { requests, isLockTaken: keys?.isLockTaken() };
}

/** Where n8n ends the execution. */
const endsByNow = ({ left }: Turn): Ended[] =>
	left.rows.map(({ entry, doubt, outcome = doubt ?? CANCELLED }) => {
		return { ...entry, ...outcome, replayed: undefined };
	});
