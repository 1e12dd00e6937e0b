import type { Entry } from './entry';
import { isFailure, STATUSES, type Outcome, type Status } from './outcome';
import type { Row } from './plan/plan';

/** A recipient, and how it ended. */
export type Ended = Readonly<Entry & Outcome>;

/** @param rows that all have an outcome by now */
export const endedOf = (rows: readonly Row[]): Ended[] =>
	rows.map(({ entry, outcome }) => Object.assign({}, entry, outcome!));

/** Without samples for testers, which are none of the recipients. */
export const ofItems = (all: readonly Ended[]): Ended[] => all.filter(({ isSample }) => !isSample);

export type Summary = Readonly<{
	recipients: { total: number } & Record<Status, number>;
	/** Without `replayed`: how it stands, not when it came to be so. */
	ends: ReadonlyArray<Pick<Outcome, 'reason'>>;
	/** SMS that were, or may have been, spent in this run; replayed ones were spent before. */
	smsCount: number;
	/** The first hundred. */
	failures: readonly Ended[];
	/** Recipients that were skipped, without those whom another item reaches. */
	keptOut: readonly string[];
}>;

export const MAX_FAILURES = 100;

/** A sample is none of the recipients, but it costs an SMS. */
export function summarize(all: readonly Ended[]): Summary {
	const own = ofItems(all);
	const recipients = { total: own.length } as Summary['recipients'];
	for (const one of STATUSES) recipients[one] = own.filter(({ status }) => status === one).length;
	const smsCount = all.reduce((sum, one) => sum + (one.replayed ? 0 : one.smsCount), 0);
	const ends = own.map(({ reason }) => ({ reason }));
	const keptOut = own
		.filter(({ reason, status }) => status === 'skipped' && reason !== 'duplicate')
		.map(({ recipient }) => recipient);
	const failures = own.filter(isFailure).slice(0, MAX_FAILURES);
	return { recipients, ends, smsCount, failures, keptOut };
}
