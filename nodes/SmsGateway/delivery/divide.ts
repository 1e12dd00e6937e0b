import { STOPPED } from '../domain/outcome';
import { startDivision, type PartResult } from '../domain/plan/division';
import { textOf, type PlannedRequest } from '../domain/plan/plan';
import { costOf, fellByMore } from '../domain/service/balance';
import { refusedButPaid, refusedTogether } from '../domain/service/classify';
import type { Run, SentRequest } from './run';
import { sendInOrder } from './sendInOrder';

/** So many parts in a row that are neither accepted nor refused end a division. */
const MOST_UNANSWERED = 2;

/**
 * Asks about the recipients of refused requests again, in parts, until each has an outcome of its own or
 * it has shown that the whole is at fault. Until then each has that of the request that it was in. Nothing
 * else is in progress meanwhile.
 */
export async function divideRefused(refused: Run['refused'], run: Run): Promise<void> {
	if (refused.length === 0 || !(await areUnpaid(refused, run))) return;
	const byText = new Map<string, PlannedRequest[]>();
	for (const request of refused) {
		byText.set(textOf(request), [...(byText.get(textOf(request)) ?? []), request]);
	}
	for (const requests of byText.values()) await divide(requests, run);
}

/** Requests with one text. */
async function divide(requests: readonly PlannedRequest[], run: Run): Promise<void> {
	const { settings, tools, textsAtFault } = run;
	const [{ senderId, message, place }] = requests as [PlannedRequest];
	const first = { senderId, message, place };
	const text = textOf(first);
	const isPaced = tools.balance !== undefined || settings.requestsPerSecond > 0;
	const division = startDivision(requests.map(({ entries }) => entries));
	let unanswered = 0;

	async function resultOf(sent: SentRequest): Promise<PartResult> {
		const { entries, outcome } = sent;
		if (outcome.status === 'accepted') return 'accepted';
		if (outcome.reason !== 'refusedByService') return 'other';
		return entries.length === 1 || (await areUnpaid([sent], run)) ? 'refused' : 'other';
	}

	while (division.open().length > 0 && !textsAtFault.has(text)) {
		if (run.halted({ isPart: true })) return;
		if (unanswered >= MOST_UNANSWERED) {
			run.settle(division.open(), STOPPED);
			return;
		}
		const parts = division.nextParts(isPaced ? 1 : settings.concurrency, tools.clock.random());
		const asked = parts.map((entries) => ({ ...first, entries, isPart: true }) as const);
		const sent = await sendInOrder(asked, run, true);
		const sentTo = new Set(sent.flatMap(({ entries }) => entries));
		for (const part of parts) {
			// Settled, or left to the next pass.
			const others = part.filter((index) => !sentTo.has(index));
			if (others.length > 0) division.note(others, 'other');
		}
		for (const one of sent) {
			const result = await resultOf(one);
			division.note(one.entries, result);
			unanswered = result === 'other' ? unanswered + 1 : 0;
		}
		if (division.isWholeAtFault()) textsAtFault.add(text);
	}
	const [left] = division.open();
	if (left !== undefined) run.haltOn(run.outcomes[left]!);
}

/**
 * Whether the service took no more money since the last reading than the accepted SMS can have cost. Else
 * nothing more is sent to those who were refused and may have got it, also not by another execution.
 */
async function areUnpaid(refused: readonly SentRequest[], run: Run): Promise<boolean> {
	const { balance, deduplication, ledger } = run.tools;
	if (balance === undefined) return true;
	const now = await balance.now();
	if (now.read) {
		const cost = costOf(run.smsSinceBalance, balance.unitsPerSms);
		const isPaid = fellByMore(run.lastBalance, now.balance, cost);
		run.lastBalance = now.balance;
		run.smsSinceBalance = 0;
		if (!isPaid) {
			for (const { entries, outcome } of refused) run.settle(entries, refusedTogether(outcome));
			return true;
		}
	}
	for (const { entries: indexes, outcome: refusal } of refused) {
		const entries = run.entriesOf(indexes);
		const outcome = refusedButPaid(refusal, entries[0]!.message, now.read ? 'paid' : 'maybePaid');
		run.settle(indexes, outcome);
		run.haltOn(outcome);
		ledger.begin(outcome.request!, entries);
		ledger.end(outcome.request!, outcome);
		// Also where the execution was cancelled meanwhile, or others have used up the day's limit.
		await deduplication.claim(entries, true);
		await deduplication.finish(entries, 'inDoubt');
	}
	return false;
}
