const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		timeZoneName: 'longOffset',
	}).formatToParts(instant);
	// Such as GMT+05:45, or GMT alone. Those of before 1972 may have seconds.
	const { value } = parts.find(({ type }) => type === 'timeZoneName')!;
	return -Date.parse(`1970-01-01T00:00${value.slice(3, 9) || 'Z'}`);
}

/** An hour that daylight saving repeats is taken the first time; one that it skips, an hour later. */
function instantIn(zone: string, asUtc: number): number {
	const day = 24 * 60 * 60_000;
	const before = asUtc - offsetAt(zone, asUtc - day);
	const after = asUtc - offsetAt(zone, asUtc + day);
	const real = [before, after].filter((instant) => instant + offsetAt(zone, instant) === asUtc);
	return real.length > 0 ? Math.min(...real) : before;
}

/** A date of JavaScript or of n8n's expressions, which may come from another realm, tells it as JSON. */
function textOf(given: unknown): string | undefined {
	const value: unknown = (given as { toJSON?: () => unknown } | undefined)?.toJSON?.() ?? given;
	return typeof value === 'string' ? value : undefined;
}

/**
 * Reads a date with a time of day, ISO 8601. A date alone is refused: its first or its last
 * moment could be meant.
 *
 * @param zone whose clock is meant where the text names no offset
 * @returns milliseconds since 1970; undefined where it is none
 */
export function readDateTime(given: unknown, zone: string): number | undefined {
	const text = textOf(given);
	const [, date, time, offset] = ISO.exec(text?.trim() ?? '') ?? [];
	if (date === undefined || time === undefined) return undefined;
	const [year, month, day] = date.split('-').map(Number) as [number, number, number];
	// Date.parse takes 31 February for 3 March.
	if (new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) !== date)
		return undefined;
	const written = Date.parse(`${date}T${time.replace(',', '.')}${offset ?? 'Z'}`);
	if (Number.isNaN(written)) return undefined;
	return offset === undefined ? instantIn(zone, written) : written;
}
