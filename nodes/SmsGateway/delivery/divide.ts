import {
	afterPart,
	isWholeAtFault,
	nextPart,
	PATIENCE,
	PATIENCE_WHERE_SHOWN,
	startDivision,
	withoutSettled,
	type PartResult,
} from '../domain/plan/division';
import { textOf, type PlannedRequest } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { mayDivide } from '../domain/service/retryPolicy';
import type { Outcome } from '../domain/outcome';
import { lastLook, sendRequest, type SentRequest } from './request';
import type { RefusedText, Run } from './run';
import { claimTogether, readyUnderClaims, type Postponed, type Claimed } from './claims';

/**
 * Sends a request, and where it is refused, its parts: until each recipient has a result of its own,
 * or the results show that the whole is at fault. The parts follow one another in the request's
 * slot, so that concurrency and order hold for them as they are.
 *
 * @returns what ends the claims that are still held
 */
export async function sendOrDivide(
	request: PlannedRequest,
	timeToSend: Claimed['timeToSend'],
	postponed: Postponed,
	run: Run,
): Promise<() => Promise<void>> {
	const sent = await sendRequest(request, timeToSend, postponed, run);
	if (sent === undefined) return async () => {};
	if (!mayDivide(sent.outcome, sent.entries.length)) {
		acquit(request, sent.outcome, postponed, run);
		return sent.endClaims;
	}
	const division = divide(request, sent, postponed, run);
	run.divisions.add(division);
	await division;
	return async () => {};
}

/** Where a text is accepted after all, those are sent to in the next pass who were given up for it. */
function acquit(
	request: PlannedRequest,
	{ status, request: number = 0 }: Outcome,
	postponed: Postponed,
	run: Run,
): void {
	const text = status === 'accepted' ? run.refusedTexts.get(textOf(request)) : undefined;
	if (text?.atFaultSince === undefined || number <= text.atFaultSince) return;
	text.atFaultSince = undefined;
	postponed.requests.push(...withoutLaterSms(text.givenUp.splice(0), run));
}

/** Without those to whom the run sends another SMS, which would arrive before. */
function withoutLaterSms(requests: readonly PlannedRequest[], run: Run): PlannedRequest[] {
	const counts = new Map<string, number>();
	const phoneAt = (index: number) => phoneOf(run.plan.entries[index]!.recipient);
	for (const { entries } of run.plan.requests) {
		for (const phone of entries.map(phoneAt)) counts.set(phone, (counts.get(phone) ?? 0) + 1);
	}
	return requests.flatMap((request) => {
		const entries = request.entries.filter((index) => counts.get(phoneAt(index)) === 1);
		return entries.length > 0 ? [{ ...request, entries }] : [];
	});
}

const resultOf = ({ status, reason }: Outcome): PartResult => {
	if (status === 'accepted') return 'accepted';
	return reason === 'refusedByService' ? 'refused' : 'other';
};

async function divide(
	request: PlannedRequest,
	undivided: SentRequest,
	postponed: Postponed,
	run: Run,
): Promise<void> {
	// Before the first part, so that a crash between two of them leaves nobody in doubt.
	await undivided.endClaims();
	const text: RefusedText = run.refusedTexts.get(textOf(request)) ?? { givenUp: [] };
	run.refusedTexts.set(textOf(request), text);
	let showVerdict = () => {};
	if (text.verdict) await text.verdict;
	else text.verdict = new Promise((resolve) => (showVerdict = resolve));
	try {
		const isKnown = text.atFaultSince !== undefined;
		let division = startDivision(undivided.entries, isKnown ? PATIENCE_WHERE_SHOWN : PATIENCE);
		let { explanation } = undivided.outcome;
		while (division.open.length > 0 && !isWholeAtFault(division)) {
			const halted = run.halted({ isPart: true });
			if (halted) return run.settle(division.open, halted);
			const part = nextPart(division, run.tools.clock.random());
			const sent = await sendPart({ ...request, entries: part, isPart: true }, postponed, run);
			const asked = new Set(sent?.entries);
			division = withoutSettled(
				division,
				part.filter((index) => !asked.has(index)),
			);
			if (sent === undefined) continue;
			await sent.endClaims();
			const { outcome } = sent;
			if (outcome.reason === 'balanceFell') {
				return await leaveInDoubt(division.open, outcome, run);
			}
			division = afterPart(division, sent.entries, resultOf(outcome));
			acquit(request, outcome, postponed, run);
			if (division.isAccepted) showVerdict();
			if (outcome.status === 'rejected' && asked.size === 1) ({ explanation } = outcome);
		}
		if (!isWholeAtFault(division)) return;
		const { open } = division;
		run.settle(open, { ...undivided.outcome, explanation });
		run.haltOn(undivided.outcome);
		text.atFaultSince = run.lastRequest;
		text.givenUp.push({ ...request, entries: open });
	} finally {
		showVerdict();
	}
}

/** Sends a part as any request is sent, but in the slot of the request that it is a part of. */
async function sendPart(
	part: PlannedRequest,
	postponed: Postponed,
	run: Run,
): Promise<SentRequest | undefined> {
	const { rateLimiter, tools } = run;
	await rateLimiter.ready(tools.signal);
	let claims = await claimTogether([part], postponed, run);
	if (claims.requests.length === 0) return undefined;
	const areHeld = await readyUnderClaims(rateLimiter.acquire(tools.signal), claims, run);
	if (!areHeld) claims = await claimTogether(claims.requests, postponed, run);
	const [claimed] = claims.requests;
	if (claimed === undefined) return undefined;
	const { left, freed } = lastLook(claimed, run);
	await freed;
	if (left.entries.length === 0) return undefined;
	return await sendRequest(left, claims.timeToSend, postponed, run);
}

/** Nothing more of a request is sent that was refused and paid for, also not by another execution. */
async function leaveInDoubt(indexes: readonly number[], outcome: Outcome, run: Run): Promise<void> {
	const { deduplication, ledger, signal } = run.tools;
	const entries = run.entriesOf(indexes);
	run.settle(indexes, outcome);
	const number = ++run.lastRequest;
	ledger.begin(number, entries);
	ledger.end(number, outcome);
	await deduplication.claim(entries, signal);
	await deduplication.putInDoubt(entries);
}
