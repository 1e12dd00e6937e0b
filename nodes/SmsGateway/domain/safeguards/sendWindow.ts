import { wallClock } from './wallClock';

/** When SMS may be sent, as a clock on the wall shows it: daylight saving moves it along. */
export type SendWindow = Readonly<{
	/** Minutes since midnight. */
	from: number;
	/** Minutes since midnight, not included. At or before `from`: on the next day. */
	until: number;
	/** Days on which it opens, Sunday 0. */
	days: readonly number[];
}>;

const MINUTE = 60_000;
const SLOT = 15 * MINUTE;
/** Two weeks and a day: daylight saving may skip a window that opens once a week. */
const HORIZON = 15 * 24 * 60 * MINUTE;

function isOpenIn(zone: string, { from, until, days }: SendWindow, instant: number): boolean {
	const { day, minute } = wallClock(zone, instant);
	const opensToday = days.includes(day);
	if (from < until) return opensToday && minute >= from && minute < until;
	const openedYesterday = days.includes((day + 6) % 7);
	return (opensToday && minute >= from) || (openedYesterday && minute < until);
}

/** Whether the window is open in all of the zones. */
export const isOpen = (window: SendWindow, zones: readonly string[], instant: number): boolean =>
	zones.every((zone) => isOpenIn(zone, window, instant));

/**
 * The first instant from now on at which the window is open in all of the zones; undefined where
 * they have no common hour. A zone's clock can come to `from`, or be put forward or back, and all
 * zones are whole quarters of an hour apart: so only two minutes of each quarter need a look.
 */
export function nextOpening(
	window: SendWindow,
	zones: readonly string[],
	now: number,
): number | undefined {
	if (isOpen(window, zones, now)) return now;
	const past = (window.from % 15) * MINUTE;
	const first = Math.floor(now / SLOT) * SLOT;
	for (let slot = first; slot <= now + HORIZON; slot += SLOT) {
		for (const instant of new Set([slot, slot + past])) {
			if (instant > now && isOpen(window, zones, instant)) return instant;
		}
	}
	return undefined;
}
