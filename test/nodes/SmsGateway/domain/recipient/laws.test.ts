/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import type { CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	numbersFoundIn,
	parseRecipient,
} from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { phoneOf } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import { remembered } from '../../../../../nodes/SmsGateway/domain/remembered';
import { EVERYDAY, EVERYDAY_COUNTRIES, written, writtenWithCode } from './everyday';
import { COUNTRIES, peopleOf, pick, randomFrom, type Person } from './people';
import { KIND_NAMES, NOES, rowMaker, type Cell } from './rows';
import * as ways from './ways';

/** By hand: `NUMBERS=200000 SEED=7 npx jest --selectProjects unit --testPathPatterns recipient/laws`. */
const TOTAL = Number(process.env.NUMBERS ?? 20_000);
const SEED = Number(process.env.SEED ?? 5);

let random = randomFrom(SEED);
// The same draws in whatever order the tests run: some bounds are near.
beforeEach(() => void (random = randomFrom(SEED)));
const people = COUNTRIES.flatMap((country) => peopleOf(country, Math.max(8, TOTAL / 5_000), SEED));
const withTrunk = people.filter(({ country }) => ways.trunkOf(country) !== '');
const withZero = people.filter(({ country }) => ways.trunkOf(country) === '0');
const planOf = remembered(homePlan);

const own = ({ country }: Person) => country;
const none = () => undefined;
/** By calling code, as the 25 countries under +1 read alike. */
const homes = Object.values(metadata.country_calling_codes);
const someCountry = (): CountryCode => pick(pick(homes, random), random);
const any = ({ country }: Person) => pick([undefined, country, someCountry()], random);
function foreign(meant: Person): CountryCode {
	const home = someCountry();
	return planOf(home).callingCode === meant.number.countryCallingCode ? foreign(meant) : home;
}

const cells = (
	share: number,
	how: readonly ways.Way[],
	home: (meant: Person) => Cell['home'],
	from = people,
): Cell[] =>
	Array.from({ length: TOTAL * share }, () => {
		const meant = pick(from, random);
		return { meant, given: pick(how, random)(meant), home: home(meant) };
	});

/** All everyday ways of a country, each with people of numbers of its length. */
function everyday(spell: (way: (typeof EVERYDAY)[number], person: Person) => string | undefined) {
	const each = Math.max(12, Math.ceil(TOTAL / EVERYDAY.length));
	return EVERYDAY_COUNTRIES.flatMap((country) => {
		// Few of Argentina's are of Buenos Aires.
		const some = peopleOf(country, country === 'AR' ? 40 * each : each, SEED);
		return EVERYDAY.filter((way) => way.country === country).flatMap((way) =>
			some.flatMap((meant) => {
				const given = spell(way, meant);
				return given === undefined ? [] : [{ given, meant, home: country, way: way.template }];
			}),
		);
	});
}

const readCell = ({ given, home }: Cell) => parseRecipient(given, home && planOf(home));

function judge(name: string, all: readonly Cell[]) {
	let read = 0;
	const wrong: string[] = [];
	for (const cell of all) {
		const parsed = readCell(cell);
		if (!parsed.valid) continue;
		read++;
		if (phoneOf(parsed.recipient) === phoneOf(cell.meant.e164)) continue;
		wrong.push(`${cell.given} in ${cell.home}: ${parsed.recipient}, not ${cell.meant.e164}`);
	}
	if (process.env.NUMBERS) {
		console.log(`${name}: ${read} of ${all.length} read, ${wrong.length} wrong`, wrong);
	}
	return { share: (100 * read) / all.length, wrong };
}

it.each<[string, () => Cell[], number]>([
	['+ or 00, whatever the default country', () => cells(0.5, ways.EXPLICIT, any), 99.9],
	['(0) behind the code', () => cells(0.2, ways.BRACKETED, any, withZero), 99],
	['as dialed in the default country', () => cells(0.5, ways.NATIONAL, own), 99.2],
	['behind a label', () => cells(0.2, ways.LABELLED, own), 99.5],
	['the bare code of the default country', () => cells(0.3, ways.BARE, own), 98],
	['a bare code without a default country', () => cells(0.3, ways.BARE, none), 65],
	['no code and no default country', () => cells(0.5, ways.WITHOUT_COUNTRY, none), 0],
	['what is only dialed at home', () => cells(0.3, ways.DOMESTIC, any, withTrunk), 0],
])('reads nobody but the person meant: %s', (name, make, least) => {
	const { share, wrong } = judge(name, make());

	expect(wrong).toStrictEqual([]);
	expect(share).toBeGreaterThanOrEqual(least);
});

it.each([
	[
		'in their own country',
		() => everyday((way, { number }) => written(way, number.nationalNumber)),
	],
	['behind the country code', () => everyday((way, one) => writtenWithCode(way, one, random))],
])('reads what people write every day: %s', (name, make) => {
	const all = make();
	const { share, wrong } = judge(name, all);
	const nameOf = (cell: (typeof all)[number]) => `${cell.home} ${cell.way}`;
	const readWays = new Set(all.filter((cell) => readCell(cell).valid).map(nameOf));

	expect(wrong).toStrictEqual([]);
	expect(share).toBeGreaterThan(99.5);
	expect(all.map(nameOf).filter((way) => !readWays.has(way))).toStrictEqual([]);
});

it("reads less than 0.5 % with another country's bare code as somebody at home", () => {
	const all = cells(0.5, ways.BARE, foreign);

	expect(judge('a foreign bare code', all).wrong.length / all.length).toBeLessThan(0.005);
});

it('reads at most 1 in 2,000 cells of a number and something else as somebody else', () => {
	const makeRow = rowMaker(Math.max(40, Math.ceil(TOTAL / 2_000)), SEED);
	const strangers = KIND_NAMES.map((kind) => {
		const all = Array.from({ length: TOTAL / KIND_NAMES.length }, () => makeRow(kind, random));
		const { wrong } = judge(kind, all);
		// Of two numbers, one is forgotten whichever is read.
		return kind === 'two numbers' ? all.filter((one) => readCell(one).valid).length : wrong.length;
	});

	expect(strangers.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(TOTAL / 2_000);
});

it('sends to nobody behind a label that says no', () => {
	const read = people.filter(({ country, number, e164 }) => {
		const text = pick([e164, number.formatNational()], random);
		return parseRecipient(pick(NOES, random) + text, planOf(country)).valid;
	});

	expect(read).toStrictEqual([]);
});

it('refuses what a sheet has rounded, as text and as a number', () => {
	const rounded = people
		.map(({ e164 }) => Number(Number(e164).toPrecision(5)))
		.filter((number) => number >= 1e10 && number % 1e6 === 0);
	expect(rounded.length).toBeGreaterThan(100);
	const given = rounded.flatMap((number) => [number, String(number)]);
	expect(given.filter((one) => parseRecipient(one).valid)).toStrictEqual([]);
	expect(given.filter((one) => parseRecipient(one, planOf('FR')).valid)).toStrictEqual([]);
});

it.each([1, 2, 3, 5])('finds each of %i numbers in groups where they are opt-outs', (count) => {
	for (let at = 0; at + count <= 200; at += count) {
		const some = people.slice(at, at + count);
		const given = some.map(({ number }) => number.formatInternational()).join(' / ');
		const found = numbersFoundIn(`Opt-outs: ${given}`);
		expect(found).toStrictEqual(expect.arrayContaining(some.map(({ e164 }) => e164)));
	}
});

it('finds both of two numbers where they are opt-outs', () => {
	for (const one of people) {
		const other = pick(people, random);
		const given = one.e164 + pick([' / ', '; ', ' or ', ', '], random) + other.e164;
		expect(numbersFoundIn(given, planOf(one.country))).toStrictEqual(
			expect.arrayContaining([one.e164, other.e164]),
		);
	}
});
