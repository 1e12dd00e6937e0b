import { readDateTime } from '../safeguards/dateTime';

/** Limit Wait Time as the editor saves it. */
export type WaitLimit = Readonly<{
	limitType?: unknown;
	resumeAmount?: unknown;
	resumeUnit?: unknown;
	maxDateAndTime?: unknown;
}>;

const UNITS: Readonly<Record<string, number>> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/**
 * When the wait ends, in milliseconds since 1970; undefined where no limit was set.
 *
 * @param zone whose clock is meant where the date names no offset
 * @throws Error with a sentence for the user: a question must not be sent with a limit that nobody meant
 */
export function deadlineOf(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: WaitLimit,
	now: number,
	zone: string,
): number | undefined {
	if (limitType === undefined) return undefined;
	if (limitType === 'atSpecifiedTime') {
		const deadline = readDateTime(maxDateAndTime, zone);
		if (deadline === undefined) {
			throw new Error(
				"'Limit Wait Time': 'Max Date and Time' must be a date such as 2026-11-21T18:00.",
			);
		}
		if (deadline <= now) {
			throw new Error("'Limit Wait Time': 'Max Date and Time' has already passed.");
		}
		return deadline;
	}
	const amount = Number(resumeAmount);
	const unit = UNITS[String(resumeUnit)];
	// NaN where the amount is no number, or beyond what a date can hold.
	const deadline = new Date(now + amount * (unit ?? NaN)).getTime();
	if (!(deadline > now)) {
		throw new Error("'Limit Wait Time': 'Amount' must be a number above 0.");
	}
	return deadline;
}
