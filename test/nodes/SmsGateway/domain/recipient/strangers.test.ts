/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import type { CountryCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import {
	BARE,
	COUNTRIES,
	decorate,
	EXPLICIT,
	INTERNATIONAL,
	isSomebody,
	NATIONAL,
	peopleOf,
	pick,
	WITHOUT_COUNTRY,
	type Cell,
	type Person,
	type Random,
} from './people';

/** By hand: `NUMBERS=1000000 npx jest --selectProjects unit --testPathPatterns strangers`. */
const TOTAL = Number(process.env.NUMBERS ?? 50_000);
const SEED = Number(process.env.SEED ?? 11);

/** Marsaglia's xorshift: the same cases for the same seed. */
function randomFrom(seed: number): Random {
	let state = seed | 1;
	return {
		below(limit) {
			state ^= state << 13;
			state ^= state >>> 17;
			state ^= state << 5;
			return (state >>> 0) % limit;
		},
	};
}

const random = randomFrom(SEED);
const people = COUNTRIES.flatMap((country) =>
	peopleOf(country, Math.max(8, Math.ceil(TOTAL / 5000)), SEED),
);
/** By calling code, as the 25 countries under +1 read alike. */
const homes = Object.values(metadata.country_calling_codes);
const anyCountry = (): CountryCode => pick(pick(homes, random), random);
const abroadOf = ({ number }: Person): CountryCode => {
	const home = anyCountry();
	return homePlan(home).callingCode === number.countryCallingCode
		? abroadOf({ number } as Person)
		: home;
};

/** Nobody can read a number as dialed at home under the default country of somebody else. */
const UNCHOSEN = (meant: Person) => ({ given: decorate(meant, pick(people, random), random) });
const AT_HOME = (meant: Person) => ({ ...UNCHOSEN(meant), home: meant.country });
const AWAY = (meant: Person) => ({
	given: decorate(meant, pick(people, random), random, INTERNATIONAL),
	home: anyCountry(),
});

type Tally = { accepted: number; wrong: string[] };

function read(share: number, cellOf: (meant: Person) => Cell): Tally & { total: number } {
	const tally: Tally = { accepted: 0, wrong: [] };
	const total = Math.round(TOTAL * share);
	for (let index = 0; index < total; index++) {
		const { given, meant, home } = cellOf(people[random.below(people.length)]!);
		const parsed = parseRecipient(given, home && homePlan(home));
		if (!parsed.valid) continue;
		tally.accepted++;
		if (parsed.recipient !== meant.e164) {
			tally.wrong.push(
				`${JSON.stringify(given)} in ${home}: ${parsed.recipient}, not ${meant.e164}`,
			);
		}
	}
	return { ...tally, total };
}

const shareOf = ({ accepted, total }: { accepted: number; total: number }): number =>
	accepted / total;

it('knows people of all countries with mobile numbers', () => {
	expect(COUNTRIES.length).toBeGreaterThanOrEqual(240);
	expect(new Set(people.map(({ country }) => country)).size).toBe(COUNTRIES.length);
	expect(people.filter(({ e164 }) => !isSomebody(e164))).toEqual([]);
});

describe('nobody but the person meant', () => {
	it('with + or 00, whatever the default country: 99.9 % accepted', () => {
		const result = read(0.3, (meant) => ({
			given: pick(EXPLICIT, random)(meant),
			meant,
			...(random.below(4) > 0 && { home: anyCountry() }),
		}));

		expect(result.wrong.slice(0, 20)).toEqual([]);
		expect(shareOf(result)).toBeGreaterThan(0.999);
	});

	it('as dialed in the default country: 99.5 % accepted', () => {
		const result = read(0.15, (meant) => ({
			given: pick(NATIONAL, random)(meant),
			meant,
			home: meant.country,
		}));

		expect(result.wrong.slice(0, 20)).toEqual([]);
		expect(shareOf(result)).toBeGreaterThan(0.995);
	});

	it('with the bare code of the default country: 99 % accepted', () => {
		const result = read(0.1, (meant) => ({
			given: pick(BARE, random)(meant),
			meant,
			home: meant.country,
		}));

		expect(result.wrong.slice(0, 20)).toEqual([]);
		expect(shareOf(result)).toBeGreaterThan(0.99);
	});

	it('with the bare code, without a default country', () => {
		const result = read(0.05, (meant) => ({ given: pick(BARE, random)(meant), meant }));

		expect(result.wrong.slice(0, 20)).toEqual([]);
		expect(shareOf(result)).toBeGreaterThan(0.65);
	});

	it('without country code and without a default country', () => {
		const result = read(0.1, (meant) => ({ given: pick(WITHOUT_COUNTRY, random)(meant), meant }));

		expect(result.wrong.slice(0, 20)).toEqual([]);
	});

	it('with list numbers, notes, extensions and other columns around the number', () => {
		const result = read(0.2, (meant) => ({
			meant,
			...pick([UNCHOSEN, AT_HOME, AWAY], random)(meant),
		}));

		expect(result.wrong.slice(0, 20)).toEqual([]);
	});
});

it("with another country's bare code: less than 0.5 % are read as somebody at home", () => {
	const result = read(0.1, (meant) => ({
		given: pick(BARE, random)(meant),
		meant,
		home: abroadOf(meant),
	}));
	const strangers = result.wrong.map((line) => /: (\d+), not/.exec(line)![1]!);

	expect(result.wrong.length / result.total).toBeLessThan(0.005);
	expect(strangers.filter((stranger) => !isSomebody(stranger))).toEqual([]);
});
