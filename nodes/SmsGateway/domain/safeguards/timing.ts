import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { utc } from '../text/utc';
import { nextOpening, type SendWindow } from './sendWindow';
import { timeZonesOf } from './timeZones';

export type TimingRules = Readonly<{
	window?: SendWindow;
	/** The workflow's. */
	timeZone: string;
	/** The countries whose clocks count; none where it is the workflow's. */
	countriesOf: (recipient: string) => readonly string[];
}>;

const expired = (expiresAt: number): Outcome =>
	withoutRequest('expired', `Not sent: 'Do Not Send After' (${utc(expiresAt)}) has passed.`);

const CLOSED = "Not sent: outside the 'Send Window'.";

function outsideWindow(opening: number | undefined): Outcome {
	if (opening === undefined) {
		const explanation = `${CLOSED} Its hours are never the same in all time zones of the recipient's country. Make it longer, or use the workflow's clock.`;
		return withoutRequest('outsideWindow', explanation);
	}
	const explanation = `${CLOSED} It opens next on ${utc(opening)}.`;
	const sendAt = new Date(opening).toISOString();
	return { ...withoutRequest('outsideWindow', explanation), sendAt };
}

const MINUTE = 60_000;

/** What keeps an entry from being sent at an instant, in milliseconds since 1970. */
export function timingSafeguards({
	window,
	timeZone,
	countriesOf,
}: TimingRules): (entry: Entry, now: number) => Outcome | undefined {
	// A window opens and closes on the minute, so recipients of a country share what was found.
	let minute: number | undefined;
	const found = new Map<string, Outcome | undefined>();

	const find = (countries: readonly string[], now: number): Outcome | undefined => {
		const zones = countries.flatMap((country) => [...timeZonesOf(country)]);
		const opening = nextOpening(window!, zones.length > 0 ? zones : [timeZone], now);
		return opening === now ? undefined : outsideWindow(opening);
	};

	const whileClosed = (recipient: string, now: number): Outcome | undefined => {
		if (Math.floor(now / MINUTE) !== minute) found.clear();
		minute = Math.floor(now / MINUTE);
		const countries = countriesOf(recipient);
		const key = countries.join();
		if (!found.has(key)) found.set(key, find(countries, now));
		return found.get(key);
	};

	return ({ recipient, expiresAt = Infinity }, now) => {
		if (now >= expiresAt) return expired(expiresAt);
		return window === undefined ? undefined : whileClosed(recipient, now);
	};
}
