/** `Intl.Locale` tells a country's time zones: by a method since Node 22, before by a getter. */
type WithTimeZones = { getTimeZones?: () => string[]; timeZones: string[] };

/**
 * Where a country's clocks differ: the zones in which at least 95 % of its people live, and as few
 * hours apart as that allows. Without this, Ürümqi would keep China waiting until ten, and Honolulu
 * New York until one. Shares are summed over the regions of the census named; zones that show the
 * same time are named once. Countries that are not here need all of their zones (Congo-Kinshasa,
 * Micronesia, Mongolia), or all of them show the same time.
 */
const WITH_MOST_PEOPLE: Readonly<Record<string, readonly string[]>> = {
	// 99 %, without Darwin (Australian Bureau of Statistics, 2021).
	AU: ['Australia/Sydney', 'Australia/Brisbane', 'Australia/Adelaide', 'Australia/Perth'],
	// 99 %, without Acre and Noronha (IBGE, 2022). São Paulo's clock alone has 93 %.
	BR: ['America/Sao_Paulo', 'America/Manaus'],
	// 95 %, without Newfoundland, and Saskatchewan, which is between two others (Statistics Canada, 2021).
	CA: [
		'America/Halifax',
		'America/Toronto',
		'America/Winnipeg',
		'America/Edmonton',
		'America/Vancouver',
	],
	// 98 %, without Aysén, Magallanes and Easter Island (INE, 2024).
	CL: ['America/Santiago'],
	// 98 %, without Xinjiang, where Beijing's time is official too (National Bureau of Statistics, 2020).
	CN: ['Asia/Shanghai'],
	// 99 %, without the Galápagos (INEC, 2022).
	EC: ['America/Guayaquil'],
	// 95 %, without the Canary Islands (INE, 2021).
	ES: ['Europe/Madrid'],
	// 99 %, without Ittoqqortoormiit and Pituffik (Statistics Greenland, 2024).
	GL: ['America/Godthab'],
	// 97 %, without Maluku and Papua (BPS, 2020).
	ID: ['Asia/Jakarta', 'Asia/Makassar'],
	// All but the 41 of Kanton (National Statistics Office, 2020).
	KI: ['Pacific/Tarawa', 'Pacific/Kiritimati'],
	// 95 %, without Quintana Roo and the border towns on the clock of the United States but Tijuana
	// (INEGI, 2020).
	MX: ['America/Mexico_City', 'America/Hermosillo', 'America/Tijuana'],
	// Without the Chatham Islands (Stats NZ, 2023).
	NZ: ['Pacific/Auckland'],
	// 96 %, without the Marquesas and Gambier Islands (ISPF, 2022).
	PF: ['Pacific/Tahiti'],
	// 97 %, without Bougainville (National Statistical Office, 2011).
	PG: ['Pacific/Port_Moresby'],
	// 98 %, without the Azores (INE, 2021).
	PT: ['Europe/Lisbon'],
	// 96 %, without Kaliningrad and the Far East from Vladivostok on (Rosstat, 2021).
	RU: [
		'Europe/Moscow',
		'Europe/Samara',
		'Asia/Yekaterinburg',
		'Asia/Omsk',
		'Asia/Novosibirsk',
		'Asia/Irkutsk',
		'Asia/Yakutsk',
	],
	// 95 %, without Crimea (State Statistics Service, 2021).
	UA: ['Europe/Kiev'],
	// 98 %, without Alaska, Hawaii, and Arizona, which is between two others (Census Bureau, 2020).
	US: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
	// Places that Unicode's data has no zone for.
	AC: ['Atlantic/St_Helena'],
	TA: ['Atlantic/St_Helena'],
	XK: ['Europe/Belgrade'],
};

/**
 * The time zones in which 95 % of a country's people live; none where the country is not known.
 *
 * @param country ISO 3166-1 alpha-2, such as FR
 */
export function timeZonesOf(country: string): readonly string[] {
	const locale = new Intl.Locale(`und-${country}`) as unknown as WithTimeZones;
	return WITH_MOST_PEOPLE[country] ?? locale.getTimeZones?.() ?? locale.timeZones;
}
