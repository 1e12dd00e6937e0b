import type { Outcome } from '../domain/outcome';
import type { PlannedRequest } from '../domain/plan/plan';
import { classify, refusedTogether } from '../domain/service/classify';
import type { ServiceResult } from '../domain/service/result';
import { askedToWait, backoff, mayDivide, mayRetry } from '../domain/service/retryPolicy';
import { estimateSms, smsCountOf } from '../domain/text/segments';
import { claimWhenReady, releaseClaims, type Pass } from './claims';
import type { Run } from './run';

/** What came of a request, and what ends the claims of its entries. */
export type SentRequest = Readonly<{
	entries: readonly number[];
	outcome: Outcome;
	endClaims(): Promise<void>;
}>;

/**
 * Makes a request, again where the retry policy allows it, and settles its entries. Before it waits for
 * another attempt it releases their claims. Who got the SMS from another execution meanwhile, or is about
 * to, is no longer in the request.
 *
 * @returns undefined where nobody was left
 */
export async function sendRequest(
	request: PlannedRequest,
	pass: Pass,
	run: Run,
): Promise<SentRequest | undefined> {
	const { settings, tools } = run;
	const { clock, ledger } = tools;
	const number = ++run.lastRequest;
	const smsCount = smsCountOf(request.message);
	let { entries } = request;
	let outcome: Outcome;
	// Once an attempt may have been sent, only an acceptance tells what became of the SMS.
	let doubt: Outcome | undefined;

	for (let attempts = 1; ; attempts++) {
		const result = await attempt({ ...request, entries }, number, run);
		outcome = classify(result, number, smsCount, tools.tokenExpiredAt?.());
		if (outcome.status === 'unknown') doubt = outcome;
		const wait = askedToWait(result, clock.now()) ?? backoff(attempts, clock.random());
		const isLimited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		const mayWait = !isLimited || run.pause(wait);
		if (attempts >= settings.maxAttempts || !mayWait || !mayRetry(outcome, settings.uncertain)) {
			break;
		}
		if (doubt) for (const index of entries) run.doubts.set(index, doubt);
		// Whoever ends the execution meanwhile has to find that it was not sent.
		else ledger.free(number);
		const again = startAgain({ ...request, entries }, isLimited ? 0 : wait, pass, run);
		run.retries.add(again);
		const left = (await again)?.entries ?? [];
		const others = entries.filter((index) => !left.includes(index));
		if (doubt) keepUnknown(others, doubt, run);
		if (left.length === 0) {
			ledger.free(number);
			return undefined;
		}
		entries = left;
	}

	if (mayDivide(outcome, entries.length)) {
		if (doubt) keepUnknown(entries, doubt, run);
		outcome = refusedTogether(outcome);
	} else {
		run.haltOn(outcome);
		if (outcome.status === 'accepted')
			run.smsAccepted += estimateSms(request.message) * entries.length;
		else outcome = doubt ?? outcome;
	}
	run.settle(entries, outcome);
	ledger.end(number, outcome);
	return { entries, outcome, endClaims: async () => await endClaims(entries, outcome, run) };
}

/** @param number the request's number, for the ledger */
async function attempt(
	{ senderId, message, entries }: PlannedRequest,
	number: number,
	run: Run,
): Promise<ServiceResult> {
	const { clock, ledger, send } = run.tools;
	const left = run.entriesOf(entries);
	ledger.begin(number, left);
	run.requests++;
	const started = clock.now();
	const result = await send({ senderId, message, recipients: left.map((one) => one.recipient) });
	run.lastTook = clock.now() - started;
	return result;
}

/** Waits until the request may be attempted again; what is left of it then, undefined where nobody is. */
async function startAgain(
	request: PlannedRequest,
	wait: number,
	pass: Pass,
	run: Run,
): Promise<PlannedRequest | undefined> {
	const { clock, signal } = run.tools;
	await releaseClaims(request.entries, run);
	await clock.wait(wait, signal);
	const [again] = await claimWhenReady([request], pass, run);
	return again;
}

/** Ends the claims of entries that were sent, as their outcome says. */
async function endClaims(indexes: readonly number[], outcome: Outcome, run: Run): Promise<void> {
	const { deduplication } = run.tools;
	const entries = run.entriesOf(indexes);
	if (outcome.status === 'accepted') await deduplication.confirm(entries);
	else if (outcome.status === 'unknown') await deduplication.putInDoubt(entries);
	else await releaseClaims(indexes, run);
}

/** Notes an outcome in the ledger that is not of the last attempt. */
export function keepUnknown(indexes: readonly number[], outcome: Outcome, run: Run): void {
	const open = indexes.filter((index) => (run.outcomes[index] ?? outcome).status === 'unknown');
	if (open.length === 0) return;
	const number = ++run.lastRequest;
	run.tools.ledger.begin(number, run.entriesOf(open));
	run.tools.ledger.end(number, outcome);
}
