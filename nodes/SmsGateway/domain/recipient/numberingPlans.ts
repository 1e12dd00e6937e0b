import { Metadata, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/core';
import json from 'libphonenumber-js/metadata.max.json';
import { remembered } from '../remembered';

/** Where a country's mobiles and landlines look alike, as in North America, a number is a mobile. */
export type NumberKind = 'mobile' | 'landline' | 'other';

/**
 * Functions that the library has and does not declare. Its public `PhoneNumber` tells the kind and
 * the format of a number too, but takes 10 to 40 microseconds for each number, which is seconds for
 * 100,000; and no public function gives the patterns of the kinds, or the prefixes.
 */
type Metadatas = {
	callingCode: () => string;
	IDDPrefix: () => string | 0;
	leadingDigits: () => string | 0 | undefined;
	nationalNumberPattern: () => string;
	possibleLengths: () => number[];
	nationalPrefix: () => string | 0;
	nationalPrefixForParsing: () => string | 0;
	nationalPrefixTransformRule: () => string | 0;
	type: (
		name: string,
	) => { pattern: () => string | 0; possibleLengths: () => number[] | 0 | undefined } | undefined;
};

/** The numbering plan of a country, or of a service above countries such as satellite phones. */
export type NumberingPlan = Readonly<{
	/** ISO 3166-1 alpha-2, such as FR; for a service its calling code. */
	country: string;
	/** The country as a list, which is empty for a service. */
	countries: readonly string[];
	callingCode: string;
	/** The first digits of all the country's numbers, where they alone tell it from others with its code. */
	leading?: RegExp;
	/** The prefix that is dialed inside the country, such as 0; empty where there is none. */
	trunk: string;
	/** Prefixes that a national number may have, and the rule that replaces one which is not just dropped. */
	lead?: Readonly<{ pattern: RegExp; rule: string }>;
	/** The prefix that is dialed to call abroad, such as 00. */
	exit?: RegExp;
	/** The kind of a number without country code and trunk prefix; undefined where the plan has no such number. */
	kindOf: (national: string) => NumberKind | undefined;
	mobiles: () => Test;
}>;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

type Test = Readonly<{ lengths: readonly number[]; pattern: RegExp }>;

function testOf(metadata: Metadatas, name: string): Test | undefined {
	const type = metadata.type(name);
	const pattern = type?.pattern();
	if (!type || !pattern) return undefined;
	return { lengths: type.possibleLengths() || metadata.possibleLengths(), pattern: whole(pattern) };
}

const mobilesOf = (metadata: Metadatas): Test =>
	(testOf(metadata, 'MOBILE') ?? testOf(metadata, 'FIXED_LINE'))!;

const OTHER_TYPES = [
	...['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP'],
	...['PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL'],
];

/** As in libphonenumber, a number that fits the patterns of mobiles and of landlines is a mobile. */
function kindFinder(metadata: Metadatas): NumberingPlan['kindOf'] {
	const lengths = metadata.possibleLengths();
	const pattern = whole(metadata.nationalNumberPattern());
	const kinds = [
		['mobile', mobilesOf(metadata)],
		['landline', testOf(metadata, 'FIXED_LINE')],
		...OTHER_TYPES.map((name) => ['other', testOf(metadata, name)] as const),
	] as const;
	return (national) =>
		lengths.includes(national.length) && pattern.test(national)
			? kinds.find(
					([, test]) => test?.lengths.includes(national.length) && test.pattern.test(national),
				)?.[0]
			: undefined;
}

/** Makes a value when it is first needed: most plans never need their patterns. */
function lazily<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

/** Throws where the library has no such country. */
export const planFor = remembered((country: string): NumberingPlan => {
	const library = new Metadata(json);
	library.selectNumberingPlan(country as CountryCode);
	const metadata = library.numberingPlan as unknown as Metadatas;
	const lead = metadata.nationalPrefixForParsing();
	const exit = metadata.IDDPrefix();
	const leading = metadata.leadingDigits();
	const kinds = lazily(() => kindFinder(metadata));
	return {
		country,
		countries: country in json.countries ? [country] : [],
		callingCode: metadata.callingCode(),
		...(leading && { leading: new RegExp(`^(?:${leading})`) }),
		trunk: metadata.nationalPrefix() || '',
		...(lead && {
			lead: {
				pattern: new RegExp(`^(?:${lead})`),
				rule: metadata.nationalPrefixTransformRule() || '',
			},
		}),
		...(exit && { exit: whole(exit) }),
		kindOf: (national) => kinds()(national),
		mobiles: lazily(() => mobilesOf(metadata)),
	};
});

/** All plans with this calling code, the main one first: 1 has those of 25 countries. */
export const plansUnder = remembered((callingCode: string): readonly NumberingPlan[] => {
	const countries: readonly string[] =
		json.country_calling_codes[callingCode] ??
		(callingCode in json.nonGeographic ? [callingCode] : []);
	return countries.map(planFor);
});

/** Digits set apart by something else. */
export type DigitGroups = readonly string[];

export type PlannedNumber = Readonly<{
	callingCode: string;
	national: string;
	plans: readonly NumberingPlan[];
}>;

/** Splits a number behind its calling code, if it has one. No calling code is the beginning of another. */
export function planned(digits: string): PlannedNumber | undefined {
	for (let length = 1; length <= 3; length++) {
		const callingCode = digits.slice(0, length);
		const plans = plansUnder(callingCode);
		if (plans.length > 0) return { callingCode, national: digits.slice(length), plans };
	}
	return undefined;
}

/** Counted with the country code. Nobody sends SMS to the shorter numbers of some plans. */
export const MIN_DIGITS = 7;
/** E.164 allows no more, although some plans have longer numbers, such as Germany's. */
export const MAX_DIGITS = 15;

function kindInPlans(digits: string): NumberKind | undefined {
	const number = planned(digits);
	if (number === undefined) return undefined;
	let kind: NumberKind | undefined;
	for (const plan of number.plans) {
		const found = plan.kindOf(number.national);
		if (found === 'mobile') return found;
		kind ??= found;
	}
	// An Argentine mobile has a 9 in front when it is called from abroad; without the 9 it looks like a landline.
	const isArgentine = kind === 'landline' && number.callingCode === '54';
	return isArgentine && number.plans[0]!.kindOf(`9${number.national}`) === 'mobile'
		? 'mobile'
		: kind;
}

/** The kind of a number with country code, digits only; undefined where no plan has exactly this number. */
export const kindOf = (digits: string): NumberKind | undefined =>
	digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? undefined : kindInPlans(digits);

/** Whether some plan has the number, even if nobody sends SMS to one so short. */
export const isKnown = (digits: string): boolean => kindInPlans(digits) !== undefined;

export const isMobile = (digits: string): boolean => kindOf(digits) === 'mobile';

const plansByLength = remembered((length: number): readonly NumberingPlan[] =>
	Object.keys(json.countries)
		.map(planFor)
		.filter((plan) => plan.mobiles().lengths.includes(length)),
);

/** The plans in which these digits are a mobile number without country code and trunk prefix. */
export const plansOfMobile = (digits: string): readonly NumberingPlan[] =>
	plansByLength(digits.length).filter((plan) => plan.mobiles().pattern.test(digits));

/** As it is sent: the service takes no +. */
export const withoutPlus = (recipient: string): string => recipient.replace('+', '');

const parsedDigits = (digits: string) => parsePhoneNumberFromString(`+${digits}`, json);

const inGroups = (text: string): string => text.replace(/\D+/g, ' ').trim();

/** As people write it, with + and its country code: "+33 6 12 34 56 78". */
export const international = (recipient: string): string =>
	parsedDigits(withoutPlus(recipient))?.formatInternational() ?? recipient;

/** Whether groups are those in which the number is usually written with its country code. */
export const isWrittenAbroad = (groups: DigitGroups, digits: string): boolean =>
	groups.join(' ') === inGroups(international(digits));

/** Whether groups are those in which the number is usually written in its country. */
export function isWrittenAtHome(groups: DigitGroups, digits: string): boolean {
	const number = parsedDigits(digits);
	if (number === undefined) return false;
	const [given, local] = [groups.join(' '), inGroups(number.formatInternational())];
	const trunk = planned(digits)!.plans[0]!.trunk;
	const behindCode = local.slice(number.countryCallingCode.length + 1);
	return [
		inGroups(number.formatNational()),
		`${trunk}${behindCode}`,
		`${trunk} ${behindCode}`,
	].includes(given);
}
