import { validatePhoneNumberLength } from 'libphonenumber-js/max';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient, standingOf } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { numberInWords } from '../../../../../nodes/SmsGateway/words/numbers';
import { COUNTRIES, peopleOf, pick, randomFrom } from './people';

const kindOf = (given: string): string => {
	const parsed = parseRecipient(given);
	return parsed.valid ? parsed.recipient : parsed.flaw.kind;
};

/** A number that lacks a digit or has too many is refused; beside it the one that was meant. */
it.each<[wrong: string, right: string]>([
	['+33 6 12 34 56 7', '+33 6 12 34 56 78'],
	['+33 6 12 34 56 789', '+33 6 12 34 56 78'],
	['0033 6 12 34 56 7', '0033 6 12 34 56 78'],
	['+44 7400 12345', '+44 7400 123456'],
	['+44 7400 1234567', '+44 7400 123456'],
	['+49 171 39', '+49 171 3920023'],
	['+49 171 392002', '+49 171 3920023'],
	['+1 202 555', '+1 202 555 0143'],
	['+1 202 555 01434', '+1 202 555 0143'],
	['+229 01 97 00 12 3', '+229 01 97 00 12 34'],
	['+229 01 97 00 12 345', '+229 01 97 00 12 34'],
	['+91 98765 4321', '+91 98765 43210'],
	['+34 612 34 56 7', '+34 612 34 56 78'],
	['+55 11 96123-45', '+55 11 96123-4567'],
	['+27 71 123 456', '+27 71 123 4567'],
	['+49 1512 345678', '+49 1512 3456789'],
	['+385 91 234 567', '+385 91 234 5678'],
	['+961 71 12 345', '+961 71 12 3456'],
	['+86 138 0013 800', '+86 138 0013 8000'],
])('%s has a length that no number there has, %s has one', (wrong, right) => {
	expect(kindOf(wrong)).toBe('wrongLength');
	expect(kindOf(right)).toMatch(/^[+]/);
});

it('sends to a new range of a possible length, and knows that it is unknown', () => {
	for (const given of ['+1 200 555 0143', '+1 990 555 0143', '+966 40 123 4567'] as const) {
		const recipient = kindOf(given);
		expect(recipient).toBe(`+${given.replace(/\D/g, '')}`);
		expect(standingOf(recipient)).toBe('unknown');
	}
});

it.each([
	[
		'+33 6 12 34 56 7',
		'The number has 8 digits after +33, but mobile numbers there have 9. Check the digits.',
	],
	[
		'+49 171 39',
		'The number has 5 digits after +49, but mobile numbers there have 10 or 11. Check the digits.',
	],
])('says of %s how many digits there should be', (given, text) => {
	const parsed = parseRecipient(given);
	expect(numberInWords(parsed as never).text).toBe(text);
});

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
