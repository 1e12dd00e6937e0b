import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { dayIn, systemClock } from '../../clock';
import { deliver } from '../../delivery/deliver';
import type { SmsRequest } from '../../domain/entry';
import { whyOf } from '../../domain/refusal';
import {
	CANCELLED,
	isFailure,
	isNotSent,
	mayHaveArrived,
	notSaved,
	STOPPED,
	storeError,
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
type WayToSend = Pick<Wanted, 'field' | 'link' | 'problem'> &
	Readonly<{ send(gateway: Gateway, message: SmsRequest): Promise<ServiceResult> }>;

export async function sendMessages(
	ctx: IExecuteFunctions,
	way: WayToSend,
): Promise<INodeExecutionData[]> {
	const sent = await sendAll(ctx, way);
	return sent.settings.output === 'summary' ? [summaryItem(ctx, sent)] : recipientItems(ctx, sent);
}

/** @throws NodeOperationError where On Error says Stop and something failed */
export async function sendAll(ctx: IExecuteFunctions, way: WayToSend): Promise<Sent> {
	const given = prepareRun(ctx, way);
	const { isQuestion, onError, plan, settings, stopOnFailure } = given;
	const result = await tellWhenEnded(ctx, carryOut(given), () =>
		lastWordsOf(ctx, endsByNow(given)),
	);
	const sent = { ...result, all: endedOf(plan.rows), settings, onError };
	// An answer of one is enough, also where it is unknown whether that one was asked.
	const goesOn = isQuestion && sent.all.some(mayHaveArrived);
	if (stopOnFailure && !goesOn && sent.all.some(isFailure)) throw failedDeliveryError(ctx, sent);
	showHints(ctx, hintsFor({ ...given, ...sent, leavesItemsOut: leavesItemsOut(ctx) }));
	return sent;
}

type PreparedRun = ReturnType<typeof prepareRun>;

function prepareRun(ctx: IExecuteFunctions, way: WayToSend) {
	const history = new History(ctx);
	const given = prepare(ctx, { ...way, hasSentTo: (one) => history.hasSentTo(one) });
	const unsent = history.withoutSent(given.plan, given.settings.uncertain);
	const inDoubt = unsent.rows.filter(({ doubt }) => doubt);
	const again = inDoubt.reduce((sum, { entry }) => sum + estimateSms(entry.message), 0);
	const onError = readOnError(ctx);
	return {
		...given,
		ctx,
		send: way.send,
		isQuestion: way.link !== undefined,
		onError,
		stopOnFailure: onError === 'stop',
		history,
		// Sent again, what is in doubt is still one SMS that was wanted.
		smsBefore: history.sms() - again,
		unsent,
		clock: systemClock(sleep),
		signal: ctx.getExecutionCancelSignal?.(),
	} as const;
}

type RunResult = Pick<Sent, 'requests' | 'refusal'> & Pick<Situation, 'isLockTaken'>;

/** @throws NodeOperationError where On Error says Stop and a setting or a recipient is refused */
async function carryOut(given: PreparedRun): Promise<RunResult> {
	const { ctx, unsent, history, problem, settings, stopOnFailure } = given;
	const refusal = judge(unsent, given);
	if (stopOnFailure && problem) throw settingError(ctx, problem);
	if (refusal === STOPPED) {
		const refused = unsent.rows.filter(({ outcome }) => isNotSent(outcome));
		refuseRest(unsent, STOPPED);
		const all = endedOf(unsent.rows);
		// What an earlier run has sent is told too, with the failures.
		if (all.some(({ replayed }) => replayed)) return { requests: 0 };
		throw refusedEntriesError(ctx, all, endedOf(refused));
	}
	if (refusal) return refuseRest(unsent, refusal);
	// An evaluation needs no credential.
	if (unsent.requests.length === 0) return { requests: 0 };
	if (!history.isKept) return refuseRest(unsent, notSaved(storeError('forgets')));
	// At once: another turn may be judged at the same time.
	if (settings.maxSms !== undefined) history.holdBack(estimateOf(unsent));
	try {
		return await sendByBalance(given);
	} finally {
		history.done();
	}
}

async function sendByBalance(given: PreparedRun): Promise<RunResult> {
	const { ctx, unsent, settings, clock, signal } = given;
	const gateway = await connect(ctx, settings.timeout * 1000).catch(whyOf);
	if ('causes' in gateway) {
		return refuseRest(unsent, withoutRequest('invalidCredential', gateway.causes));
	}
	if (!settings.checkBalance) return await sendUnsent(given, gateway);
	const balance = await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	const refusal = judge(unsent, { ...given, balance });
	return refusal ? refuseRest(unsent, refusal) : await sendUnsent(given, gateway, balance);
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ rows }: Plan, refusal: Outcome): RunResult {
	for (const row of rows) {
		const { doubt } = row;
		row.outcome ??= doubt ? { ...doubt, causes: [...refusal.causes, ...doubt.causes] } : refusal;
	}
	return { requests: 0, refusal };
}

async function sendUnsent(
	given: PreparedRun,
	gateway: Gateway,
	balance?: Balance,
): Promise<RunResult> {
	const { ctx, unsent, history, settings, refusalAt, clock, signal } = given;
	const { maxSmsPerDay: most, timeout, uncertain, unitsPerSms } = settings;
	const { plan: toSend, tooMany } = history.withKeys(unsent);
	if (tooMany) return refuseRest(unsent, withoutRequest('invalidParameter', [tooMany]));
	const needsStore = hasKeys(toSend) || most !== undefined;
	if (needsStore && !canKeepKeys(ctx)) {
		return refuseRest(unsent, notSaved(storeError('unsavedWorkflow')));
	}
	const keys = needsStore ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === undefined ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(uncertain === 'resend', timeout * 1000, dailyLimit) ?? NO_DEDUPLICATION;
	const refusal = given.stopOnFailure
		? await deduplication.reserve?.(estimateOf(toSend))
		: undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(unsent, refusal);
	}
	const now = async () => await readBalance(gateway, 1, clock, signal);
	const endsOnFailure = given.stopOnFailure && !given.isQuestion;
	const tools = {
		clock,
		signal,
		refusalAt,
		ledger: history.ledger,
		deduplication,
		send: async (message: SmsRequest) => await given.send(gateway, message),
		...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now } }),
	};
	const requests = await deliver(toSend, { ...settings, endsOnFailure }, tools);
	return { requests, isLockTaken: keys?.isLockTaken() };
}

/** Where n8n ends the execution. */
const endsByNow = ({ unsent }: PreparedRun): Ended[] =>
	unsent.rows.map(({ entry, doubt, outcome = doubt ?? CANCELLED }) => {
		return { ...entry, ...outcome, replayed: undefined };
	});
