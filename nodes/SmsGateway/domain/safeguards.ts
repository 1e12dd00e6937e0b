import { DateTime } from 'luxon';
import { DAY, MINUTE } from '../clock';
import type { CauseOf } from './cause';
import { dateInWords } from './dateTime';
import type { Entry } from './entry';
import { withoutRequest, type Outcome } from './outcome';
import { countriesOf, countryName } from './recipient/countries';
import { remembered } from './remembered';
import { SETTINGS } from './settings';

export type RecipientRules = Readonly<{
	/** Phones, as `phoneOf` names them. */
	excluded: ReadonlySet<string>;
	/** The same; undefined: all. */
	allowed?: ReadonlySet<string>;
	/** ISO 3166-1 alpha-2; undefined: all. */
	countries?: readonly string[];
}>;

const EXCLUDED = withoutRequest('excluded', [{ name: 'excluded' }]);
const NOT_ALLOWED = withoutRequest('notAllowed', [{ name: 'notAllowed' }]);

/** What keeps an entry from being sent, whatever the time and the text. */
export const recipientSafeguards =
	({ excluded, allowed, countries }: RecipientRules) =>
	({ phone, recipient }: Entry): Outcome | undefined => {
		if (excluded.has(phone)) return EXCLUDED;
		if (allowed !== undefined && !allowed.has(phone)) return NOT_ALLOWED;
		if (countries === undefined) return undefined;
		const codes = countriesOf(recipient);
		if (codes.length > 0 && codes.every((code) => countries.includes(code))) return undefined;
		const [value] = codes.length === 1 ? codes.map(countryName) : [];
		return withoutRequest('countryNotAllowed', [{ name: 'countryNotAllowed', value }]);
	};

/** As a clock on the wall shows it: daylight saving moves it along. */
export type SendWindow = Readonly<{
	/** Minutes since midnight. */
	from: number;
	/** Minutes since midnight, not included. At or before `from`: on the next day. */
	until: number;
	/** Days on which it opens, from Monday, 1, to Sunday, 7. */
	days: readonly number[];
}>;

/** Two weeks and a day: daylight saving may skip a window that opens once a week. */
const HORIZON = 15 * DAY;

/** @param zone IANA, such as Africa/Porto-Novo */
export function isOpen({ from, until, days }: SendWindow, zone: string, instant: number): boolean {
	const { weekday, hour, minute } = DateTime.fromMillis(instant, { zone });
	const time = 60 * hour + minute;
	const opensToday = days.includes(weekday);
	if (from < until) return opensToday && time >= from && time < until;
	const openedYesterday = days.includes(weekday === 1 ? 7 : weekday - 1);
	return (opensToday && time >= from) || (openedYesterday && time < until);
}

/** From now on; undefined where daylight saving skips the window for two weeks. */
export function nextOpening(window: SendWindow, zone: string, now: number): number | undefined {
	if (isOpen(window, zone, now)) return now;
	const first = Math.ceil(now / MINUTE) * MINUTE;
	for (let minute = first; minute <= now + HORIZON; minute += MINUTE) {
		if (isOpen(window, zone, minute)) return minute;
	}
	return undefined;
}

/** What keeps an entry from being sent at an instant, in milliseconds since 1970. */
export function timingSafeguards(
	zone: string,
	window?: SendWindow,
): (entry: Entry, now: number) => Outcome | undefined {
	// A window opens and closes on the minute, so all recipients share what was found.
	const whileClosed = remembered((minute: number): Outcome | undefined => {
		const now = minute * MINUTE;
		if (isOpen(window!, zone, now)) return undefined;
		const opening = nextOpening(window!, zone, now);
		if (opening === undefined) return withoutRequest('outsideWindow', [{ name: 'outsideWindow' }]);
		const cause = { name: 'outsideWindow', opens: dateInWords(opening, zone) } as const;
		const closed = withoutRequest('outsideWindow', [cause]);
		return { ...closed, sendAt: DateTime.fromMillis(opening, { zone }).toISO()! };
	});

	return ({ expiresAt = Infinity }, now) => {
		if (now >= expiresAt) {
			const date = { field: SETTINGS.doNotSendAfter, value: dateInWords(expiresAt, zone) };
			return withoutRequest('expired', [{ name: 'datePassed', ...date }]);
		}
		const closed = window && whileClosed(Math.floor(now / MINUTE));
		if (closed?.sendAt === undefined || Date.parse(closed.sendAt) < expiresAt) return closed;
		const [cause] = closed.causes as [CauseOf<'outsideWindow'>];
		return withoutRequest('outsideWindow', [{ ...cause, expired: true }]);
	};
}
