import { classify } from '../domain/service/classify';
import { askedToWait, backoff, mayRetry } from '../domain/service/retryPolicy';
import { smsCountOf } from '../domain/text/segments';
import type { Outcome } from '../domain/outcome';
import { DUPLICATE, type PlannedRequest } from '../domain/plan/plan';
import { entriesOf, settle, type Progress } from './run';
import {
	claimWindow,
	releaseClaims,
	timeUnderClaims,
	turnUnderClaims,
	type Postponed,
} from './window';

/** Settles the entries that may no longer be sent, as a send window may have closed meanwhile. */
export function refuseLate(
	request: PlannedRequest,
	progress: Progress,
): { left: PlannedRequest; refused: readonly number[] } {
	const { plan, run } = progress;
	const { clock, timingRefusalOf } = run.tools;
	if (timingRefusalOf === undefined) return { left: request, refused: [] };
	const now = clock.now();
	const left: number[] = [];
	const refused: number[] = [];
	for (const index of request.entries) {
		const outcome = timingRefusalOf(plan.entries[index]!, now);
		if (outcome === undefined) {
			left.push(index);
			continue;
		}
		settle([index], outcome, progress);
		run.haltOn(outcome);
		refused.push(index);
	}
	return { left: { ...request, entries: left }, refused };
}

function mayStillBeSent(indexes: readonly number[], progress: Progress): boolean {
	const { clock, timingRefusalOf } = progress.run.tools;
	if (timingRefusalOf === undefined) return true;
	const now = clock.now();
	return entriesOf(indexes, progress).every((entry) => timingRefusalOf(entry, now) === undefined);
}

type Attempted = { entries: readonly number[]; outcome: Outcome };

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
	postponed: Postponed,
	progress: Progress,
): Promise<Attempted | undefined> {
	const { run, doubts } = progress;
	const { settings, tools, rateLimiter } = run;
	const { clock, signal, ledger } = tools;
	const { senderId, message } = request;
	const smsCount = smsCountOf(message);
	let { entries } = request;
	// Once an attempt may have been sent, only an acceptance tells what became of the SMS.
	let doubt: Outcome | undefined;

	for (let attempts = 1; ; attempts++) {
		const left = entriesOf(entries, progress);
		ledger.begin(number, left);
		run.requests++;
		const started = clock.now();
		const recipients = left.map(({ recipient }) => recipient);
		const reply = await tools.send({ senderId, message, recipients });
		run.lastTook = clock.now() - started;
		const outcome = classify(reply, number, smsCount, tools.tokenExpiredAt?.());
		if (outcome.status === 'unknown') doubt = outcome;

		const wait = askedToWait(reply, clock.now()) ?? backoff(attempts, clock.random());
		const limited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		const mayWait = !limited || run.pause(wait);
		if (attempts >= settings.maxAttempts || !mayWait || !mayRetry(outcome, settings.uncertain)) {
			run.haltOn(outcome);
			return { entries, outcome: outcome.status === 'accepted' ? outcome : (doubt ?? outcome) };
		}

		if (doubt) for (const index of entries) doubts.set(index, doubt);
		const turn = (limited ? Promise.resolve() : clock.wait(wait, signal)).then(
			async () => await rateLimiter.acquire(signal),
		);
		const held = entries;
		const timeToSend = timeUnderClaims(held, progress);
		const areHeld = await turnUnderClaims(turn, timeToSend, () => held, progress);
		const halted = run.halted();
		if (halted) return { entries, outcome: doubt ?? halted };
		if (!mayStillBeSent(entries, progress)) {
			run.haltOn(outcome);
			return { entries, outcome: doubt ?? outcome };
		}
		if (areHeld) continue;
		const [claimed] = await claimWindow([{ ...request, entries }], postponed, progress);
		if (claimed === undefined) return undefined;
		entries = claimed.entries;
	}
}

/**
 * Makes the request and settles its entries.
 *
 * @returns what ends the claims
 */
export async function send(
	request: PlannedRequest,
	postponed: Postponed,
	progress: Progress,
): Promise<() => Promise<void>> {
	const number = ++progress.lastRequest;
	const { ledger } = progress.run.tools;
	const attempted = await attempt(request, number, postponed, progress);
	if (attempted === undefined) {
		ledger.free(number);
		return async () => {};
	}
	const { entries, outcome } = attempted;
	settle(entries, outcome, progress);
	ledger.end(number, entriesOf(entries, progress), outcome);
	if (outcome.status === 'accepted' || outcome.status === 'unknown') {
		keepDuplicates(entries, progress);
	} else {
		keepDoubts(entries, progress);
	}
	return async () => await endClaims(entries, outcome, progress);
}

/** Ends the claims of entries that were sent, as their outcome says. */
async function endClaims(
	indexes: readonly number[],
	outcome: Outcome,
	progress: Progress,
): Promise<void> {
	const { deduplication } = progress.run.tools;
	const entries = entriesOf(indexes, progress);
	if (outcome.status === 'accepted') await deduplication.confirm(entries);
	else if (outcome.status === 'unknown') await deduplication.leave(entries);
	else await releaseClaims(indexes, progress);
}

/** What was a duplicate stays one in a retry, also where a text with a time in it has changed. */
function keepDuplicates(sent: readonly number[], progress: Progress): void {
	const { plan, run } = progress;
	const duplicates = sent.flatMap((index) => {
		const { item } = plan.entries[index]!;
		// A number that stands twice in one item has one place in the ledger: that of the sent one.
		return entriesOf(plan.duplicates.get(index) ?? [], progress).filter((one) => one.item !== item);
	});
	run.tools.ledger.keep(duplicates, DUPLICATE);
}

/** What another execution left in doubt, this one must remember too. */
function keepDoubts(indexes: readonly number[], { plan, run, outcomes }: Progress): void {
	for (const index of indexes) {
		if (!plan.doubts.has(index)) run.tools.ledger.keep([plan.entries[index]!], outcomes[index]!);
	}
}
