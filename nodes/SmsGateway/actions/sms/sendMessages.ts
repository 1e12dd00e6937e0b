import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { dayIn, systemClock } from '../../clock';
import { deliver } from '../../delivery/deliver';
import type { Message } from '../../domain/entry';
import { whyOf } from '../../domain/refusal';
import {
	CANCELLED,
	didNotArrive,
	isFailure,
	isNotSent,
	mayHaveArrived,
	notSaved,
	STOPPED,
	withoutRequest,
	type Outcome,
} from '../../domain/outcome';
import { estimateOf, judge, type Terms } from '../../domain/plan/limits';
import { entriesOf, hasKeys, type Plan, type Row } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import type { ServiceResult } from '../../domain/service/result';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { summarize } from '../../domain/summary';
import { estimateSms } from '../../domain/text/segments';
import { sentences } from '../../domain/text/sentences';
import { History } from '../../history/context';
import { NO_DEDUPLICATION } from '../../keys/deduplication';
import { canKeepKeys, keysOf } from '../../keys/n8nStore';
import { prepare, type Wanted } from '../../input/prepare';
import { tellWhenEnded, type LastWords } from '../../n8n/cancellation';
import { isStartedByHand } from '../../n8n/execution';
import { leavesItemsOut, readOnError } from '../../n8n/place';
import { dataOfOutcomes } from '../../output/errorData';
import {
	failedDeliveryError,
	nodeError,
	refusedEntriesError,
	settingError,
} from '../../output/errors';
import { hintsFor, type Situation } from '../../output/hints';
import { recipientItems, showHints, summaryItem, type Sent } from '../../output/items';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';
import { AGAIN, endedInWords } from '../../words/errors';
import { endsInWords } from '../../words/summary';

/** What tells one operation that sends from another. */
type Campaign = Pick<Wanted, 'field' | 'link' | 'problem'> &
	Readonly<{ send(gateway: Gateway, message: Message): Promise<ServiceResult> }>;

/** From items to items: what Send and Bulk Send have in common. */
export async function sendMessages(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	const sent = await sendAll(ctx, campaign);
	return sent.settings.output === 'summary' ? [summaryItem(ctx, sent)] : recipientItems(ctx, sent);
}

/**
 * Sends what is to be sent, says what happened in hints, and gives what the items are made of.
 *
 * @throws NodeOperationError where On Error says Stop and something failed
 */
export async function sendAll(ctx: IExecuteFunctions, campaign: Campaign): Promise<Sent> {
	const turn = openTurn(ctx, campaign);
	const { isQuestion, onError, prepared } = turn;
	const { settings, plan } = prepared;
	const ended = await tellWhenEnded(ctx, carryOut(turn), () => lastWordsOf(turn));
	const entries = entriesOf(plan.rows);
	const outcomes = plan.rows.map(({ outcome }) => outcome!);
	const sent = { ...ended, entries, outcomes, settings, onError };
	// An answer of one is enough, also where it is unknown whether that one was asked.
	const goesOn = isQuestion && outcomes.some(mayHaveArrived);
	if (onError === 'stop' && !goesOn && outcomes.some(isFailure)) {
		throw failedDeliveryError(ctx, sent);
	}
	const hints = hintsFor({
		...prepared,
		...ended,
		outcomes,
		isByHand: isStartedByHand(ctx),
		leavesItemsOut: leavesItemsOut(ctx),
	});
	showHints(ctx, hints);
	return sent;
}

type Turn = ReturnType<typeof openTurn>;

/** Reads and plans what is to be sent in this turn of the node. */
function openTurn(ctx: IExecuteFunctions, campaign: Campaign) {
	const history = new History(ctx);
	const prepared = prepare(ctx, { ...campaign, hasGotOne: (one) => history.hasSentTo(one) });
	const plan = history.withoutSent(prepared.plan, prepared.settings.uncertain);
	return {
		ctx,
		send: campaign.send,
		isQuestion: campaign.link !== undefined,
		onError: readOnError(ctx),
		prepared,
		history,
		plan,
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	} as const;
}

/** How a turn ended. */
type Ended = Pick<Sent, 'requests' | 'refusal'> & Pick<Situation, 'isLockTaken'>;

/**
 * Sends what is left of the plan, unless something refuses all of it: the credential, a limit, the balance.
 *
 * @throws NodeOperationError where On Error says Stop and a setting or a recipient is refused
 */
async function carryOut(turn: Turn): Promise<Ended> {
	const { ctx, plan, history, prepared } = turn;
	const { settings, problem } = prepared;
	const terms = termsOf(turn);
	const refusal = judge(plan, terms);
	if (terms.stopOnFailure && problem) throw settingError(ctx, problem);
	if (refusal === STOPPED) {
		const refused = plan.rows.filter(({ outcome }) => isNotSent(outcome));
		refuseRest(plan, STOPPED);
		if (plan.rows.some(({ outcome }) => outcome?.replayed)) return { requests: 0 };
		throw refusedEntriesError(ctx, plan.rows, refused);
	}
	if (refusal) return refuseRest(plan, refusal);
	// An evaluation needs no credential.
	if (plan.requests.length === 0) return { requests: 0 };
	if (!history.isKept) return refuseRest(plan, notSaved(new Error('forgets')));
	// At once: another turn may be judged at the same time.
	if (settings.maxSms !== undefined) history.reserve(estimateOf(plan));
	try {
		return await sendByBalance(turn, terms);
	} finally {
		history.done();
	}
}

/** Sends what is left of the plan, unless the credential or the balance refuses all of it. */
async function sendByBalance(turn: Turn, terms: Terms): Promise<Ended> {
	const { ctx, plan, clock, signal } = turn;
	const { checkBalance, timeout } = turn.prepared.settings;
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', whyOf(error).causes));
	}
	if (!checkBalance) return await sendPlan(turn, gateway);
	const balance = await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	const refusal = judge(plan, { ...terms, balance });
	return refusal ? refuseRest(plan, refusal) : await sendPlan(turn, gateway, balance);
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ rows }: Plan, refusal: Outcome): Ended {
	const { causes } = refusal;
	for (const row of rows) {
		const { doubt } = row;
		row.outcome ??= doubt ? { ...doubt, causes: [...causes, ...doubt.causes] } : refusal;
	}
	return { requests: 0, refusal };
}

/** What the plan is judged by. Sent again, what is in doubt is still one SMS that was wanted. */
function termsOf({ plan, history, onError, prepared: { settings, problem } }: Turn): Terms {
	const inDoubt = plan.rows.reduce(
		(total, { doubt, entry }) => total + (doubt ? estimateSms(entry.message) : 0),
		0,
	);
	const sent = history.sms() - inDoubt;
	return { problem, stopOnFailure: onError === 'stop', settings, sent };
}

async function sendPlan(
	{ ctx, send, isQuestion, onError, prepared, history, plan, ...tools }: Turn,
	gateway: Gateway,
	balance?: Balance,
): Promise<Ended> {
	const { settings, timingRefusalOf } = prepared;
	const { maxSmsPerDay: most, timeout, uncertain, unitsPerSms } = settings;
	const stopOnFailure = onError === 'stop';
	const { plan: keyed, tooMany } = history.withKeys(plan);
	if (tooMany) return refuseRest(plan, withoutRequest('invalidParameter', [tooMany]));
	const needsKeys = hasKeys(keyed) || most !== undefined;
	if (needsKeys && !canKeepKeys(ctx))
		return refuseRest(plan, notSaved(new Error('unsavedWorkflow')));
	const keys = needsKeys ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === undefined ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(uncertain === 'resend', timeout * 1000, dailyLimit) ?? NO_DEDUPLICATION;
	const refusal = stopOnFailure ? await deduplication.reserve?.(estimateOf(plan)) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(plan, refusal);
	}
	const balanceNow = async () => await readBalance(gateway, 1, tools.clock, tools.signal);
	const requests = await deliver(
		keyed,
		{ ...settings, stopOnFailure: stopOnFailure && !isQuestion },
		{
			...tools,
			ledger: history.ledger,
			deduplication,
			timingRefusalOf,
			send: async (message) => await send(gateway, message),
			...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now: balanceNow } }),
		},
	);
	return { requests, isLockTaken: keys?.isLockTaken() };
}

/** Nobody sends the rest of an execution that n8n has ended, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/** For an execution that was stopped, or took too long: what is known by then. */
function lastWordsOf({ ctx, plan }: Turn): LastWords {
	const entries = entriesOf(plan.rows);
	const outcomes = plan.rows.map(({ doubt, outcome = doubt }: Row): Outcome => {
		return outcome ? { ...outcome, replayed: undefined } : CANCELLED;
	});
	const counts = endedInWords(summarize(entries, outcomes));
	const names = endsInWords(entries, outcomes, MAX_NAMED_AT_END);
	const data = dataOfOutcomes(entries, outcomes);
	const next = sentences(names, outcomes.some(didNotArrive) && AGAIN.ended);
	return { error: nodeError(ctx, counts, next, data), counts, names };
}
