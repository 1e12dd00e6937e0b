import type { CountryCode } from 'libphonenumber-js/max';
import { EVERYDAY, EVERYDAY_COUNTRIES, written, writtenWithCode } from './everyday';
import { landlinesOf, peopleOf, pick, type Person, type Random } from './people';

/** A cell, who is meant by it, and the default country under which it is read. */
export type Cell = Readonly<{ given: string | number; meant: Person; home?: CountryCode }>;

const between = (from: number, to: number, random: Random): string =>
	String(from + random.below(to - from + 1)).padStart(2, '0');

/** `Y` is a year, `M` a month, `D` a day, `0` any digit. */
const filledIn = (template: string, random: Random): string =>
	template
		.replace('Y', () => between(1950, 2029, random))
		.replace('M', () => between(1, 12, random))
		.replace('D', () => between(1, 28, random))
		.replace(/0/g, () => String(random.below(10)));

const DATES = 'Y-M-D|D/M/Y|D.M.Y|D-M-Y|D.M.|D.M|D/M|D/M/00|D.M.00|D M Y|M/Y|YMD|Y|00:00'.split('|');
const AMOUNTS = '000.00|00.00|000,00|00.00 €|$000|0000|0.000,00|0 000|00%'.split('|');
const POSTCODES = '00000|0000|000 00|0000-000|000000|00-000'.split('|');

const BETWEEN = [' ', ' ', ' ', '  ', ' - ', ' / ', '-', '/', '.', '\t', ', ', '; ', ' | ', '\n'];

/** A column in front of the number or behind it. */
const column =
	(templates: readonly string[]): Kind =>
	(number, random) => {
		const other = filledIn(pick(templates, random), random);
		const mark = pick(BETWEEN, random);
		return random.below(2) === 0 ? number + mark + other : other + mark + number;
	};

/** What stands in front of numbers that must not be sent to, in a few languages. */
const NO_TEXTS =
	'STOP: |Do not call: |Wrong number: |Désabonné : |Deceased. |No mobile: |nicht anrufen: |no llamar: |mort : |geblockt: |baja: |unsubscribed: |Nomobile: |Tel. (old): |Falschnummer: |No WhatsApp: |Phone (wrong) |opt-out: |invalid: |ne pas appeler : |falsch: |disconnected. |wrong. |Blacklist: |old phone: |Fax: |no SMS: |Tel. falsch: |Phone (old): |отписан: |لا تتصل: |停止：|拒否：|ex-mobile: |not mobile: |non chiamare: |spam. ';
export const NOES = NO_TEXTS.split('|');

/** `#` is the number, `@` another, `%` a small number, `~` up to four digits. */
const beside =
	(templates: string): Kind =>
	(number, random, other) => {
		const digits = 1 + random.below(4);
		return pick(templates.split(' · '), random)
			.replace('%', String(1 + random.below(random.below(3) === 0 ? 400 : 40)))
			.replace('~', String(random.below(10 ** digits)).padStart(digits, '0'))
			.replace('@', other)
			.replace('#', number);
	};

type Kind = (number: string, random: Random, other: () => string) => string;

/** What may stand in a cell beside a number, as joined columns, exports and remarks leave it. */
const KINDS: Readonly<Record<string, Kind>> = {
	dates: column(DATES),
	amounts: column(AMOUNTS),
	postcodes: column(POSTCODES),
	'row numbers': beside(
		'%. # · %) # · (%) # · % # · %: # · % - # · %\t# · %/ # · %; # · %.# · %-#',
	),
	extensions: beside(
		'# ~ · #-~ · # - ~ · # / ~ · #/~ · #.~ · # x~ · #x~ · # ext. ~ · # ext ~ · #,~ · # poste ~ · #;ext=~ · # (~)',
	),
	'two numbers': beside(
		'# @ · # / @ · #/@ · # - @ · #-@ · #.@ · #, @ · #; @ · # ou @ · # or @ · #\n@ · #\t@ · #  @',
	),
	'another ending': beside('#/% · # / % · #-% · # - % · # % · #,% · #\\%'),
	remarks: beside(
		'# (home) · # call after 5 · Bob # · # - mother · # 2nd · (2) # · # (2) · # * · old: # · Fax: # · # (old) · nicht anrufen: # · no llamar: # · Ada Lovelace: # · Mobile 2: # · # ✓ · !# · # ? · room 12: # · 12 apples # · # (x2) · 1x #',
	),
	exports: beside(
		'# ::: @ · * Mobile ::: # · TEL;TYPE=CELL:# · TEL;CELL;VOICE:# · tel:#;ext=12 · item1.TEL;type=pref:# · #|work · # (Mobile) · M: # / W: @ · {"phone":"#"} · Work: #; Home: @ · mobile|# · N:12;# · # <ada@example.com> · #,@ · cell=#&id=12 · 1: # 2: @ · id 7 # · #\t12 · 12\t# · #\n@ · BEGIN:VCARD TEL:# · [12] #',
	),
	// As lists that were joined by hand have them.
	'mixed marks': (number, random) => {
		const mark = pick([' ', '-', '.', '/', ' - ', ' / '], random);
		const other = pick(['1', '2', '5', '12', '20.11', '9.90', '33', '99-5'], random);
		return random.below(2) === 0 ? other + mark + number : number + mark + other;
	},
};

export const KIND_NAMES = Object.keys(KINDS);

/** Makes cells of a kind, with a number of an everyday country: mostly a mobile, read at home. */
export function rowMaker(each: number, seed: number): (kind: string, random: Random) => Cell {
	const mobiles = new Map(EVERYDAY_COUNTRIES.map((one) => [one, peopleOf(one, each, seed)]));
	const landlines = new Map(EVERYDAY_COUNTRIES.map((one) => [one, landlinesOf(one, each, seed)]));
	const ways = new Map(
		EVERYDAY_COUNTRIES.map((one) => [one, EVERYDAY.filter(({ country }) => country === one)]),
	);

	function spelled(country: CountryCode, isAbroad: boolean, random: Random) {
		const isLandline = random.below(6) === 0;
		const people = isLandline ? landlines.get(country)! : mobiles.get(country)!;
		const meant = pick(people.length > 0 ? people : mobiles.get(country)!, random);
		const way = pick(ways.get(country)!, random);
		const form = random.below(isAbroad ? 3 : 8);
		if (form === 0) {
			return { meant, number: writtenWithCode(way, meant, random) ?? meant.e164 };
		}
		const international = meant.number.formatInternational();
		if (form === 1) return { meant, number: pick([meant.e164, international], random) };
		if (form === 2) return { meant, number: pick([meant.e164, international], random).slice(1) };
		const official = meant.number.formatNational();
		const ofLandline = [official, official.replace(/\D/g, '')];
		const everyday = isLandline ? undefined : written(way, meant.number.nationalNumber);
		return { meant, number: everyday ?? pick(ofLandline, random) };
	}

	return (kind, random) => {
		const country = pick(EVERYDAY_COUNTRIES, random);
		// In another country, or without one, only a number with its country code is right.
		const abroad = pick(EVERYDAY_COUNTRIES, random);
		const home = pick([country, country, country, undefined, abroad], random);
		const isAbroad = home !== country;
		const { meant, number } = spelled(country, isAbroad, random);
		const other = () => spelled(country, isAbroad, random).number;
		const given = KINDS[kind]!(number, random, other);
		return { given, meant, ...(home && { home }) };
	};
}
