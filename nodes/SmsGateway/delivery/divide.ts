import {
	afterPart,
	isWholeAtFault,
	nextParts,
	openIn,
	startDivision,
	type PartResult,
} from '../domain/plan/division';
import { textOf, type PlannedRequest } from '../domain/plan/plan';
import { fellByMore } from '../domain/service/balance';
import { refusedButPaid } from '../domain/service/classify';
import { claimWhenReady, startPass, type Pass } from './claims';
import { keepUnknown, sendRequest, type SentRequest } from './request';
import { stopped, type Run } from './run';

const UNANSWERED = stopped('unanswered');

/** So many parts in a row that are neither accepted nor refused end a division. */
const MOST_UNANSWERED = 2;

/**
 * Asks about the recipients of refused requests again, in parts, until each has an outcome of its own or
 * it has shown that the whole is at fault. Until then each has that of the request that it was in. Nothing
 * else is in progress meanwhile.
 *
 * @returns which of them another execution has claimed
 */
export async function divideRefused(refused: readonly PlannedRequest[], run: Run): Promise<Pass> {
	const pass = startPass();
	if (refused.length === 0) return pass;
	const shown = await shownByBalance(run);
	if (shown !== 'unpaid') {
		for (const { entries } of refused) await leaveInDoubt(entries, shown, run);
		return pass;
	}
	const byText = new Map<string, PlannedRequest[]>();
	for (const request of refused) {
		byText.set(textOf(request), [...(byText.get(textOf(request)) ?? []), request]);
	}
	for (const requests of byText.values()) await divide(requests, pass, run);
	return pass;
}

/** Requests with one text. */
async function divide(requests: readonly PlannedRequest[], pass: Pass, run: Run): Promise<void> {
	const { settings, tools, textsAtFault } = run;
	const [first] = requests as [PlannedRequest];
	const isPaced = tools.balance !== undefined || settings.requestsPerSecond > 0;
	let division = startDivision(requests.map(({ entries }) => entries));
	let unanswered = 0;

	async function resultOf({ entries, outcome }: SentRequest): Promise<PartResult> {
		if (outcome.status === 'accepted') return 'accepted';
		if (outcome.reason !== 'refusedByService') return 'other';
		const shown = entries.length > 1 ? await shownByBalance(run) : 'unpaid';
		if (shown === 'unpaid') return 'refused';
		await leaveInDoubt(entries, shown, run);
		return 'other';
	}

	while (openIn(division).length > 0 && !textsAtFault.has(textOf(first))) {
		if (run.halted({ isPart: true })) return;
		if (unanswered >= MOST_UNANSWERED) return run.settle(openIn(division), UNANSWERED);
		const width = isPaced ? 1 : settings.concurrency;
		const parts = nextParts(division, width, tools.clock.random());
		const asked = parts.map((entries) => ({ ...first, entries, isPart: true }) as const);
		const sentParts = await sendParts(asked, pass, run);
		const sentTo = new Set(sentParts.flatMap(({ entries }) => entries));
		for (const part of parts) {
			// Settled, or left to the next pass.
			const others = part.filter((index) => !sentTo.has(index));
			if (others.length > 0) division = afterPart(division, others, 'other');
		}
		for (const sent of sentParts) {
			const result = await resultOf(sent);
			division = afterPart(division, sent.entries, result);
			unanswered = result === 'other' ? unanswered + 1 : 0;
		}
		if (isWholeAtFault(division)) textsAtFault.add(textOf(first));
	}
	for (const index of openIn(division).slice(0, 1)) run.haltOn(run.outcomes[index]!);
}

/** Sends to those of the parts who are to be sent to now, and ends their claims. */
async function sendParts(
	parts: readonly PlannedRequest[],
	pass: Pass,
	run: Run,
): Promise<SentRequest[]> {
	const claimed = await claimWhenReady(parts, pass, run);
	const sent = await Promise.all(
		claimed.map(async (part) => {
			const one = await sendRequest(part, pass, run);
			// Another part may wait for minutes.
			await one?.endClaims();
			return one;
		}),
	);
	return sent.filter((one) => one !== undefined);
}

/** Whether the service took more money since the last reading than the accepted SMS can have cost. */
async function shownByBalance(run: Run): Promise<'unpaid' | 'paid' | 'maybePaid'> {
	const { balance } = run.tools;
	if (balance === undefined) return 'unpaid';
	const last = run.lastBalance ?? { units: balance.before, smsAccepted: 0 };
	const now = await balance.now();
	if (!now.read) return 'maybePaid';
	run.lastBalance = { units: now.balance, smsAccepted: run.smsAccepted };
	const sms = run.smsAccepted - last.smsAccepted;
	return fellByMore(last.units, now, sms, balance.unitsPerSms) ? 'paid' : 'unpaid';
}

/** Nothing more is sent to those who were refused and may have got it, also not by another execution. */
async function leaveInDoubt(
	indexes: readonly number[],
	found: 'paid' | 'maybePaid',
	run: Run,
): Promise<void> {
	const { plan, tools, outcomes } = run;
	const entries = run.entriesOf(indexes);
	const [first] = indexes as [number];
	const outcome = refusedButPaid(outcomes[first]!, plan.entries[first]!.message, found);
	run.settle(indexes, outcome);
	run.haltOn(outcome);
	keepUnknown(indexes, outcome, run);
	// Also where the execution was cancelled meanwhile, or others have used up the day's limit.
	await tools.deduplication.claim(entries, true);
	await tools.deduplication.putInDoubt(entries);
}
