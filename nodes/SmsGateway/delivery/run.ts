import { MINUTE, type Clock } from '../clock';
import type { Deduplication } from '../history/keys';
import type { Entry, Message } from '../domain/entry';
import type { Plan } from '../domain/plan/plan';
import { createRateLimiter, type RateLimiter } from './pace';
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

export type DeliveryTools = Readonly<{
	/** Makes one request. A failure to make it is a reply, not an exception. */
	send(message: Message): Promise<ServiceResult>;
	clock: Clock;
	ledger: Ledger;
	deduplication: Deduplication;
	/** What keeps an entry from being sent at an instant, such as a send window that has closed. */
	timingRefusalOf?(entry: Entry, now: number): Outcome | undefined;
	/** When the access token's own expiry has passed: that date. */
	tokenExpiredAt?: () => string | undefined;
	/** Aborts when the user cancels the execution. */
	signal?: AbortSignal;
}>;

const STOPPED = withoutRequest(
	'stopped',
	"Not sent: an earlier request failed, and 'Settings > On Error' is 'Stop Workflow'.",
);

const minutesInWords = (milliseconds: number): string => {
	const minutes = Math.ceil(milliseconds / MINUTE);
	return minutes > 24 * 60 ? 'more than a day' : `${minutes} minutes`;
};

const askedToWaitTooLong = (milliseconds: number): Outcome =>
	withoutRequest(
		'rateLimited',
		`Not sent: the service asked to wait ${minutesInWords(milliseconds)}. Wait that long, then send to the rest.`,
	);

const WAITED_TOO_LONG = withoutRequest(
	'rateLimited',
	`Not sent: the service asked again and again to wait, more than ${minutesInWords(MAX_TOTAL_WAIT)} in all. Send to the rest later, with a lower 'Requests per Second'.`,
);

/** A plan that is being carried out. Entries are named by their index. */
export type Run = {
	readonly plan: Plan;
	readonly settings: DeliverySettings;
	readonly tools: DeliveryTools;
	readonly rateLimiter: RateLimiter;
	/** Undefined as long as the entry has none. */
	readonly outcomes: Array<Outcome | undefined>;
	/** Entries that may have been sent before: a failure now does not change that. */
	readonly doubts: Map<number, Outcome>;
	/** Requests made, counting each attempt. */
	requests: number;
	/** Requests are counted from 1, and on through the runs of a turn. */
	lastRequest: number;
	/** Milliseconds that the last response took. */
	lastTook: number;
	entriesOf(indexes: readonly number[]): Entry[];
	/** Ends the entries with an outcome. A failure does not tell what became of an earlier SMS in doubt. */
	settle(indexes: readonly number[], outcome: Outcome): void;
	/** Why no further request may start, as the outcome of those that remain; undefined to go on. */
	halted(): Outcome | undefined;
	/** Halts the run where this outcome asks for it. Requests in flight finish. */
	haltOn(outcome: Outcome): void;
	/** Pauses the run for that many milliseconds, or halts it and returns false where that is too long. */
	pause(milliseconds: number): boolean;
};

export function startRun(plan: Plan, settings: DeliverySettings, tools: DeliveryTools): Run {
	const { clock, ledger, signal } = tools;
	const rateLimiter = createRateLimiter(settings.requestsPerSecond, clock, MAX_TOTAL_WAIT);
	const outcomes = [...plan.settled];
	const doubts = new Map(plan.doubts);
	let halt: Outcome | undefined;
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
		entriesOf: (indexes) => indexes.map((index) => plan.entries[index]!),
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
		halted: () => (signal?.aborted ? CANCELLED : halt),
		haltOn(outcome) {
			const { haltsRun } = REASONS[outcome.reason];
			if (haltsRun !== undefined) {
				halt ??= withoutRequest('stopped', `Not sent: ${haltsRun}, so the rest was not sent.`);
			} else if (settings.stopOnFailure && isFailure(outcome)) {
				halt ??= STOPPED;
			}
		},
		pause(milliseconds) {
			if (milliseconds > MAX_WAIT) halt ??= askedToWaitTooLong(milliseconds);
			else if (!rateLimiter.pause(milliseconds)) halt ??= WAITED_TOO_LONG;
			else return true;
			return false;
		},
	};
}
