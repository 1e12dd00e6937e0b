import type { Clock } from '../clock';
import type { Cause } from '../domain/cause';
import type { Entry, SmsRequest } from '../domain/entry';
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
import { entriesOf, type Plan, type PlannedRequest, type Row } from '../domain/plan/plan';
import { textOf } from '../domain/plan/sameSms';
import type { Balance } from '../domain/service/balance';
import type { ServiceResult } from '../domain/service/result';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Deduplication } from '../keys/deduplication';
import type { Ledger } from '../history/ledger';
import { RateLimiter } from './pace';

export type DeliverySettings = Readonly<{
	/** Requests in flight at once. */
	concurrency: number;
	/** 0 for no limit. */
	requestsPerSecond: number;
	uncertain: Uncertain;
	/** Whether the first failure ends the run (On Error: Stop; but one question goes on). */
	endsOnFailure: boolean;
}>;

export type DeliveryTools = Readonly<{
	/** Makes one request. A failure to make it is a result, not an exception. */
	send(message: SmsRequest): Promise<ServiceResult>;
	clock: Clock;
	ledger: Ledger;
	deduplication: Deduplication;
	/** What keeps an entry from being sent at an instant, such as a closed send window. */
	refusalAt?(entry: Entry, now: number): Outcome | undefined;
	/** What shows whether a refused request was still sent; absent where it is not to be read. One attempt each. */
	balance?: Readonly<{ before: number; unitsPerSms: number; now(): Promise<Balance> }>;
	/** Aborts when the user cancels the execution. */
	signal?: AbortSignal;
}>;

/** A request that has ended, for those that it was sent to. */
export type SentRequest = Readonly<{ rows: readonly Row[]; outcome: Outcome }>;

type RefusedRequest = PlannedRequest & SentRequest;

export class Run {
	readonly rateLimiter: RateLimiter;
	/** To be sent in a later pass: other executions hold their claims, or an earlier SMS waits. */
	readonly postponed: PlannedRequest[] = [];
	/** Not begun in a pass that ended early, as refused requests come first. */
	readonly notBegun: PlannedRequest[] = [];
	/** Refused as a whole, and for the balance to say whether any of it was sent: their claims are not ended. */
	readonly open: RefusedRequest[] = [];
	/** Refused as a whole, and to be divided. */
	readonly refused: RefusedRequest[] = [];
	/** By phone, the index of the first row that is left or was refused. */
	readonly blocked = new Map<string, number>();
	/** Counted from 1, and on through the runs of a turn. */
	lastRequest: number;
	/** Milliseconds that the last response took, or that a request waited for its slot. */
	lastTook = 0;
	/** As it was read last; and the SMS that were accepted since, as the service counts them. */
	lastBalance: number;
	smsSinceBalance = 0;
	/** By `textOf`: what the service refuses for every recipient, and what it has accepted. */
	readonly textsAtFault = new Set<string>();
	readonly acceptedTexts: Set<string>;
	private halt?: Outcome;
	private isStopped = false;

	constructor(
		{ rows }: Plan,
		readonly settings: DeliverySettings,
		readonly tools: DeliveryTools,
	) {
		this.rateLimiter = new RateLimiter(settings.requestsPerSecond, tools.clock);
		this.lastRequest = tools.ledger.lastRequest;
		this.lastBalance = tools.balance?.before ?? 0;
		const accepted = rows.filter(({ outcome }) => outcome?.status === 'accepted');
		this.acceptedTexts = new Set(accepted.map(({ entry }) => textOf(entry)));
	}

	/** Lets later SMS to their phones wait for these. */
	waitFor(rows: readonly Row[]): void {
		for (const row of rows) if (!this.isBlocked(row)) this.blocked.set(row.entry.phone, row.index);
	}

	isBlocked({ entry, index }: Row): boolean {
		return (this.blocked.get(entry.phone) ?? index) < index;
	}

	/** @param status of their request; none where they were not sent */
	async endClaims(rows: readonly Row[], status?: Status): Promise<void> {
		const { deduplication } = this.tools;
		if (status === 'accepted') return await deduplication.finish(entriesOf(rows), 'sent');
		if (status === 'unknown') return await deduplication.finish(entriesOf(rows), 'inDoubt');
		await deduplication.finish(entriesOf(rows.filter(({ doubt }) => !doubt)), 'free');
		// An earlier SMS may still have come.
		await deduplication.finish(entriesOf(rows.filter(({ doubt }) => doubt)), 'inDoubt', false);
	}

	/** Why the request may not start: the outcome of its rows. A part is not stopped by another failure. */
	halted({ isPart }: Pick<PlannedRequest, 'isPart'>): Outcome | undefined {
		if (this.tools.signal?.aborted) return CANCELLED;
		return this.halt ?? (this.isStopped && !isPart ? STOPPED : undefined);
	}

	/** Halts the run where this outcome asks for it. Requests in flight finish. */
	haltOn(outcome: Outcome): void {
		if (REASONS[outcome.reason].haltsRun) this.halt ??= STOPPED;
		else if (this.settings.endsOnFailure && isFailure(outcome)) this.isStopped = true;
	}

	/** For that many milliseconds; halts the run where that is too long, and says so. */
	pause(milliseconds: number): Cause | undefined {
		const tooLong = this.rateLimiter.pause(milliseconds);
		if (tooLong) this.halt ??= withoutRequest('rateLimited', [tooLong]);
		return tooLong;
	}

	/** Where it can be read, what is accepted from now on counts against it. */
	async readBalance(now: () => Promise<Balance>): Promise<Balance> {
		const balance = await now();
		if (balance.read) {
			this.lastBalance = balance.balance;
			this.smsSinceBalance = 0;
		}
		return balance;
	}
}

/** A failure does not tell what became of an earlier SMS in doubt. */
export function settle(rows: readonly Row[], outcome: Outcome): void {
	for (const row of rows) row.outcome = (didNotArrive(outcome) ? row.doubt : undefined) ?? outcome;
}
