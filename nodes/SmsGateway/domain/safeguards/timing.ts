import { DateTime } from 'luxon';
import { DAY, MINUTE } from '../../clock';
import type { CauseOf } from '../cause';
import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { dateInWords } from './dateTime';
import { timeZonesOf } from './timeZones';

/** When SMS may be sent, as a clock on the wall shows it: daylight saving moves it along. */
export type SendWindow = Readonly<{
	/** Minutes since midnight. */
	from: number;
	/** Minutes since midnight, not included. At or before `from`: on the next day. */
	until: number;
	/** Days on which it opens, Sunday 0. */
	days: readonly number[];
}>;

const SLOT = 15 * MINUTE;
/** Two weeks and a day: daylight saving may skip a window that opens once a week. */
const HORIZON = 15 * DAY;

function isOpenIn(zone: string, { from, until, days }: SendWindow, instant: number): boolean {
	const { weekday, hour, minute } = DateTime.fromMillis(instant, { zone });
	const time = 60 * hour + minute;
	const opensToday = days.includes(weekday % 7);
	if (from < until) return opensToday && time >= from && time < until;
	const openedYesterday = days.includes(weekday - 1);
	return (opensToday && time >= from) || (openedYesterday && time < until);
}

/** The first of the zones in which the window is closed; undefined where it is open in all. */
export const closedIn = (
	window: SendWindow,
	zones: readonly string[],
	instant: number,
): string | undefined => zones.find((zone) => !isOpenIn(zone, window, instant));

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
	if (closedIn(window, zones, now) === undefined) return now;
	const past = (window.from % 15) * MINUTE;
	const first = Math.floor(now / SLOT) * SLOT;
	for (let slot = first; slot <= now + HORIZON; slot += SLOT) {
		for (const instant of new Set([slot, slot + past])) {
			if (instant > now && closedIn(window, zones, instant) === undefined) return instant;
		}
	}
	return undefined;
}

export type TimingRules = Readonly<{
	window?: SendWindow;
	/** The workflow's. */
	timeZone: string;
	/** What becomes of a number of an unknown country, where the workflow's zone is not known. */
	unknownCountry?: Outcome;
	/**
	 * The countries whose clocks count; none where it is the workflow's. A number does not tell where in
	 * its country it is: the workflow's zone counts if it is one of the country's, else all of them.
	 */
	countriesOf: (recipient: string) => readonly string[];
}>;

/** What keeps an entry from being sent at an instant, in milliseconds since 1970. */
export function timingSafeguards({
	window,
	timeZone,
	unknownCountry,
	countriesOf,
}: TimingRules): (entry: Entry, now: number) => Outcome | undefined {
	const words = (instant: number): string => dateInWords(instant, timeZone);

	function outcomeIn(countries: readonly string[], now: number): Outcome | undefined {
		const theirs = [...new Set(countries.flatMap((country) => [...timeZonesOf(country)]))];
		if (theirs.length === 0 && unknownCountry) return unknownCountry;
		// A zone may have several names; this is the one that a country's zones have.
		const home = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
		const isWorkflows = theirs.length === 0 || (!unknownCountry && theirs.includes(home));
		const zones = isWorkflows ? [timeZone] : theirs;
		const decisive = closedIn(window!, zones, now);
		if (decisive === undefined) return undefined;
		const time = DateTime.fromMillis(now, { zone: decisive, locale: 'en' }).toFormat('HH:mm');
		const cause = { name: 'outsideWindow', time, zone: decisive } as const;
		const opening = nextOpening(window!, zones, now);
		if (opening === undefined) return withoutRequest('outsideWindow', [cause]);
		const closed = withoutRequest('outsideWindow', [{ ...cause, opens: words(opening) }]);
		return { ...closed, sendAt: new Date(opening).toISOString() };
	}

	// A window opens and closes on the minute, so recipients of a country share what was found.
	const found = new Map<string, Outcome | undefined>();
	function whileClosed(recipient: string, now: number): Outcome | undefined {
		const countries = countriesOf(recipient);
		const key = `${Math.floor(now / MINUTE)} ${countries.join()}`;
		if (!found.has(key)) found.set(key, outcomeIn(countries, now));
		return found.get(key);
	}

	return ({ recipient, expiresAt = Infinity }, now) => {
		if (now >= expiresAt) {
			return withoutRequest('expired', [{ name: 'expired', at: words(expiresAt) }]);
		}
		const closed = window && whileClosed(recipient, now);
		if (closed?.sendAt === undefined || Date.parse(closed.sendAt) < expiresAt) return closed;
		const [cause] = closed.explanation as [CauseOf<'outsideWindow'>];
		return withoutRequest('outsideWindow', [{ ...cause, expired: words(expiresAt) }]);
	};
}
