import { fellByMore } from '../domain/service/balance';
import { classify, refusedButPaid } from '../domain/service/classify';
import { askedToWait, backoff, mayDivide, mayRetry } from '../domain/service/retryPolicy';
import { estimateSms, smsCountOf } from '../domain/text/segments';
import { alsoSaying, type Outcome } from '../domain/outcome';
import type { PlannedRequest } from '../domain/plan/plan';
import type { Run } from './run';
import {
	claimTogether,
	releaseClaims,
	readyUnderClaims,
	type Postponed,
	type Claimed,
} from './claims';

/** What keeps an entry from being sent now, as a send window may have closed meanwhile. */
const lateRefusalOf = (index: number, { plan, tools }: Run): Outcome | undefined =>
	tools.timingRefusalOf?.(plan.entries[index]!, tools.clock.now());

/**
 * The last look before a request starts: its time may have passed, or another may have ended the run.
 *
 * @returns what is left to send, and the claims that end because the others are not sent
 */
export function lastLook(
	request: PlannedRequest,
	run: Run,
): { left: PlannedRequest; freed?: Promise<void> } {
	const refused: number[] = [];
	const isLeft = (index: number, refusal: Outcome | undefined): boolean => {
		if (refusal === undefined) return true;
		run.settle([index], refusal);
		run.haltOn(refusal);
		refused.push(index);
		return false;
	};
	const inTime = request.entries.filter((index) => isLeft(index, lateRefusalOf(index, run)));
	const halted = run.halted(request);
	const left = { ...request, entries: inTime.filter((index) => isLeft(index, halted)) };
	return refused.length > 0 ? { left, freed: releaseClaims(refused, run) } : { left };
}

type Attempted = Readonly<{ entries: readonly number[]; outcome: Outcome }>;

/**
 * Makes one request, again where the retry policy allows it, until there is an outcome to keep. A
 * wait between attempts that is longer than a claim gives the claims up. Who got the SMS from
 * another execution meanwhile, or is about to, is no longer in the request.
 *
 * @param number the request's number, for the outcome
 * @returns undefined where nobody is left
 */
export async function attempt(
	request: PlannedRequest,
	number: number,
	timeToSend: Claimed['timeToSend'],
	postponed: Postponed,
	run: Run,
): Promise<Attempted | undefined> {
	const { settings, tools, rateLimiter } = run;
	const { clock, signal, ledger } = tools;
	const { senderId, message } = request;
	const smsCount = smsCountOf(message);
	const estimated = tools.balance === undefined ? 0 : estimateSms(message);
	let claims: Claimed = { requests: [request], timeToSend };
	// Once an attempt may have been sent, only an acceptance tells what became of the SMS.
	let doubt: Outcome | undefined;

	for (let attempts = 1; ; attempts++) {
		const [claimed] = claims.requests;
		if (claimed === undefined) return undefined;
		const { entries } = claimed;
		const left = run.entriesOf(entries);
		ledger.begin(number, left);
		run.requests++;
		const started = clock.now();
		const recipients = left.map(({ recipient }) => recipient);
		run.smsMaybeTaken += estimated * recipients.length;
		const result = await tools.send({ senderId, message, recipients });
		run.lastTook = clock.now() - started;
		const outcome = classify(result, number, smsCount, tools.tokenExpiredAt?.());
		const { status } = outcome;
		if (status === 'unknown') doubt = outcome;
		if (status === 'rejected' || status === 'notSent') {
			run.smsMaybeTaken -= estimated * recipients.length;
		}

		const wait = askedToWait(result, clock.now()) ?? backoff(attempts, clock.random());
		const limited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		const mayWait = !limited || run.pause(wait);
		if (attempts >= settings.maxAttempts || !mayWait || !mayRetry(outcome, settings.uncertain)) {
			if (mayDivide(outcome, entries.length)) return { entries, outcome };
			run.haltOn(outcome);
			return { entries, outcome: status === 'accepted' ? outcome : (doubt ?? outcome) };
		}

		if (doubt) for (const index of entries) run.doubts.set(index, doubt);
		const ready = (limited ? Promise.resolve() : clock.wait(wait, signal)).then(
			async () => await rateLimiter.acquire(signal),
		);
		const areHeld = await readyUnderClaims(ready, claims, run);
		const halted = run.halted(request);
		if (halted) return { entries, outcome: doubt ?? halted };
		if (entries.some((index) => lateRefusalOf(index, run))) {
			run.haltOn(outcome);
			return { entries, outcome: doubt ?? outcome };
		}
		if (!areHeld) claims = await claimTogether([claimed], postponed, run);
		else if (doubt) {
			const refusal = await tools.deduplication.countAgain(left);
			if (refusal) return { entries, outcome: alsoSaying(doubt, ...refusal.explanation) };
		}
	}
}

/** What came of a request, and what ends the claims of its entries. */
export type SentRequest = Attempted & Readonly<{ endClaims(): Promise<void> }>;

/**
 * Makes the request and settles its entries.
 *
 * @returns undefined where nobody was left
 */
export async function sendRequest(
	request: PlannedRequest,
	timeToSend: Claimed['timeToSend'],
	postponed: Postponed,
	run: Run,
): Promise<SentRequest | undefined> {
	const number = ++run.lastRequest;
	const { ledger } = run.tools;
	const attempted = await attempt(request, number, timeToSend, postponed, run);
	if (attempted === undefined) {
		ledger.free(number);
		return undefined;
	}
	const { entries } = attempted;
	const outcome = (await isPaid(attempted, run))
		? refusedButPaid(attempted.outcome, request.message)
		: attempted.outcome;
	if (outcome !== attempted.outcome) run.haltOn(outcome);
	run.settle(entries, outcome);
	ledger.end(number, outcome);
	return { entries, outcome, endClaims: async () => await endClaims(entries, outcome, run) };
}

/** Whether the service took money for a request that it refused, and that would be divided. */
async function isPaid({ entries, outcome }: Attempted, run: Run): Promise<boolean> {
	const { balance } = run.tools;
	if (balance === undefined || !mayDivide(outcome, entries.length)) return false;
	if (run.halted({ isPart: true })) return false;
	const after = await balance.now();
	return fellByMore(balance.before, after, run.smsMaybeTaken, balance.unitsPerSms);
}

/** Ends the claims of entries that were sent, as their outcome says. */
async function endClaims(indexes: readonly number[], outcome: Outcome, run: Run): Promise<void> {
	const { deduplication } = run.tools;
	const entries = run.entriesOf(indexes);
	if (outcome.status === 'accepted') await deduplication.confirm(entries);
	else if (outcome.status === 'unknown') await deduplication.putInDoubt(entries);
	else await releaseClaims(indexes, run);
}
