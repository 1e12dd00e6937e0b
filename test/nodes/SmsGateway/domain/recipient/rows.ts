import type { CountryCode } from 'libphonenumber-js/max';
import { EVERYDAY, EVERYDAY_COUNTRIES, written, writtenWithCode } from './everyday';
import { landlinesOf, peopleOf, pick, type Person, type Random } from './people';

/** A cell that holds a number and something else, as joined columns, exports and remarks leave it. */
export type Row = Readonly<{ given: string; meant: Person; home?: CountryCode }>;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

type Make = (random: Random) => string;

/** With years of four digits and two, days in both orders, also in the marks of numbers. */
const DATES: readonly Make[] = [
	(r) => `${year(r)}-${month(r)}-${day(r)}`,
	(r) => `${day(r)}/${month(r)}/${year(r)}`,
	(r) => `${day(r)}.${month(r)}.${year(r)}`,
	(r) => `${day(r)}-${month(r)}-${year(r)}`,
	(r) => `${day(r)}.${month(r)}.`,
	(r) => `${day(r)}.${month(r)}`,
	(r) => `${day(r)}/${month(r)}`,
	(r) => `${day(r)}/${month(r)}/${year(r).slice(2)}`,
	(r) => `${day(r)}.${month(r)}.${year(r).slice(2)}`,
	(r) => `${day(r)} ${month(r)} ${year(r)}`,
	(r) => `${month(r)}/${year(r)}`,
	(r) => `${year(r)}${month(r)}${day(r)}`,
	(r) => year(r),
	(r) => `${twoDigits(r.below(24))}:${twoDigits(r.below(60))}`,
	(r) => `${1 + r.below(28)}.${1 + r.below(12)}.${year(r)}`,
];
const year = (random: Random): string => String(1950 + random.below(80));
const month = (random: Random): string => twoDigits(1 + random.below(12));
const day = (random: Random): string => twoDigits(1 + random.below(28));

const AMOUNTS: readonly Make[] = [
	(r) => `${r.below(1000)}.${twoDigits(r.below(100))}`,
	(r) => `${r.below(1000)},${twoDigits(r.below(100))}`,
	(r) => `${1 + r.below(99)}.${twoDigits(r.below(100))} €`,
	(r) => `$${1 + r.below(999)}`,
	(r) => String(1 + r.below(10_000)),
	(r) => `${1 + r.below(9)}.${String(r.below(1000)).padStart(3, '0')},00`,
	(r) => `${1 + r.below(9)} ${String(r.below(1000)).padStart(3, '0')}`,
	(r) => `${1 + r.below(99)}%`,
];

const POSTCODES: readonly Make[] = [
	(r) => String(10_000 + r.below(89_999)),
	(r) => `0${1000 + r.below(9000)}`,
	(r) => String(1000 + r.below(9000)),
	(r) => `${100 + r.below(900)} ${twoDigits(r.below(100))}`,
	(r) => `${1000 + r.below(9000)}-${100 + r.below(900)}`,
	(r) => String(100_000 + r.below(900_000)),
	(r) => `${twoDigits(r.below(100))}-${100 + r.below(900)}`,
];

const BETWEEN = [' ', ' ', ' ', '  ', ' - ', ' / ', '-', '/', '.', '\t', ', ', '; ', ' | ', '\n'];

const column =
	(others: readonly Make[]) =>
	(number: string, random: Random): string => {
		const other = pick(others, random)(random);
		const between = pick(BETWEEN, random);
		return random.below(2) === 0 ? number + between + other : other + between + number;
	};

/** What stands in front of numbers that must not be sent to, in a few languages. */
export const NOES = (
	'STOP: |Do not call: |Wrong number: |Désabonné : |Deceased. |No mobile: |nicht anrufen: |' +
	'no llamar: |mort : |geblockt: |baja: |unsubscribed: |Nomobile: |Tel. (old): |' +
	'Falschnummer: |No WhatsApp: |Phone (wrong) |opt-out: |invalid: |ne pas appeler : |' +
	'falsch: |disconnected. |wrong. |Blacklist: |old phone: |Fax: |no SMS: |Tel. falsch: |' +
	'Phone (old): |отписан: |لا تتصل: |停止：|拒否：|ex-mobile: |not mobile: |non chiamare: |' +
	'spam. '
).split('|');

/** `#` is the number, `@` another, `%` a small number, `~` up to four digits. */
const beside =
	(...templates: string[]): Kind =>
	(number, random, other) => {
		const digits = 1 + random.below(4);
		return pick(templates, random)
			.replace('%', String(1 + random.below(random.below(3) === 0 ? 400 : 40)))
			.replace('~', String(random.below(10 ** digits)).padStart(digits, '0'))
			.replace('@', other)
			.replace('#', number);
	};

type Kind = (number: string, random: Random, other: () => string) => string;

const KINDS: Readonly<Record<string, Kind>> = {
	dates: column(DATES),
	amounts: column(AMOUNTS),
	postcodes: column(POSTCODES),
	'row numbers': beside(
		...['%. #', '%) #', '(%) #', '% #', '%: #', '% - #', '%\t#', '%/ #', '%; #', '%.#', '%-#'],
	),
	extensions: beside(
		...['# ~', '#-~', '# - ~', '# / ~', '#/~', '#.~', '# x~', '#x~', '# ext. ~', '# ext ~'],
		...['#,~', '# poste ~', '#;ext=~', '# (~)'],
	),
	'two numbers': beside(
		...['# @', '# / @', '#/@', '# - @', '#-@', '#.@', '#, @', '#; @', '# ou @', '# or @'],
		...['#\n@', '#\t@', '#  @'],
	),
	'another ending': beside('#/%', '# / %', '#-%', '# - %', '# %', '#,%', '#\\%'),
	remarks: beside(
		...['# (home)', '# call after 5', 'Bob #', '# - mother', '# 2nd', '(2) #', '# (2)', '# *'],
		...['old: #', 'Fax: #', '# (old)', 'nicht anrufen: #', 'no llamar: #', 'Ada Lovelace: #'],
		...['Mobile 2: #', '# ✓', '!#', '# ?', 'room 12: #', '12 apples #', '# (x2)', '1x #'],
	),
	exports: beside(
		...['# ::: @', '* Mobile ::: #', 'TEL;TYPE=CELL:#', 'TEL;CELL;VOICE:#', 'tel:#;ext=12'],
		...['item1.TEL;type=pref:#', '#|work', '# (Mobile)', 'M: # / W: @', '{"phone":"#"}'],
		...['Work: #; Home: @', 'mobile|#', 'N:12;#', '# <ada@example.com>', '#,@', 'cell=#&id=12'],
		...['1: # 2: @', 'id 7 #', '#\t12', '12\t#', '#\n@', 'BEGIN:VCARD TEL:#', '[12] #'],
	),
	// As lists that were joined by hand have them.
	'mixed marks': (number, random) => {
		const mark = pick([' ', '-', '.', '/', ' - ', ' / '], random);
		const other = pick(['1', '2', '5', '12', '20.11', '9.90', '33', '99-5'], random);
		return random.below(2) === 0 ? other + mark + number : number + mark + other;
	},
};

export const KIND_NAMES = Object.keys(KINDS);

/** @returns makes a row of a kind: a number of an everyday country, mostly a mobile read at home */
export function rowMaker(each: number, seed: number): (kind: string, random: Random) => Row {
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
		const home = pick(
			[country, country, country, undefined, pick(EVERYDAY_COUNTRIES, random)],
			random,
		);
		const isAbroad = home !== country;
		const { meant, number } = spelled(country, isAbroad, random);
		const other = () => spelled(country, isAbroad, random).number;
		const given = KINDS[kind]!(number, random, other);
		return { given, meant, ...(home && { home }) };
	};
}
