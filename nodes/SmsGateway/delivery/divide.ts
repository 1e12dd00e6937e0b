import { STOPPED } from '../domain/outcome';
import { startDivision, type PartResult } from '../domain/plan/division';
import type { PlannedRequest } from '../domain/plan/plan';
import { textOf } from '../domain/plan/sameSms';
import { costOf, fellByMore } from '../domain/service/balance';
import { refusedButPaid, refusedTogether } from '../domain/service/classify';
import { settle, type Run, type SentRequest } from './run';
import { Pass } from './sendInOrder';

/** So many parts in a row that are neither accepted nor refused end a division. */
const MOST_UNANSWERED = 2;

/**
 * Asks about the recipients of refused requests again, in parts, until each has an outcome of its own or the
 * whole is at fault; until then each has that of its request. Nothing else is in progress, and none is open.
 */
export async function divideRefused(run: Run): Promise<void> {
	const { balance } = run.tools;
	const refused = run.refused.splice(0);
	// What accepted SMS may have cost must hide no part that is charged.
	if (balance && refused.length > 0 && run.smsSinceBalance > 0) await run.readBalance(balance.now);
	const byText = new Map<string, PlannedRequest[]>();
	for (const request of refused) {
		byText.set(textOf(request), [...(byText.get(textOf(request)) ?? []), request]);
	}
	for (const requests of byText.values()) await divide(requests, run);
}

async function divide(requests: readonly PlannedRequest[], run: Run): Promise<void> {
	const { acceptedTexts, settings, tools, textsAtFault } = run;
	const [{ senderId, message, text, order }] = requests as [PlannedRequest];
	const partOf = { senderId, message, text, order, isPart: true } as const;
	const sms = textOf(partOf);
	// With a balance only one part may be open: `closeOpen` tells of all that are, once.
	const oneByOne = tools.balance !== undefined || settings.requestsPerSecond > 0;
	const groups = requests.map(({ rows }) => rows);
	const division = startDivision(groups, acceptedTexts.has(sms));
	let unanswered = 0;

	async function resultOf({ rows, outcome }: SentRequest): Promise<PartResult> {
		if (outcome.status === 'accepted') return 'accepted';
		if (outcome.reason !== 'refusedByService') return 'other';
		return rows.length === 1 || (await closeOpen(run)) ? 'refused' : 'other';
	}

	while (division.unresolved().length > 0 && !textsAtFault.has(sms)) {
		if (run.halted({ isPart: true })) return;
		if (unanswered >= MOST_UNANSWERED) return settle(division.unresolved(), STOPPED);
		const parts = division.nextParts(oneByOne ? 1 : settings.concurrency, tools.clock.random());
		const asked = parts.map((rows) => ({ ...partOf, rows }));
		const sent = await new Pass(asked, run, true).send();
		const sentTo = new Set(sent.flatMap(({ rows }) => rows));
		// Settled, or left to the next pass.
		const unsent = parts.map((part) => part.filter((row) => !sentTo.has(row)));
		for (const part of unsent) division.note(part, 'other');
		for (const one of sent) {
			const result = await resultOf(one);
			division.note(one.rows, result);
			unanswered = result === 'other' ? unanswered + 1 : 0;
		}
		if (division.isWholeAtFault()) textsAtFault.add(sms);
	}
	const [left] = division.unresolved();
	if (left?.outcome) run.haltOn(left.outcome);
}

/**
 * Whether the open requests were refused: the service took no more money since the last reading than the
 * accepted SMS cost. Else they may have been sent, and no execution sends their recipients more.
 */
export async function closeOpen(run: Run): Promise<boolean> {
	const { balance, ledger } = run.tools;
	const open = run.open.splice(0);
	if (balance === undefined || open.length === 0) return true;
	const { lastBalance, smsSinceBalance } = run;
	const now = await run.readBalance(balance.now);
	const cost = costOf(smsSinceBalance, balance.unitsPerSms);
	const isPaid = !now.read || fellByMore(lastBalance, now.balance, cost);
	const found = now.read ? 'paid' : 'maybePaid';
	for (const { rows, message, outcome: refusal } of open) {
		const outcome = isPaid ? refusedButPaid(refusal, message, found) : refusedTogether(refusal);
		settle(rows, outcome);
		if (isPaid) run.haltOn(outcome);
		ledger.end(outcome.request!, outcome);
		await run.endClaims(rows, outcome.status);
	}
	return !isPaid;
}
