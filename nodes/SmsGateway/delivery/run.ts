import { MINUTE, type Clock } from '../clock';
import type { Deduplication } from '../history/deduplication';
import type { CauseOf } from '../domain/cause';
import type { Entry, Message } from '../domain/entry';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Balance } from '../domain/service/balance';
import { createPool, createRateLimiter, type Pool, type RateLimiter } from './pace';
import type { Ledger } from '../history/ledger';
import { CANCELLED, isFailure, REASONS, withoutRequest, type Outcome } from '../domain/outcome';
import type { ServiceResult } from '../domain/service/result';
import { MAX_TOTAL_WAIT, MAX_WAIT, type Uncertain } from '../domain/service/retryPolicy';

export type DeliverySettings = Readonly<{
	/** Requests in flight at once. */
	concurrency: number;
	/** 0 for no limit. */
	requestsPerSecond: number;
	maxAttempts: number;
	uncertain: Uncertain;
	/** Whether the first failure ends the run (On Error: Stop). */
	stopOnFailure: boolean;
}>;

/** What a run has come to by now. Entries are named by their index in the plan. */
export type Progress = Readonly<{
	/** Undefined as long as the entry has none. */
	outcomes: Array<Outcome | undefined>;
	/** Entries that may have been sent before: a failure now does not change that. */
	doubts: Map<number, Outcome>;
}>;

export const progressOf = ({ settled, doubts }: Plan): Progress => ({
	outcomes: [...settled],
	doubts: new Map(doubts),
});

export type DeliveryTools = Readonly<{
	/** Makes one request. A failure to make it is a result, not an exception. */
	send(message: Message): Promise<ServiceResult>;
	clock: Clock;
	ledger: Ledger;
	/** Where somebody else looks on: `progressOf` the plan. */
	progress?: Progress;
	deduplication: Deduplication;
	/** What keeps an entry from being sent at an instant, such as a send window that has closed. */
	timingRefusalOf?(entry: Entry, now: number): Outcome | undefined;
	/** What shows whether a refused request was still sent; absent where it is not to be read. One attempt each. */
	balance?: Readonly<{ before: number; unitsPerSms: number; now(): Promise<Balance> }>;
	/** When the access token's own expiry has passed: that date. */
	tokenExpiredAt?: () => string | undefined;
	/** Aborts when the user cancels the execution. */
	signal?: AbortSignal;
}>;

export const stopped = (by: CauseOf<'stopped'>['by']): Outcome =>
	withoutRequest('stopped', [{ name: 'stopped', by }]);

const STOPPED = stopped('failure');

const waitedTooLong = (milliseconds: number, isTotal?: true): Outcome =>
	withoutRequest('rateLimited', [
		{ name: 'askedToWait', minutes: Math.ceil(milliseconds / MINUTE), ...(isTotal && { isTotal }) },
	]);

/** A plan that is being carried out. */
export type Run = Progress & {
	readonly plan: Plan;
	readonly settings: DeliverySettings;
	readonly tools: DeliveryTools;
	readonly rateLimiter: RateLimiter;
	/** Requests made, counting each attempt. */
	requests: number;
	/** Requests are counted from 1, and on through the runs of a turn. */
	lastRequest: number;
	/** Milliseconds that the last response took. */
	lastTook: number;
	/** SMS that were accepted, by the larger count. */
	smsAccepted: number;
	/** The last that was read, and how many SMS were accepted by then. */
	lastBalance?: Readonly<{ units: number; smsAccepted: number }>;
	/** Those that wait for their next attempt. They go first. */
	readonly retries: Pool;
	/** By `textOf`: the service refuses them whoever the recipient is. */
	readonly textsAtFault: Set<string>;
	entriesOf(indexes: readonly number[]): Entry[];
	phoneAt(index: number): string;
	/** What keeps an entry from being sent now, as a send window may have closed meanwhile. */
	lateRefusalOf(index: number): Outcome | undefined;
	/** Ends the entries with an outcome. A failure does not tell what became of an earlier SMS in doubt. */
	settle(indexes: readonly number[], outcome: Outcome): void;
	/**
	 * Why the request may not start, as the outcome of those that remain; undefined to go on. A part of
	 * a refused request is not stopped by the failure of another.
	 */
	halted(request?: Pick<PlannedRequest, 'isPart'>): Outcome | undefined;
	/** Halts the run where this outcome asks for it. Requests in flight finish. */
	haltOn(outcome: Outcome): void;
	/** Pauses the run for that many milliseconds, or halts it and returns false where that is too long. */
	pause(milliseconds: number): boolean;
};

export function startRun(plan: Plan, settings: DeliverySettings, tools: DeliveryTools): Run {
	const { clock, ledger, signal } = tools;
	const rateLimiter = createRateLimiter(settings.requestsPerSecond, clock, MAX_TOTAL_WAIT);
	const { outcomes, doubts } = tools.progress ?? progressOf(plan);
	let halt: Outcome | undefined;
	let isStopped = false;
	return {
		plan,
		settings,
		tools,
		rateLimiter,
		outcomes,
		doubts,
		requests: 0,
		lastRequest: ledger.lastRequest,
		lastTook: 0,
		smsAccepted: 0,
		retries: createPool(),
		textsAtFault: new Set(),
		entriesOf: (indexes) => indexes.map((index) => plan.entries[index]!),
		phoneAt: (index) => phoneOf(plan.entries[index]!.recipient),
		lateRefusalOf: (index) => tools.timingRefusalOf?.(plan.entries[index]!, clock.now()),
		settle(indexes, outcome) {
			const keepsDoubts = outcome.status === 'rejected' || outcome.status === 'notSent';
			for (const index of indexes) {
				const doubt = keepsDoubts ? doubts.get(index) : undefined;
				if (doubt === undefined) outcomes[index] = outcome;
				else if (outcome.request === undefined) outcomes[index] = doubt;
				// This run has made a request for it, so the outcome is not that of an earlier run only.
				else outcomes[index] = { ...doubt, replayed: undefined, request: outcome.request };
			}
		},
		halted(request) {
			if (signal?.aborted) return CANCELLED;
			return halt ?? (isStopped && !request?.isPart ? STOPPED : undefined);
		},
		haltOn(outcome) {
			const { haltsRun } = REASONS[outcome.reason];
			if (haltsRun !== undefined) {
				halt ??= stopped(haltsRun);
			} else if (settings.stopOnFailure && isFailure(outcome)) {
				isStopped = true;
			}
		},
		pause(milliseconds) {
			if (milliseconds > MAX_WAIT) halt ??= waitedTooLong(milliseconds);
			else if (!rateLimiter.pause(milliseconds)) halt ??= waitedTooLong(MAX_TOTAL_WAIT, true);
			else return true;
			return false;
		},
	};
}
