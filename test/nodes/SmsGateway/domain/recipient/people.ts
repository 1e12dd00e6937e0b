import fc from 'fast-check';
import { Metadata } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
	getCountries,
	getExampleNumber,
	parsePhoneNumberFromString,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

/** Somebody with a mobile number, as the library itself knows it. */
export type Person = Readonly<{ country: CountryCode; number: PhoneNumber; e164: string }>;

export const COUNTRIES = getCountries().filter((country) => getExampleNumber(country, examples));

const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

const isMobile = (number: PhoneNumber | undefined): number is PhoneNumber =>
	number !== undefined && number.isValid() && MOBILE.has(number.getType() ?? '');

/** Whether a number may be somebody's mobile, written just so. */
export function isSomebody(digits: string): boolean {
	const number = parsePhoneNumberFromString(`+${digits}`);
	return isMobile(number) && number.number === `+${digits}`;
}

/** People of one country: numbers of every length and range that its plan gives to mobiles. */
export function peopleOf(country: CountryCode, count: number, seed: number): Person[] {
	const plans = new Metadata(metadata);
	plans.selectNumberingPlan(country);
	const plan = plans.numberingPlan as unknown as {
		type: (name: string) => { pattern: () => string } | undefined;
		callingCode: () => string;
	};
	const pattern = plan.type('MOBILE')?.pattern() || plan.type('FIXED_LINE')?.pattern();
	if (!pattern) throw new Error(`${country} has no mobile numbers`);
	return (
		fc
			.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 2 * count, seed })
			.map((national) => parsePhoneNumberFromString(`+${plan.callingCode()}${national}`))
			.filter(isMobile)
			// Gabon's old numbers, which are dialed like those with a 0, and are the same people's.
			.filter(({ number }) => !/^\+241[2-7]\d{6}$/.test(number))
			.slice(0, count)
			.map((number) => ({ country, number, e164: number.number.slice(1) }))
	);
}

/** A cell, who is meant by it, and the default country under which it is read. */
export type Cell = Readonly<{ given: string | number; meant: Person; home?: CountryCode }>;

type Spell = (person: Person) => string | number;

const grouped = (separator: string) => (text: string) => text.replace(/[ -]+/g, separator);
const abroad = ({ number }: Person) => number.formatInternational();
const bare: Spell = ({ e164 }) => e164;
const national: Spell = ({ number }) => number.nationalNumber;
const asNumber = (digits: string) => (digits.startsWith('0') ? digits : Number(digits));
const inPairs = (digits: string) => (digits.match(/\d{1,2}/g) ?? []).join(' ');

export const EXPLICIT: readonly Spell[] = [
	({ e164 }) => `+${e164}`,
	abroad,
	({ e164 }) => `00${e164}`,
	(person) => abroad(person).replace('+', '00'),
	(person) => abroad(person).replace('+', '00 '),
	(person) => grouped('.')(abroad(person)),
	(person) => grouped('-')(abroad(person)),
	(person) => grouped('\u00a0')(abroad(person)),
	(person) =>
		abroad(person)
			.replace(/^\+(\d+)/, '(00$1)')
			.replace(/(?<=\d) /g, '.'),
	(person) => abroad(person).replace(/^\+(\d+)/, '(+$1)'),
	(person) =>
		abroad(person)
			.replace(/^\+(\d+)/, '+$1 ')
			.replace(/ +/g, ' '),
	({ number }) => number.format('RFC3966'),
	({ e164 }) => `'+${e164}`,
	({ e164 }) => `="00${e164}"`,
];

export const NATIONAL: readonly Spell[] = [
	({ number }) => number.formatNational(),
	({ number }) => number.formatNational().replace(/\D/g, ''),
	({ number }) => grouped('.')(number.formatNational()),
	({ number }) => grouped('-')(number.formatNational()),
	({ number }) => `'${number.formatNational()}`,
	national,
	({ number }) => asNumber(number.nationalNumber),
];

export const BARE: readonly Spell[] = [
	bare,
	({ e164 }) => Number(e164),
	(person) => abroad(person).slice(1),
	(person) => grouped('-')(abroad(person)).slice(1),
	({ e164 }) => `'${e164}`,
];

/** National spellings as they stand in lists whose owner chose no default country. */
export const WITHOUT_COUNTRY: readonly Spell[] = [
	...NATIONAL,
	({ number }) => inPairs(number.nationalNumber),
	({ number }) => `(${number.nationalNumber.slice(0, 3)}) ${number.nationalNumber.slice(3)}`,
	({ number }) => `${number.nationalNumber.slice(0, 3)}-${number.nationalNumber.slice(3)}`,
];

export const INTERNATIONAL: readonly Spell[] = [
	bare,
	({ e164 }) => `+${e164}`,
	({ e164 }) => `00${e164}`,
	abroad,
	(person) => abroad(person).replace('+', '00'),
	(person) => abroad(person).slice(1),
];

const BASES: readonly Spell[] = [
	...INTERNATIONAL,
	({ number }) => number.formatNational(),
	national,
];

/** What stands around numbers in lists; `n` is any small number. */
const DECORATIONS: ReadonlyArray<(text: string, n: number, other: string) => string> = [
	(text, n) => `${n}. ${text}`,
	(text, n) => `${n}) ${text}`,
	(text, n) => `(${n}) ${text}`,
	(text, n) => `${n} ${text}`,
	(text, n) => `${n}: ${text}`,
	(text, n) => `${n} - ${text}`,
	(text, n) => `#${n} ${text}`,
	(text, n) => `${n}\t${text}`,
	(text, n) => `${text} (${n})`,
	(text, n) => `${text} ${n}`,
	(text, n) => `${text} 0${n % 10}`,
	(text, n) => `${text} x${n}`,
	(text, n) => `${text} ext. ${n}`,
	(text, n) => `${text} - ${n}`,
	(text, n) => `${text}/${n}`,
	(text, n) => `${text} #${n}`,
	(text, n) => `${text}\t${n}`,
	(text, _, other) => `${text}\t${other}`,
	(text, _, other) => `${text} ${other}`,
	(text) => `${text} (home)`,
	(text) => `${text} call after 5`,
];

export type Random = Readonly<{ below: (limit: number) => number }>;

export const pick = <T>(from: readonly T[], random: Random): T => from[random.below(from.length)]!;

export function decorate(person: Person, other: Person, random: Random, bases = BASES): string {
	const decoration = pick(DECORATIONS, random);
	const text = String(pick(bases, random)(person));
	return decoration(text, 1 + random.below(40), String(pick(BASES, random)(other)));
}
