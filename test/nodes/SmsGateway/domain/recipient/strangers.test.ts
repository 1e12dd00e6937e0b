/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import type { CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { type ParsedRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { parseRecipient } from './digits';
import {
	COUNTRIES,
	isSomebody,
	landlinesOf,
	MOST_WRITTEN_TO,
	peopleOf,
	personOf,
	pick,
	randomFrom,
	type Person,
} from './people';
import {
	abroad,
	atHome,
	AWAY_BASES,
	BARE,
	BRACKETED,
	decorate,
	DOMESTIC,
	EXPLICIT,
	IN_FORMATS,
	IN_PAIRS,
	LABELS,
	NATIONAL,
	trunkOf,
	WITH_PLUS,
	withExtension,
	WITHOUT_COUNTRY,
	type Way,
} from './ways';

/** By hand: `NUMBERS=1000000 npx jest --selectProjects unit --testPathPatterns strangers`. */
const TOTAL = Number(process.env.NUMBERS ?? 20_000);
const SEED = Number(process.env.SEED ?? 11);

let random = randomFrom(SEED);
// Each law draws the same cells, whichever ran before it.
beforeEach(() => {
	random = randomFrom(SEED);
});
const EACH = Math.max(8, Math.ceil(TOTAL / 5000));
const people = COUNTRIES.flatMap((country) => peopleOf(country, EACH, SEED));
const landlines = COUNTRIES.flatMap((country) => landlinesOf(country, EACH, SEED));
const mostWrittenTo = people.filter(({ country }) => MOST_WRITTEN_TO.includes(country));
const withTrunk = people.filter(({ country }) => trunkOf(country) !== '');
const withZero = people.filter(({ country }) => trunkOf(country) === '0');
const somebody = () => pick(people, random);

/** By calling code, as the 25 countries under +1 read alike. */
const homes = Object.values(metadata.country_calling_codes);
const anyCountry = (): CountryCode => pick(pick(homes, random), random);
const abroadOf = (meant: Person): CountryCode => {
	const home = anyCountry();
	return homePlan(home).callingCode === meant.number.countryCallingCode ? abroadOf(meant) : home;
};
/** None, the person's own, or any other. */
const someHome = ({ country }: Person): CountryCode | undefined =>
	pick([undefined, country, anyCountry()], random);

/** A cell, who is meant by it, and the default country under which it is read. */
type Cell = Readonly<{ given: string | number; meant: Person; home?: CountryCode }>;

const own = ({ country }: Person) => country;

/** Somebody, written in one of these ways; under their own default country unless told. */
const written =
	(ways: readonly Way[], home: (meant: Person) => Cell['home'] = own, from = people) =>
	(): Cell => {
		const meant = pick(from, random);
		return { meant, given: pick(ways, random)(meant), home: home(meant) };
	};

type Law = Readonly<{
	says: string;
	/** Of TOTAL. */
	share: number;
	cell: () => Cell;
	/** How many of the cells are read at least, in percent. */
	read: number;
	/** The share of the cells that may be read as somebody else: none, unless docs/numbers.md names it. */
	wrong?: number;
}>;

const LAWS: readonly Law[] = [
	{
		says: 'with + or 00, whatever the default country',
		share: 0.2,
		cell: written(EXPLICIT, someHome),
		read: 99.9,
	},
	{
		says: 'with a 0 in parentheses behind the country code',
		share: 0.05,
		cell: written(BRACKETED, someHome, withZero),
		read: 99,
	},
	{
		says: 'as dialed in the default country',
		share: 0.1,
		cell: written(NATIONAL),
		read: 99.2,
	},
	{
		says: 'in the formats of the 60 countries most written to',
		share: 0.05,
		cell: written(IN_FORMATS, own, mostWrittenTo),
		read: 99.9,
	},
	{
		says: 'in pairs in the 60 countries most written to',
		share: 0.05,
		cell: written(IN_PAIRS, own, mostWrittenTo),
		read: 94,
	},
	{
		says: 'behind a label',
		share: 0.03,
		cell: () => {
			const meant = somebody();
			const number = pick([abroad, atHome], random)(meant);
			return { meant, given: pick(LABELS, random) + number, home: meant.country };
		},
		read: 99.5,
	},
	{
		says: 'with the bare code of the default country',
		share: 0.05,
		cell: written(BARE),
		read: 98,
	},
	{
		says: 'with the bare code, without a default country',
		share: 0.05,
		cell: written(BARE, () => undefined),
		read: 65,
	},
	{
		says: 'without country code and without a default country',
		share: 0.05,
		cell: written(WITHOUT_COUNTRY, () => undefined),
		read: 0,
	},
	{
		says: 'with what is only dialed at home behind the country code',
		share: 0.05,
		cell: written(DOMESTIC, someHome, withTrunk),
		read: 0,
	},
	{
		says: 'with list numbers, notes, years, postcodes, prices and other columns around the number',
		share: 0.15,
		cell: () => {
			const meant = random.below(4) === 0 ? pick(landlines, random) : somebody();
			const home = someHome(meant);
			const isAway = home !== undefined && home !== meant.country;
			const given = decorate(meant, somebody(), random, isAway ? AWAY_BASES : undefined);
			return { meant, given, home };
		},
		read: 0,
		wrong: 1 / 2_000,
	},
	{
		says: 'with an extension, of a landline or a mobile',
		share: 0.15,
		cell: () => {
			const meant = random.below(3) === 0 ? somebody() : pick(landlines, random);
			return random.below(3) === 0
				? {
						meant,
						given: withExtension(meant, random, [...IN_FORMATS, ...IN_PAIRS]),
						home: meant.country,
					}
				: { meant, given: withExtension(meant, random, WITH_PLUS), home: someHome(meant) };
		},
		read: 0,
		// An ending behind the same mark, where numbers have many lengths: "+690 7440 333".
		wrong: 1 / 2_000,
	},
];

function readCell({ given, home }: Cell): ParsedRecipient {
	const plan = home && homePlan(home);
	return parseRecipient(given, plan);
}

/**
 * Whether the cell is, letter for letter, how somebody else is written: "06.48.50.83.28" in Austria.
 * Whoever wrote a landline and an ending so wrote that person's number.
 */
const isOthers = ({ given, home, meant }: Cell, digits: string): boolean =>
	isSomebody(digits) &&
	[...WITH_PLUS, ...IN_FORMATS, ...IN_PAIRS].some(
		(way) => way(personOf(digits, home ?? meant.country)) === given,
	);

function judge({ share, cell, wrong: allowed }: Pick<Law, 'share' | 'cell' | 'wrong'>) {
	const total = Math.round(TOTAL * share);
	const wrong: string[] = [];
	let read = 0;
	for (let index = 0; index < total; index++) {
		const one = cell();
		const parsed = readCell(one);
		if (!parsed.valid) continue;
		read++;
		if (parsed.recipient === one.meant.e164) continue;
		if (allowed !== undefined && isOthers(one, parsed.recipient)) continue;
		wrong.push(`${one.given} in ${one.home}: ${parsed.recipient}, not ${one.meant.e164}`);
	}
	return { total, read, wrong };
}

const results: string[] = [];
afterAll(() => {
	if (process.env.NUMBERS) console.log([`seed ${SEED}`, ...results].join('\n'));
});

it('knows people of all countries with mobile numbers', () => {
	expect(COUNTRIES.length).toBeGreaterThanOrEqual(240);
	expect(new Set(people.map(({ country }) => country)).size).toBe(COUNTRIES.length);
	expect(people.filter(({ e164 }) => !isSomebody(e164))).toStrictEqual([]);
	expect(new Set(MOST_WRITTEN_TO).size).toBe(60);
});

describe('nobody but the person meant is read', () => {
	it.each(LAWS.map((law) => [law.says, law] as const))('%s', (says, law) => {
		const { total, read, wrong } = judge(law);
		results.push(`${says}: ${read} of ${total} read, ${wrong.length} of them somebody else`);

		const allowed = Math.floor(total * (law.wrong ?? 0));
		expect(wrong.slice(0, allowed + 20)).toHaveLength(Math.min(wrong.length, allowed));
		expect((100 * read) / total).toBeGreaterThanOrEqual(law.read);
	});
});

it("with another country's bare code, less than 0.5 % are read as somebody at home", () => {
	const { total, wrong } = judge({
		share: 0.1,
		cell: () => {
			const meant = somebody();
			return { meant, given: pick(BARE, random)(meant), home: abroadOf(meant) };
		},
	});
	const strangers = wrong.map((line) => /: (\d+), not/.exec(line)![1]!);
	results.push(`another country's bare code: ${wrong.length} of ${total} read as at home`);

	expect(wrong.length / total).toBeLessThan(0.005);
	// An Argentine mobile is also written without its 9.
	const withNine = (digits: string) => digits.replace(/^54(?=\d{10}$)/, '549');
	expect(strangers.filter((stranger) => !isSomebody(withNine(stranger)))).toStrictEqual([]);
});
