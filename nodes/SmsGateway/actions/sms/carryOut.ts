import { deliver, type Delivery } from '../../delivery/deliver';
import type { DeliveryTools } from '../../delivery/run';
import { problemOf } from '../../domain/entry';
import { EVALUATED, withoutRequest, type Outcome } from '../../domain/outcome';
import { estimateOf } from '../../domain/plan/limits';
import { keysIn, whyKeysRefused } from '../../domain/plan/memory';
import type { Plan } from '../../domain/plan/plan';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { NO_DEDUPLICATION } from '../../history/deduplication';
import { canKeepKeys, keysOf } from '../../history/n8nStore';
import { withRetryKeys } from '../../history/retry';
import { dayIn } from '../../input/prepare';
import { runIndexOf } from '../../n8n/nodeContext';
import { isRefused } from '../../output/failures';
import { showHints } from '../../output/hints';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';
import { LOCK_TAKEN } from '../../words/hints';
import { aboutKeys, judgeByLimits } from './limits';
import type { SendingTurn } from './turn';

/** How a turn ended. */
export type Ended = Delivery &
	Readonly<{
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
	}>;

/** Sends what is left of the plan, unless something refuses all of it: the credential, a limit, the balance. */
export async function carryOut(turn: SendingTurn): Promise<Ended> {
	const { ctx, plan, history, clock, signal, prepared } = turn;
	const { options } = prepared;
	// An evaluation asks nobody anything: it needs no credential either.
	if (prepared.isEvaluation) return refuseRest(plan, EVALUATED);
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', problemOf(error).causes));
	}
	const balanceNow = async () => await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	const { refusal, balance } = await judgeByLimits(plan, history, options, balanceNow);
	if (refusal) return refuseRest(plan, refusal);
	const { unitsPerSms } = options;
	const delivery = await sendPlan(turn, gateway, {
		...(balance?.read && {
			balance: {
				before: balance.balance,
				unitsPerSms,
				now: async () => await readBalance(gateway, 1, clock, signal),
			},
		}),
	});
	history.done();
	return delivery;
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
export function refuseRest({ settled, doubts }: Plan, now: Outcome): Ended {
	const outcomes = settled.map((outcome, index) => {
		const doubt = doubts.get(index);
		if (outcome || !doubt) return outcome ?? now;
		return isRefused(now)
			? { ...doubt, explanation: [...now.explanation, ...doubt.explanation] }
			: doubt;
	});
	return { outcomes, requests: 0, ...(isRefused(now) && { refusal: now }) };
}

async function sendPlan(
	turn: SendingTurn,
	gateway: Gateway,
	checked: Pick<DeliveryTools, 'balance'>,
): Promise<Ended> {
	const { ctx, send, onError, prepared, history, plan: left, ...tools } = turn;
	const { options, timingRefusalOf } = prepared;
	const { maxSmsPerDay: most } = options;
	const { retried } = history;
	const plan =
		retried === undefined || !canKeepKeys(ctx)
			? left
			: withRetryKeys(left, retried, runIndexOf(ctx));
	const tooMany = whyKeysRefused(keysIn(plan), history.keysOfOthers());
	if (tooMany) return refuseRest(left, withoutRequest('invalidParameter', [tooMany]));
	history.noteKeys(keysIn(plan));
	const hasKeys = plan.entries.some(({ key }) => key !== '');
	const keys = hasKeys || most !== Infinity ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === Infinity ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(options.uncertain === 'resend', options.timeout * 1000, dailyLimit) ??
		NO_DEDUPLICATION;
	const refusal = onError === 'stop' ? await deduplication.reserve(estimateOf(plan)) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(left, aboutKeys(refusal, left));
	}
	const delivery = await deliver(
		plan,
		{ ...options, maxAttempts: MAX_ATTEMPTS, stopOnFailure: onError === 'stop' },
		{
			...tools,
			...checked,
			ledger: history.ledger,
			send: (message) => send(gateway, message),
			timingRefusalOf,
			deduplication,
			tokenExpiredAt: () => gateway.tokenExpiredAt(),
		},
	);
	if (keys?.isLockTaken()) showHints(ctx, [LOCK_TAKEN]);
	return delivery;
}
