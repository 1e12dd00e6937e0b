import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { inWords } from './dateTime';
import { closedIn, nextOpening, timeIn, type SendWindow } from './sendWindow';
import { timeZonesOf } from './timeZones';

export type TimingRules = Readonly<{
	window?: SendWindow;
	/** The workflow's. */
	timeZone: string;
	/** The countries whose clocks count; none where it is the workflow's. */
	countriesOf: (recipient: string) => readonly string[];
}>;

const MINUTE = 60_000;

/** A window that is closed. */
type Closed = Readonly<{
	/** Why, as the beginning of a sentence. */
	why: string;
	/** When it opens next, in milliseconds since 1970; undefined for never. */
	opening: number | undefined;
	outcome: Outcome;
}>;

/** What keeps an entry from being sent at an instant, in milliseconds since 1970. */
export function timingSafeguards({
	window,
	timeZone,
	countriesOf,
}: TimingRules): (entry: Entry, now: number) => Outcome | undefined {
	const words = (instant: number): string => inWords(instant, timeZone);

	function closed(zones: readonly string[], decisive: string, now: number): Closed {
		const why = `Not sent: outside the 'Send Window', as it is ${timeIn(decisive, now)} in ${decisive}.`;
		const opening = nextOpening(window!, zones, now);
		const next =
			opening === undefined
				? "Its hours are never the same in all time zones of the recipient's country. Make it longer, or use the workflow's time zone."
				: `It opens next on ${words(opening)}.`;
		return {
			why,
			opening,
			outcome: {
				...withoutRequest('outsideWindow', `${why} ${next}`),
				...(opening !== undefined && { sendAt: new Date(opening).toISOString() }),
			},
		};
	}

	function find(countries: readonly string[], now: number): Closed | undefined {
		const theirs = [...new Set(countries.flatMap((country) => [...timeZonesOf(country)]))];
		const zones = theirs.length > 0 ? theirs : [timeZone];
		const decisive = closedIn(window!, zones, now);
		return decisive === undefined ? undefined : closed(zones, decisive, now);
	}

	// A window opens and closes on the minute, so recipients of a country share what was found.
	let minute: number | undefined;
	const found = new Map<string, Closed | undefined>();
	function whileClosed(recipient: string, now: number): Closed | undefined {
		if (Math.floor(now / MINUTE) !== minute) found.clear();
		minute = Math.floor(now / MINUTE);
		const countries = countriesOf(recipient);
		const key = countries.join();
		if (!found.has(key)) found.set(key, find(countries, now));
		return found.get(key);
	}

	return ({ recipient, expiresAt = Infinity }, now) => {
		if (now >= expiresAt) {
			const explanation = `Not sent: 'Do Not Send After' has passed: ${words(expiresAt)}.`;
			return withoutRequest('expired', explanation);
		}
		const closure = window === undefined ? undefined : whileClosed(recipient, now);
		if (closure?.opening === undefined || closure.opening < expiresAt) return closure?.outcome;
		const tooLate = `${closure.why} It opens next on ${words(closure.opening)}, after 'Do Not Send After': ${words(expiresAt)}.`;
		return withoutRequest('outsideWindow', tooLate);
	};
}
