import { validatePhoneNumberLength } from 'libphonenumber-js/max';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient, standingOf } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { numberInWords } from '../../../../../nodes/SmsGateway/words/numbers';
import { COUNTRIES, peopleOf, pick, randomFrom } from './people';
import lengths from './lengths.json';

const kindOf = (given: string): string => {
	const parsed = parseRecipient(given);
	return parsed.valid ? parsed.recipient : parsed.flaw.kind;
};

/** A number that lacks a digit or has too many is refused; beside it the one that was meant. */
it.each(lengths.wrongAndRight as Array<[wrong: string, right: string]>)(
	'%s has a length that no number there has, %s has one',
	(wrong, right) => {
		expect(kindOf(wrong)).toBe('wrongLength');
		expect(kindOf(right)).toMatch(/^[+]/);
	},
);

it('sends to a new range of a possible length, and knows that it is unknown', () => {
	for (const given of ['+1 200 555 0143', '+1 990 555 0143', '+966 40 123 4567'] as const) {
		const recipient = kindOf(given);
		expect(recipient).toBe(`+${given.replace(/\D/g, '')}`);
		expect(standingOf(recipient)).toBe('unknown');
	}
});

it.each(lengths.says as Array<[string, string]>)(
	'says of %s how many digits there should be',
	(given, text) => {
		const parsed = parseRecipient(given);
		expect(numberInWords(parsed as never).text).toBe(text);
	},
);

it('refuses each of 5,000 numbers with a + whose country has none of that length, and no valid one', () => {
	const random = randomFrom(11);
	const people = COUNTRIES.flatMap((country) => peopleOf(country, 30, 11));
	const valid = people.map(({ number }) => number.number);
	expect(valid.length).toBeGreaterThan(5_000);
	expect(valid.filter((one) => !parseRecipient(one).valid)).toStrictEqual([]);
	let [wrong, sent] = [0, [] as string[]];
	while (wrong < 5_000) {
		const one = pick(valid, random);
		const cut = 1 + random.below(4);
		const more = String(random.below(9_000) + 1_000).slice(0, cut);
		const given = random.below(2) ? one.slice(0, -cut) : one + more;
		if (validatePhoneNumberLength(given) === undefined) continue;
		wrong++;
		if (parseRecipient(given).valid) sent = [...sent, given];
	}
	// The forms that a country has changed have another length than today's.
	expect(sent.filter((one) => standingOf(one) !== 'oldPlan')).toStrictEqual([]);
});

it.each(['\ufe0d', '\u3164', '\u115f', '\u034f', '\u200d', '\u2060', '\u{e0020}'])(
	'reads a number with %j in it, which nobody sees',
	(mark) => {
		expect(kindOf(`+33 6 12${mark} 34 56 78`)).toBe('+33612345678');
		const home = homePlan('FR');
		expect(parseRecipient(`06${mark}12345678`, home)).toMatchObject({ recipient: '+33612345678' });
	},
);
