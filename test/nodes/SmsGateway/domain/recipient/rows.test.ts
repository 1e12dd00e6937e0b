/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { numbersFoundIn, parseRecipient } from './digits';
import { phoneOf } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import { peopleOf, pick, randomFrom } from './people';
import { EVERYDAY_COUNTRIES } from './everyday';
import { KIND_NAMES, NOES, rowMaker } from './rows';

/** By hand: `NUMBERS=1000000 npx jest --selectProjects unit --testPathPatterns rows.test`. */
const TOTAL = Number(process.env.NUMBERS ?? 20_000);
const SEED = Number(process.env.SEED ?? 5);

const makeRow = rowMaker(Math.max(40, Math.ceil(TOTAL / 2_000)), SEED);

// One in 2,000, as docs/numbers.md says.
const MOST = Math.max(2, TOTAL / KIND_NAMES.length / 2_000);
const found: string[] = [];

it.each(KIND_NAMES)('reads nobody else in cells with %s beside the number', (kind) => {
	const random = randomFrom(SEED * 7 + 1);
	const strangers: string[] = [];
	for (let index = 0; index < TOTAL / KIND_NAMES.length; index++) {
		const { given, meant, home } = makeRow(kind, random);
		const parsed = parseRecipient(given, home && homePlan(home));
		const isOther = parsed.valid && phoneOf(parsed.recipient) !== phoneOf(meant.e164);
		// Of two numbers, one is forgotten whichever is read.
		if (isOther || (parsed.valid && kind === 'two numbers')) {
			strangers.push(`${JSON.stringify(given)} in ${home}: ${parsed.recipient}`);
		}
	}
	found.push(...strangers);
	if (process.env.NUMBERS) console.log([`${kind}: ${strangers.length}`, ...strangers].join('\n'));

	expect(strangers.length).toBeLessThanOrEqual(MOST);
});

it('reads at most 1 in 2,000 of all of them as somebody else', () => {
	expect(found.length).toBeLessThanOrEqual(Math.max(3, TOTAL / 2_000));
});

const people = EVERYDAY_COUNTRIES.flatMap((country) => peopleOf(country, 4, SEED));

it('sends to nobody behind a label that says no', () => {
	const random = randomFrom(SEED);
	const read = people.filter(({ country, number, e164 }) => {
		const text = pick([`+${e164}`, number.formatNational()], random);
		return parseRecipient(pick(NOES, random) + text, homePlan(country)).valid;
	});

	expect(read).toStrictEqual([]);
});

it('refuses what a sheet has rounded, as text and as a number', () => {
	const rounded = people
		.map(({ e164 }) => Number(Number(e164).toPrecision(5)))
		.filter((number) => number >= 1e10 && number % 1e6 === 0);
	const homes = EVERYDAY_COUNTRIES.map(homePlan);

	expect(rounded.length).toBeGreaterThan(100);
	for (const number of rounded) {
		for (const home of [undefined, homes[number % homes.length]]) {
			expect(parseRecipient(number, home)).toMatchObject({ flaw: { kind: 'rounded' } });
			expect(parseRecipient(String(number), home).valid).toBe(false);
		}
	}
});

it('never makes a longer exit code of the 00 behind a +', () => {
	for (const { country, e164, number } of people) {
		const home = homePlan(country);
		const whole = parseRecipient(`+00${e164}`, home);
		const grouped = parseRecipient(`+00 ${number.formatInternational().slice(1)}`, home);
		for (const parsed of [whole, grouped]) {
			expect(!parsed.valid || parsed.recipient === e164).toBe(true);
		}
	}
});

it('finds both of two numbers where they are opt-outs', () => {
	const random = randomFrom(SEED);
	for (const one of people) {
		const other = pick(
			people.filter(({ country }) => country === one.country),
			random,
		);
		const between = pick([' / ', '; ', ' or ', ', '], random);
		const found = numbersFoundIn(`+${one.e164}${between}+${other.e164}`, homePlan(one.country));
		expect(found).toStrictEqual(expect.arrayContaining([one.e164, other.e164]));
	}
});

it.each(['447912000000', '4.47912E+11', '+43 664 12345**', '0612345678', '…436641234567'])(
	'finds nobody in %s, whose number is not there',
	(given) => expect(numbersFoundIn(given)).toStrictEqual([]),
);
