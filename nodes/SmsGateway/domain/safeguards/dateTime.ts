import { DAY, HOUR, MINUTE } from '../../clock';
import { remembered } from '../remembered';

const CALENDAR_DATE = '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)';
const WEEK_DATE = '(?<weekYear>\\d{4})-?W(?<week>\\d\\d)-?(?<weekday>[1-7])';
const ORDINAL_DATE = '(?<ordinalYear>\\d{4})-?(?<ordinal>\\d{3})';
const FRACTION = '(?:[.,](?<fraction>\\d+))?';
const TIME_OF_DAY = `(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d)${FRACTION})?)?`;
const OFFSET =
	'(?<utc>Z|UTC|GMT)|(?<sign>[+\\u2212-])(?<offsetHour>\\d\\d)(?::?(?<offsetMinute>\\d\\d))?';
/** A time zone by its name. Some write it in brackets behind an offset; then the offset counts. */
const ZONE = '(?<zone>[A-Za-z]\\w*(?:/[\\w+-]+)+)';
const WHERE = `(?: ?(?:${OFFSET})(?:\\[[^\\]]*\\])?| ?\\[?${ZONE}\\]?)?`;

/** ISO 8601 with separators, as PostgreSQL and n8n's dates write it: a space may stand for the T. */
const EXTENDED_FORMAT = new RegExp(
	`^(?:${CALENDAR_DATE}|${WEEK_DATE}|${ORDINAL_DATE})(?:[T ]${TIME_OF_DAY}${WHERE})?$`,
	'i',
);
/** The same without separators, as calendars write it; only with a time, or it may be any number. */
const BASIC_FORMAT = new RegExp(
	`^${CALENDAR_DATE.replaceAll('-', '')}T${TIME_OF_DAY.replaceAll('(?::', '(?:')}${WHERE}$`,
	'i',
);

type DateParts = Readonly<Record<string, string | undefined>>;

/** The day's beginning as if it were in UTC; undefined where there is no such day. */
function dayOf(parts: DateParts): number | undefined {
	const { year, month, day, weekYear, week, weekday, ordinalYear, ordinal } = parts;
	if (ordinal !== undefined) {
		const date = Date.UTC(Number(ordinalYear), 0, Number(ordinal));
		return new Date(date).getUTCFullYear() === Number(ordinalYear) && Number(ordinal) > 0
			? date
			: undefined;
	}
	if (week !== undefined) {
		// The first week is the one with 4 January.
		const fourth = Date.UTC(Number(weekYear), 0, 4);
		const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
		const date = monday + ((Number(week) - 1) * 7 + Number(weekday) - 1) * DAY;
		return Number(week) >= 1 && Number(week) <= 53 ? date : undefined;
	}
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	// Of a day that the month does not have, it makes one of another month.
	return date.getUTCMonth() + 1 === Number(month) ? date.getTime() : undefined;
}

/** The time of day in milliseconds; undefined where there is no such time. 24:00 ends the day. */
function timeOf({ hour, minute = '', second = '', fraction = '' }: DateParts): number | undefined {
	const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);
	const time = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * 1000 + milliseconds;
	return Number(minute) < 60 && Number(second) < 60 && time <= DAY ? time : undefined;
}

/** Milliseconds; undefined where no zone has such an offset. */
function offsetIn({ sign, offsetHour, offsetMinute = '' }: DateParts): number | undefined {
	const ahead = Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE;
	if (ahead >= 16 * HOUR || Number(offsetMinute) >= 60) return undefined;
	return sign === '+' ? ahead : -ahead;
}

const offsetFormat = remembered(
	(timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
);

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
	const parts = offsetFormat(zone).formatToParts(instant);
	// Such as GMT+05:45, or GMT alone. Those of before 1972 may have seconds.
	const { value } = parts.find(({ type }) => type === 'timeZoneName')!;
	return -Date.parse(`1970-01-01T00:00${value.slice(3, 9) || 'Z'}`);
}

/** An hour that daylight saving repeats is taken the first time; one that it skips, an hour later. */
function instantIn(zone: string, asUtc: number): number {
	const before = asUtc - offsetAt(zone, asUtc - DAY);
	const after = asUtc - offsetAt(zone, asUtc + DAY);
	const real = [before, after].filter((instant) => instant + offsetAt(zone, instant) === asUtc);
	return real.length > 0 ? Math.min(...real) : before;
}

const isZone = (name: string): boolean => {
	try {
		return Boolean(offsetFormat(name));
	} catch {
		return false;
	}
};

/** A date of JavaScript or of n8n's expressions, which may come from another realm, tells it as JSON. */
function dateText(given: unknown): string | undefined {
	const value: unknown = (given as { toJSON?: () => unknown } | undefined)?.toJSON?.() ?? given;
	return typeof value === 'string' ? value.trim() : undefined;
}

/**
 * Reads a date, with or without a time of day, in the forms of ISO 8601. A date alone is its last
 * moment: what may be done until a day may be done on that day.
 *
 * @param zone whose clock is meant where the text names neither offset nor zone
 * @returns milliseconds since 1970; undefined where it is none
 */
export function readDateTime(given: unknown, zone: string): number | undefined {
	const text = dateText(given) ?? '';
	const parts: DateParts | undefined = (EXTENDED_FORMAT.exec(text) ?? BASIC_FORMAT.exec(text))
		?.groups;
	const day = parts && dayOf(parts);
	if (day === undefined) return undefined;
	if (parts!.hour === undefined) return instantIn(zone, day + DAY) - 1;
	const time = timeOf(parts!);
	if (time === undefined) return undefined;
	if (parts!.utc !== undefined) return day + time;
	if (parts!.sign !== undefined) {
		const offset = offsetIn(parts!);
		return offset === undefined ? undefined : day + time - offset;
	}
	const named = parts!.zone ?? zone;
	return isZone(named) ? instantIn(named, day + time) : undefined;
}

const wordsFormat = remembered(
	(timeZone: string) =>
		new Intl.DateTimeFormat('en-GB', {
			timeZone,
			dateStyle: 'medium',
			timeStyle: 'short',
			hourCycle: 'h23',
		}),
);

/** An instant as it reads in a sentence: "23 Nov 2026, 08:00 (Africa/Porto-Novo)". */
export const dateInWords = (instant: number | Date, zone: string): string =>
	`${wordsFormat(zone).format(instant)} (${zone})`;
