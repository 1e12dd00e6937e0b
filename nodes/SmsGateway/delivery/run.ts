import type { Clock } from '../clock';
import type { Cause } from '../domain/cause';
import type { Entry, Message } from '../domain/entry';
import {
	CANCELLED,
	didNotArrive,
	isFailure,
	REASONS,
	STOPPED,
	withoutRequest,
	type Outcome,
	type Status,
} from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { textOf } from '../domain/plan/sameSms';
import type { Balance } from '../domain/service/balance';
import type { ServiceResult } from '../domain/service/result';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Deduplication } from '../keys/deduplication';
import type { Ledger } from '../history/ledger';
import { createRateLimiter } from './pace';

export type DeliverySettings = Readonly<{
	/** Requests in flight at once. */
	concurrency: number;
	/** 0 for no limit. */
	requestsPerSecond: number;
	uncertain: Uncertain;
	/** Whether the first failure ends the run (On Error: Stop). */
	stopOnFailure: boolean;
}>;

/** What a run has come to by now. Entries are named by their index in the plan. */
type Progress = ReturnType<typeof progressOf>;

export const progressOf = ({ settled, doubts }: Plan) => ({
	/** Undefined as long as the entry has none. Of those in flight it is what n8n's end would make of it. */
	outcomes: [...settled],
	/** Entries that may have been sent before: a failure now does not change that. */
	doubts: new Map(doubts),
});

export type DeliveryTools = Readonly<{
	/** Makes one request. A failure to make it is a result, not an exception. */
	send(message: Message): Promise<ServiceResult>;
	clock: Clock;
	ledger: Ledger;
	/** `progressOf` the plan, where others look on. */
	progress: Progress;
	deduplication: Deduplication;
	/** What keeps an entry from being sent at an instant, such as a send window that has closed. */
	timingRefusalOf?(entry: Entry, now: number): Outcome | undefined;
	/** What shows whether a refused request was still sent; absent where it is not to be read. One attempt each. */
	balance?: Readonly<{ before: number; unitsPerSms: number; now(): Promise<Balance> }>;
	/** Aborts when the user cancels the execution. */
	signal?: AbortSignal;
}>;

/** A request that has ended, with those whom it was sent to. */
export type SentRequest = Readonly<{ entries: readonly number[]; outcome: Outcome }>;

type RefusedRequest = PlannedRequest & SentRequest;

export type Run = ReturnType<typeof startRun>;

/** A plan that is being carried out. */
export function startRun(plan: Plan, settings: DeliverySettings, tools: DeliveryTools) {
	const { clock, deduplication, ledger, progress, signal } = tools;
	const { outcomes, doubts } = progress;
	const rateLimiter = createRateLimiter(settings.requestsPerSecond, clock);
	const phoneAt = (index: number): string => plan.entries[index]!.phone;
	/** By phone, the first entry that is left or was refused. */
	const waiting = new Map<string, number>();
	let halt: Outcome | undefined;
	let isStopped = false;
	const entriesOf = (indexes: readonly number[]): Entry[] =>
		indexes.map((index) => plan.entries[index]!);

	return {
		plan,
		settings,
		tools,
		rateLimiter,
		outcomes,
		doubts,
		/** Left to the next pass. */
		left: [] as PlannedRequest[],
		/** What was not begun, as refused requests come first. */
		rest: [] as PlannedRequest[],
		/** Refused as a whole: whether any of it was sent is for the balance to say. Their claims are not ended. */
		open: [] as RefusedRequest[],
		/** Refused as a whole, and to be divided. */
		refused: [] as RefusedRequest[],
		waiting,
		/** Later SMS to the phones of these entries wait for them. */
		waitFor(indexes: readonly number[]): void {
			for (const index of indexes) {
				waiting.set(phoneAt(index), Math.min(index, waiting.get(phoneAt(index)) ?? index));
			}
		},
		isWaiting: (index: number): boolean => (waiting.get(phoneAt(index)) ?? index) < index,
		/** Requests are counted from 1, and on through the runs of a turn. */
		lastRequest: ledger.lastRequest,
		/** Milliseconds that the last response took, or a request has waited for its slot. */
		lastTook: 0,
		/** As it was read last, and the SMS that were accepted since, by the larger count. */
		lastBalance: tools.balance?.before ?? 0,
		smsSinceBalance: 0,
		/** Senders and texts, by `textOf`: what the service refuses whoever the recipient is, and what it took. */
		textsAtFault: new Set<string>(),
		acceptedTexts: new Set(
			plan.entries.filter((_, index) => plan.settled[index]?.status === 'accepted').map(textOf),
		),
		entriesOf,
		phoneAt,
		/** Ends the entries with an outcome. A failure does not tell what became of an earlier SMS in doubt. */
		settle(indexes: readonly number[], outcome: Outcome): void {
			for (const index of indexes) {
				outcomes[index] = (didNotArrive(outcome) ? doubts.get(index) : undefined) ?? outcome;
			}
		},
		/** Ends the claims of entries as the status of their request says; without one they were not sent. */
		async endClaims(indexes: readonly number[], status?: Status): Promise<void> {
			const isFree = (index: number) =>
				status !== 'accepted' && status !== 'unknown' && !doubts.has(index);
			await deduplication.finish(entriesOf(indexes.filter(isFree)), 'free');
			// What has been released is no longer held.
			await deduplication.finish(entriesOf(indexes), status === 'accepted' ? 'sent' : 'inDoubt');
		},
		/**
		 * Why the request may not start, as the outcome of those that remain; undefined to go on. A part of
		 * a refused request is not stopped by the failure of another.
		 */
		halted(request?: Pick<PlannedRequest, 'isPart'>): Outcome | undefined {
			if (signal?.aborted) return CANCELLED;
			return halt ?? (isStopped && !request?.isPart ? STOPPED : undefined);
		},
		/** Halts the run where this outcome asks for it. Requests in flight finish. */
		haltOn(outcome: Outcome): void {
			if (REASONS[outcome.reason].haltsRun) {
				halt ??= STOPPED;
			} else if (settings.stopOnFailure && isFailure(outcome)) {
				isStopped = true;
			}
		},
		/** Pauses the run for that many milliseconds, or halts it and says that this is too long. */
		pause(milliseconds: number): Cause | undefined {
			const tooLong = rateLimiter.pause(milliseconds);
			if (tooLong) halt ??= withoutRequest('rateLimited', [tooLong]);
			return tooLong;
		},
	};
}
