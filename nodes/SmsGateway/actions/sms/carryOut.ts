import { dayIn } from '../../clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import { problemOf } from '../../domain/entry';
import {
	alsoSaying,
	EVALUATED,
	isNotSent,
	withoutRequest,
	type Outcome,
} from '../../domain/outcome';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import { hasKeys, type Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import { MAX_ATTEMPTS } from '../../domain/service/retryPolicy';
import { estimateSms } from '../../domain/text/segments';
import { NO_DEDUPLICATION } from '../../history/deduplication';
import { keysOf } from '../../history/n8nStore';
import { connect, type Gateway } from '../../transport/gateway';
import { readBalance } from '../../transport/readBalance';
import type { Turn } from './turn';

/** How a turn ended. */
export type Ended = Delivery &
	Readonly<{
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
		/** Whether another node has the lock of the keys. */
		isLockTaken?: boolean;
	}>;

/** With On Error: Stop, of those who could get an SMS. */
export const OTHERS_REFUSED = withoutRequest('stopped', [{ name: 'stopped', by: 'refusal' }]);

/**
 * Sends what is left of the plan, unless something refuses all of it: with On Error: Stop a recipient or a
 * setting, else the credential, a limit, the balance.
 */
export async function carryOut(turn: Turn): Promise<Ended> {
	const { ctx, plan, history, onError, prepared } = turn;
	const { isEvaluation, options } = prepared;
	if (onError === 'stop' && (prepared.problem || plan.settled.some(isNotSent))) {
		return { ...refuseRest(plan, OTHERS_REFUSED), refusal: undefined };
	}
	// An evaluation asks nobody anything: it needs no credential either.
	if (isEvaluation) return refuseRest(plan, EVALUATED);
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		return refuseRest(plan, withoutRequest('invalidCredential', problemOf(error).causes));
	}
	const sms = estimateOf(plan);
	const { refusal, balance } = await judgeByLimits(turn, sms, gateway);
	if (refusal) return refuseRest(plan, refusal);
	const ended = await sendPlan(turn, sms, gateway, balance);
	history.done();
	return ended;
}

/** What may have been sent before stays in doubt, and says why it is not sent again. */
function refuseRest({ settled, doubts }: Plan, now: Outcome): Ended {
	const outcomes = settled.map((outcome, index) => {
		const doubt = doubts.get(index);
		if (outcome || !doubt) return outcome ?? now;
		return isNotSent(now)
			? { ...doubt, explanation: [...now.explanation, ...doubt.explanation] }
			: doubt;
	});
	return { outcomes, requests: 0, ...(isNotSent(now) && { refusal: now }) };
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
	if (options.maxSms === undefined && !options.checkBalance) return {};
	// Sent again, what is in doubt is still one SMS that was wanted.
	const inDoubt = [...plan.doubts.keys()].map((index) => estimateSms(plan.entries[index]!.message));
	const sent = inDoubt.reduce((left, one) => left - one, history.sms());
	const tooMany = refusalOf(sms, options, undefined, sent);
	if (tooMany) return { refusal: aboutKeys(tooMany, plan) };
	history.reserve(sms);
	if (!options.checkBalance || sms === 0) return {};
	const balance = await readBalance(gateway, MAX_ATTEMPTS, clock, signal);
	const refusal = refusalOf(sms, options, balance, sent);
	if (!refusal) return { balance };
	history.done();
	const ofOthers = history.smsOfOthers();
	// The balance has fallen by what earlier turns have sent, so it says nothing about them.
	const hasFallen = refusal.reason === 'balanceTooLow' && ofOthers > 0;
	const also = hasFallen ? [{ name: 'otherTurns', sms: ofOthers } as const] : [];
	return { refusal: alsoSaying(aboutKeys(refusal, plan), ...also) };
}

/** Which keys were used before is only known once they are claimed, and a refusal claims none. */
function aboutKeys(refusal: Outcome, plan: Plan): Outcome {
	if (!hasKeys(plan) || refusal.reason === 'balanceUnreadable') return refusal;
	return alsoSaying(refusal, { name: 'keysCounted' });
}

async function sendPlan(
	{ ctx, send, onError, prepared, history, plan: left, ...tools }: Turn,
	sms: number,
	gateway: Gateway,
	balance?: Balance,
): Promise<Ended> {
	const { options, timingRefusalOf } = prepared;
	const { maxSmsPerDay: most, timeout, uncertain, unitsPerSms } = options;
	const stopOnFailure = onError === 'stop';
	const plan = history.withRetryKeys(left);
	const tooMany = history.noteKeys(plan);
	if (tooMany) return refuseRest(left, withoutRequest('invalidParameter', [tooMany]));
	const keys = hasKeys(plan) || most !== undefined ? keysOf(ctx) : undefined;
	const dayAt = (instant: number) => dayIn(ctx.getTimezone(), instant);
	const dailyLimit = most === undefined ? undefined : { most, dayAt };
	const deduplication =
		keys?.openRun(uncertain === 'resend', timeout * 1000, dailyLimit) ?? NO_DEDUPLICATION;
	const refusal = stopOnFailure ? await deduplication.reserve(sms) : undefined;
	if (refusal) {
		await deduplication.end();
		return refuseRest(left, aboutKeys(refusal, left));
	}
	const balanceNow = async () => await readBalance(gateway, 1, tools.clock, tools.signal);
	const delivery = await deliver(
		plan,
		{ ...options, stopOnFailure },
		{
			...tools,
			ledger: history.ledger,
			deduplication,
			timingRefusalOf,
			send: async (message) => await send(gateway, message),
			...(balance?.read && { balance: { before: balance.balance, unitsPerSms, now: balanceNow } }),
		},
	);
	return { ...delivery, isLockTaken: keys?.isLockTaken() };
}
