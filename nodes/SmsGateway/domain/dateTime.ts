import { DateTime } from 'luxon';

/** luxon would also read 2026, 18:00 and 20261121, and take seconds for a text that is too long to be a date. */
const WHOLE_DATE =
	/^(?:\d{4}-(?:\d\d-\d\d|W\d\d-[1-7]|\d{3})(?:[Tt ]\d\d.{0,99})?|\d{8}[Tt]\d\d.{0,99})$/s;
const OFFSET = /[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)(?=\[|$)/;

/** A date of JavaScript or of n8n's expressions, which may be of another realm, tells it as JSON. */
function dateText(given: unknown): string {
	const value: unknown = (given as { toJSON?: () => unknown } | undefined)?.toJSON?.() ?? given;
	return typeof value === 'string' ? value.trim().replace('\u2212', '-') : '';
}

/**
 * Reads the forms of ISO 8601 and of databases as milliseconds since 1970. A date alone is its last moment: what may
 * be done until a day may be done on that day.
 *
 * @param zone whose clock is meant where the text names neither offset nor zone
 */
export function readDateTime(given: unknown, zone: string): number | undefined {
	const text = dateText(given);
	if (!WHOLE_DATE.test(text)) return undefined;
	const [day, time] = text.split(/[Tt ](.*)/s);
	const parts = time === undefined ? [day] : [day, time.toUpperCase()];
	const written = parts.join('T');
	const hasOffset = OFFSET.test(written);
	// No zone has 16 hours, and no hour 60 minutes: it is the time until which something lasts.
	if (/[T ].*[+-](?:1[6-9]|[2-9]\d|\d\d:?[6-9]\d)/.test(written)) return undefined;
	// Behind an offset luxon would go by the name of the zone, where an hour may come twice.
	const iso = DateTime.fromISO(hasOffset ? written.replace(/\[.*/s, '') : written, { zone });
	// Databases, and n8n's dates as texts, put a space in front of the zone.
	const read = iso.isValid ? iso : DateTime.fromSQL(parts.join(' '), { zone });
	if (!read.isValid) return undefined;
	if (parts.length === 1) return read.endOf('day').toMillis();
	// An hour that daylight saving repeats is taken the first time, unless the text tells which.
	return (hasOffset ? read : read.getPossibleOffsets()[0]!).toMillis();
}

/** An instant as it reads in a sentence: "23 Nov 2026, 08:00 (Africa/Porto-Novo)". */
export const dateInWords = (instant: number | Date, zone: string): string =>
	`${DateTime.fromMillis(Number(instant), { zone, locale: 'en' }).toFormat('d MMM yyyy, HH:mm')} (${zone})`;
