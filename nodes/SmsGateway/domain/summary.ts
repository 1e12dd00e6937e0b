import type { Entry } from './entry';
import { isFailure, STATUSES, type Outcome, type Status } from './outcome';

export type Summary = Readonly<{
	recipients: { total: number } & Record<Status, number>;
	ends: ReadonlyArray<Pick<Outcome, 'reason'>>;
	/** SMS that were, or may have been, spent in this run; replayed ones were spent before. */
	smsCount: number;
	/** The first hundred. */
	failures: ReadonlyArray<Outcome & { recipient: string }>;
}>;

export const MAX_FAILURES = 100;

/** A sample is none of the recipients, but it costs an SMS. */
export function summarize(entries: readonly Entry[], outcomes: readonly Outcome[]): Summary {
	const own = outcomes.filter((_, index) => !entries[index]!.isSample);
	const recipients = { total: own.length } as Summary['recipients'];
	for (const one of STATUSES) recipients[one] = own.filter(({ status }) => status === one).length;
	const smsCount = outcomes.reduce((sum, one) => sum + (one.replayed ? 0 : one.smsCount), 0);
	const failures = outcomes.flatMap((outcome, index) => {
		const { isSample, recipient } = entries[index]!;
		return isFailure(outcome) && !isSample ? [{ ...outcome, recipient }] : [];
	});
	const ends = own.map(({ reason }) => ({ reason }));
	return { recipients, ends, smsCount, failures: failures.slice(0, MAX_FAILURES) };
}
