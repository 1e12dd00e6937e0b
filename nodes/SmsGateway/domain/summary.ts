import { isFailure, STATUSES, type Outcome, type Status } from './outcome';
import type { Row } from './plan/plan';

/** A recipient with what became of it. */
export type EndedRow = Readonly<Pick<Row, 'entry'> & { outcome: Outcome }>;

export type Summary = Readonly<{
	recipients: { total: number } & Record<Status, number>;
	ends: ReadonlyArray<Pick<Outcome, 'reason'>>;
	smsCount: number;
	/** The first hundred. */
	failures: ReadonlyArray<Outcome & { recipient: string }>;
}>;

export const MAX_FAILURES = 100;

export const outcomesOf = (rows: readonly EndedRow[]): Outcome[] =>
	rows.map(({ outcome }) => outcome);

/** SMS that were, or may have been, spent in this run; replayed ones were spent before. */
export const smsSpent = (rows: readonly EndedRow[]): number =>
	rows.reduce((sum, { outcome }) => sum + (outcome.replayed ? 0 : outcome.smsCount), 0);

/** A sample is none of the recipients, but it costs an SMS. */
export function summarize(rows: readonly EndedRow[]): Summary {
	const own = rows.filter(({ entry }) => !entry.isSample);
	const ends = own.map(({ outcome: { reason, status } }) => ({ reason, status }));
	const recipients = { total: own.length } as Summary['recipients'];
	for (const one of STATUSES) recipients[one] = ends.filter(({ status }) => status === one).length;
	const failures = own
		.filter(({ outcome }) => isFailure(outcome))
		.map(({ entry: { recipient }, outcome }) => ({ ...outcome, recipient }));
	return { recipients, ends, smsCount: smsSpent(rows), failures: failures.slice(0, MAX_FAILURES) };
}
