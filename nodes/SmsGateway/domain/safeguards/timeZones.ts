/** `Intl.Locale` tells a country's time zones: by a method since Node 22, before by a getter. */
type WithTimeZones = { getTimeZones?: () => string[]; timeZones: string[] };

/** Places that Unicode's data has no zone for. */
const NOT_IN_UNICODE: Readonly<Record<string, readonly string[]>> = {
	AC: ['Atlantic/St_Helena'],
	TA: ['Atlantic/St_Helena'],
	XK: ['Europe/Belgrade'],
};

/**
 * All time zones of a country; none where it is not known.
 *
 * @param country ISO 3166-1 alpha-2, such as FR
 */
export function timeZonesOf(country: string): readonly string[] {
	const locale = new Intl.Locale(`und-${country}`) as unknown as WithTimeZones;
	return NOT_IN_UNICODE[country] ?? locale.getTimeZones?.() ?? locale.timeZones;
}
