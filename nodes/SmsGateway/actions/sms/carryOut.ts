import { deliver, type Delivery } from '../../delivery/deliver';
import type { DeliveryTools } from '../../delivery/run';
import { problemOf } from '../../domain/entry';
import { alsoSaying, EVALUATED, withoutRequest, type Outcome } from '../../domain/outcome';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import { keysIn, whyKeysRefused } from '../../domain/plan/memory';
import type { Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { estimateSms } from '../../domain/text/segments';
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
import type { Turn } from './turn';

/** How a turn ended. */
export type Ended = Delivery &
	Readonly<{
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
	}>;

/** Sends what is left of the plan, unless something refuses all of it: the credential, a limit, the balance. */
export async function carryOut(turn: Turn): Promise<Ended> {
	const { ctx, plan, history, clock, signal, prepared } = turn;
	const { timeout, unitsPerSms } = prepared.options;
	// An evaluation asks nobody anything: it needs no credential either.
	if (prepared.isEvaluation) return refuseRest(plan, EVALUATED);
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', problemOf(error).causes));
	}
	const balanceNow = async (attempts = 1) => await readBalance(gateway, attempts, clock, signal);
	const { refusal, balance } = await judgeByLimits(
		turn,
		async () => await balanceNow(MAX_ATTEMPTS),
	);
	if (refusal) return refuseRest(plan, refusal);
	const before = balance?.read
		? { before: balance.balance, unitsPerSms, now: balanceNow }
		: undefined;
	const ended = await sendPlan(turn, gateway, before);
	history.done();
	return ended;
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

/**
 * Judges all that is left of a plan before its first request.
 *
 * @returns why nothing may be sent, and the balance where it was read
 */
async function judgeByLimits(
	{ plan, history, prepared: { options } }: Turn,
	balanceNow: () => Promise<Balance>,
): Promise<{ refusal?: Outcome; balance?: Balance }> {
	if (options.maxSms === Infinity && !options.checkBalance) return {};
	const sms = estimateOf(plan);
	// Sent again, what is in doubt is still one SMS that was wanted.
	const inDoubt = [...plan.doubts.keys()].map((index) => estimateSms(plan.entries[index]!.message));
	const sent = inDoubt.reduce((left, one) => left - one, history.sms());
	const tooMany = refusalOf(sms, options, undefined, sent);
	if (tooMany) return { refusal: aboutKeys(tooMany, plan) };
	history.reserve(sms);
	if (!options.checkBalance || sms === 0) return {};
	const balance = await balanceNow();
	const refusal = refusalOf(sms, options, balance, sent);
	if (!refusal) return { balance };
	history.done();
	const ofOthers = history.smsOfOthers();
	// The balance has fallen by what earlier turns have sent, so it says nothing about them.
	const hasFallen = refusal.reason === 'balanceTooLow' && ofOthers > 0;
	const also = hasFallen ? [{ name: 'otherTurns', sms: ofOthers } as const] : [];
	return { balance, refusal: alsoSaying(aboutKeys(refusal, plan), ...also) };
}

/** Which keys were used before is only known once they are claimed, and a refusal claims none. */
function aboutKeys(refusal: Outcome, { entries }: Plan): Outcome {
	const hasKeys = entries.some(({ key }) => key !== '');
	if (!hasKeys || refusal.reason === 'balanceUnreadable') return refusal;
	return alsoSaying(refusal, { name: 'keysCounted' });
}

async function sendPlan(
	{ ctx, send, onError, prepared, history, plan: left, ...tools }: Turn,
	gateway: Gateway,
	balance: DeliveryTools['balance'],
): Promise<Ended> {
	const { options, timingRefusalOf } = prepared;
	const { maxSmsPerDay: most } = options;
	const { retried } = history;
	const stopOnFailure = onError === 'stop';
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
	const refusal = stopOnFailure ? await deduplication.reserve(estimateOf(plan)) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(left, aboutKeys(refusal, left));
	}
	const delivery = await deliver(
		plan,
		{ ...options, stopOnFailure },
		{
			...tools,
			balance,
			ledger: history.ledger,
			send: async (message) => await send(gateway, message),
			timingRefusalOf,
			deduplication,
			tokenExpiredAt: () => gateway.tokenExpiredAt(),
		},
	);
	if (keys?.isLockTaken()) showHints(ctx, [LOCK_TAKEN]);
	return delivery;
}
