import { STOPPED } from '../domain/outcome';
import { startDivision, type PartResult } from '../domain/plan/division';
import type { PlannedRequest } from '../domain/plan/plan';
import { textOf } from '../domain/plan/sameSms';
import { costOf, fellByMore } from '../domain/service/balance';
import { refusedButPaid, refusedTogether } from '../domain/service/classify';
import { settle, type Run, type SentRequest } from './run';
import { sendInOrder } from './sendInOrder';

/** So many parts in a row that are neither accepted nor refused end a division. */
const MOST_UNANSWERED = 2;

/**
 * Asks about the recipients of refused requests again, in parts, until each has an outcome of its own or
 * it has shown that the whole is at fault. Until then each has that of the request that it was in. Nothing
 * else is in progress meanwhile, and none of them is open.
 */
export async function divideRefused(refused: Run['refused'], run: Run): Promise<void> {
	if (refused.length > 0) await readBefore(run);
	const byText = new Map<string, PlannedRequest[]>();
	for (const request of refused) {
		byText.set(textOf(request), [...(byText.get(textOf(request)) ?? []), request]);
	}
	for (const requests of byText.values()) await divide(requests, run);
}

/** Reads the balance where SMS were accepted since: what they may have cost must hide no part that is charged. */
async function readBefore(run: Run): Promise<void> {
	const { balance } = run.tools;
	if (balance === undefined || run.smsSinceBalance === 0) return;
	await run.readBalance(balance.now);
}

/** Requests with one text. */
async function divide(requests: readonly PlannedRequest[], run: Run): Promise<void> {
	const { acceptedTexts, settings, tools, textsAtFault } = run;
	const [{ senderId, message, place }] = requests as [PlannedRequest];
	const first = { senderId, message, place };
	const text = textOf(first);
	const isPaced = tools.balance !== undefined || settings.requestsPerSecond > 0;
	const division = startDivision(
		requests.map(({ rows }) => rows),
		acceptedTexts.has(text),
	);
	let unanswered = 0;

	async function resultOf(sent: SentRequest): Promise<PartResult> {
		const { rows, outcome } = sent;
		if (outcome.status === 'accepted') return 'accepted';
		if (outcome.reason !== 'refusedByService') return 'other';
		return rows.length === 1 || (await closeOpen(run)) ? 'refused' : 'other';
	}

	while (division.open().length > 0 && !textsAtFault.has(text)) {
		if (run.halted({ isPart: true })) return;
		if (unanswered >= MOST_UNANSWERED) {
			settle(division.open(), STOPPED);
			return;
		}
		const parts = division.nextParts(isPaced ? 1 : settings.concurrency, tools.clock.random());
		const asked = parts.map((rows) => ({ ...first, rows, isPart: true }) as const);
		const sent = await sendInOrder(asked, run, true);
		const sentTo = new Set(sent.flatMap(({ rows }) => rows));
		for (const part of parts) {
			// Settled, or left to the next pass.
			const others = part.filter((row) => !sentTo.has(row));
			if (others.length > 0) division.note(others, 'other');
		}
		for (const one of sent) {
			const result = await resultOf(one);
			division.note(one.rows, result);
			unanswered = result === 'other' ? unanswered + 1 : 0;
		}
		if (division.isWholeAtFault()) textsAtFault.add(text);
	}
	const [left] = division.open();
	if (left?.outcome) run.haltOn(left.outcome);
}

/**
 * Says what the open requests were. Where the service took no more money since the last reading than the
 * accepted SMS can have cost, it has refused them; else they may have been sent, and nothing more is sent to
 * their recipients, also not by another execution.
 *
 * @returns whether they were refused
 */
export async function closeOpen(run: Run): Promise<boolean> {
	const { balance, ledger } = run.tools;
	const open = run.open.splice(0);
	if (balance === undefined || open.length === 0) return true;
	const { lastBalance, smsSinceBalance } = run;
	const now = await run.readBalance(balance.now);
	const cost = costOf(smsSinceBalance, balance.unitsPerSms);
	const isPaid = !now.read || fellByMore(lastBalance, now.balance, cost);
	for (const { rows, message, outcome: refusal } of open) {
		const outcome = isPaid
			? refusedButPaid(refusal, message, now.read ? 'paid' : 'maybePaid')
			: refusedTogether(refusal);
		settle(rows, outcome);
		if (isPaid) run.haltOn(outcome);
		ledger.end(outcome.request!, outcome);
		await run.endClaims(rows, outcome.status);
	}
	return !isPaid;
}
