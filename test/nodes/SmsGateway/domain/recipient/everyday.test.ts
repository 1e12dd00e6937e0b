/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from './digits';
import { phoneOf } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import {
	EVERYDAY,
	EVERYDAY_COUNTRIES,
	written,
	writtenWithCode,
	type EverydayWay,
} from './everyday';
import { peopleOf, randomFrom, type Person } from './people';

/** By hand: `NUMBERS=1000000 npx jest --selectProjects unit --testPathPatterns everyday`. */
const TOTAL = Number(process.env.NUMBERS ?? 20_000);
const SEED = Number(process.env.SEED ?? 5);
const EACH = Math.max(12, Math.ceil(TOTAL / EVERYDAY.length));

const random = randomFrom(SEED);

function judge(spell: (way: EverydayWay, person: Person) => string | undefined) {
	let cells = 0;
	let read = 0;
	const wrong: string[] = [];
	const refusedWays: string[] = [];
	for (const country of EVERYDAY_COUNTRIES) {
		const home = homePlan(country);
		// Few of Argentina's are of Buenos Aires.
		const people = peopleOf(country, country === 'AR' ? 40 * EACH : EACH, SEED);
		for (const way of EVERYDAY.filter((one) => one.country === country)) {
			const given = people.flatMap((person) => {
				const text = spell(way, person);
				return text === undefined ? [] : [{ person, text }];
			});
			const parsed = given.map(({ text }) => parseRecipient(text, home));
			const valid = parsed.filter((one) => one.valid).length;
			cells += given.length;
			read += valid;
			if (given.length > 0 && valid === 0) refusedWays.push(`${country} ${way.template}`);
			parsed.forEach((one, index) => {
				const { person, text } = given[index]!;
				if (one.valid && phoneOf(one.recipient) !== phoneOf(person.e164)) {
					wrong.push(`${text} in ${country}: ${one.recipient}, not ${person.e164}`);
				}
			});
		}
	}
	if (process.env.NUMBERS) console.log(`${read} of ${cells} read, ${wrong.length} wrong`);
	return { share: read / cells, wrong, refusedWays };
}

it('knows many ways of at least 60 countries', () => {
	expect(EVERYDAY_COUNTRIES.length).toBeGreaterThanOrEqual(60);
	expect(EVERYDAY.length).toBeGreaterThan(1000);
});

it('reads what people write every day in their own country', () => {
	const { share, wrong, refusedWays } = judge((way, { number }) =>
		written(way, number.nationalNumber),
	);

	expect(wrong).toStrictEqual([]);
	expect(refusedWays).toStrictEqual([]);
	expect(share).toBeGreaterThan(0.995);
});

it('reads the same behind the country code', () => {
	const { share, wrong, refusedWays } = judge((way, person) =>
		writtenWithCode(way, person, random),
	);

	expect(wrong).toStrictEqual([]);
	expect(refusedWays).toStrictEqual([]);
	expect(share).toBeGreaterThan(0.995);
});
