import { remembered } from '../remembered';
import { json, Metadata, parsePhoneNumberFromString, type CountryCode } from './library';

/** Where a country's mobiles and landlines look alike, as in North America, a number is a mobile. */
export type NumberKind = 'mobile' | 'landline' | 'other';

type NumberType = { pattern: () => string | 0; possibleLengths: () => number[] | 0 | undefined };

/** Not declared by the library, whose public `PhoneNumber` takes seconds to tell the kinds of 100,000 numbers. */
type PlanMetadata = {
	callingCode: () => string;
	possibleLengths: () => number[];
	nationalPrefix: () => string | 0;
	nationalPrefixForParsing: () => string | 0;
	nationalPrefixTransformRule: () => string | 0;
	type: (name: string) => NumberType | undefined;
};

function testOf(metadata: PlanMetadata, name: string): ((national: string) => boolean) | undefined {
	const type = metadata.type(name);
	const source = type?.pattern();
	if (!type || !source) return undefined;
	const lengths = type.possibleLengths() || metadata.possibleLengths();
	// Most plans never need their patterns.
	let pattern: RegExp | undefined;
	return (national) =>
		lengths.includes(national.length) && (pattern ??= new RegExp(`^(?:${source})$`)).test(national);
}

const OTHER_TYPES =
	'PREMIUM_RATE TOLL_FREE SHARED_COST VOIP PERSONAL_NUMBER PAGER UAN VOICEMAIL'.split(' ');

/** Of a country (ISO 3166-1 alpha-2), or of a service above countries such as satellite phones (its calling code). */
export const planFor = remembered((country: string) => {
	const library = new Metadata(json);
	library.selectNumberingPlan(country as CountryCode);
	const metadata = library.numberingPlan as unknown as PlanMetadata;
	const trunk = metadata.nationalPrefix() || '';
	const lead = new RegExp(`^(?:${metadata.nationalPrefixForParsing() || '(?!)'})`);
	const rule = metadata.nationalPrefixTransformRule() || '';
	const landlines = testOf(metadata, 'FIXED_LINE');
	const mobiles = testOf(metadata, 'MOBILE') ?? landlines;
	const others = OTHER_TYPES.map((name) => testOf(metadata, name));
	const lengths = metadata.possibleLengths();
	// An Argentine one has a 9 in front when called from abroad; without, it looks like a landline.
	const fitsMobiles = (national: string): boolean =>
		mobiles?.(national) === true || (country === 'AR' && mobiles!(`9${national}`));
	const lengthsOf = (name: string): number[] => metadata.type(name)?.possibleLengths() || lengths;
	const mobileLengths = lengthsOf('MOBILE');
	return {
		country,
		callingCode: metadata.callingCode(),
		/** Dialed inside the country, such as 0; empty where nothing is. */
		trunk,
		/** The national numbers that digits may be, with and without what is dialed in front. */
		nationals(digits: string): string[] {
			const match = lead.exec(digits);
			// Some prefixes are not just dropped: a rule says what is left.
			const kept = match && match.length > 1 ? match.at(-1) : undefined;
			return [
				digits,
				...(match ? [digits.replace(lead, kept === undefined ? '' : rule)] : []),
				...(trunk !== '' && digits.startsWith(trunk) ? [digits.slice(trunk.length)] : []),
			];
		},
		/** Of its mobiles and landlines. */
		usualLengths: [...mobileLengths, ...lengthsOf('FIXED_LINE')],
		/** The lengths of its mobiles that begin with the same four digits; none where no mobile does. */
		mobileLengthsOf: (national: string) =>
			mobileLengths.filter((length) =>
				[...'0123456789'].some((digit) => fitsMobiles(national.slice(0, 4).padEnd(length, digit))),
			),
		/** As in libphonenumber, what fits the patterns of mobiles and of landlines is a mobile. */
		kindOf(national: string): NumberKind | undefined {
			if (!lengths.includes(national.length)) return undefined;
			if (fitsMobiles(national)) return 'mobile';
			if (landlines?.(national)) return 'landline';
			return others.some((test) => test?.(national)) ? 'other' : undefined;
		},
	};
});

export type NumberingPlan = ReturnType<typeof planFor>;

/** All plans with this calling code, the main one first: 1 has those of 25 countries. */
const plansUnder = remembered((callingCode: string): readonly NumberingPlan[] => {
	const countries: readonly string[] =
		json.country_calling_codes[callingCode] ??
		(callingCode in json.nonGeographic ? [callingCode] : []);
	return countries.map(planFor);
});

/** No calling code is the beginning of another. */
export function splitCode(digits: string) {
	for (let length = 1; length <= 3; length++) {
		const callingCode = digits.slice(0, length);
		const plans = plansUnder(callingCode);
		if (plans.length > 0) return { callingCode, national: digits.slice(length), plans };
	}
	return undefined;
}

export type SplitNumber = NonNullable<ReturnType<typeof splitCode>>;

/** Counted with the country code. The shorter numbers of some plans get no SMS. */
export const MIN_DIGITS = 7;
/** E.164 allows no more, although some plans have longer numbers, such as Germany's. */
export const MAX_DIGITS = 15;

/** Undefined where no plan has exactly this number. */
export function kindOf(digits: string): NumberKind | undefined {
	if (digits.length > MAX_DIGITS) return undefined;
	const { national = '', plans = [] } = splitCode(digits) ?? {};
	let kind: NumberKind | undefined;
	for (const plan of plans) {
		const one = plan.kindOf(national);
		if (one === 'mobile') return one;
		kind ??= one;
	}
	return kind;
}

export const isMobile = (digits: string): boolean => kindOf(digits) === 'mobile';

/** The mobiles that the digits would be in any country, without country code and trunk prefix. */
export const mobilesAnywhere = (digits: string): string[] =>
	Object.keys(json.countries)
		.map(planFor)
		.filter((plan) => plan.kindOf(digits) === 'mobile')
		.map(({ callingCode }) => callingCode + digits);

/** What the digits are in a country: as dialed, without what is dialed in front, or with the country code. */
export function numbersIn({ callingCode, nationals }: NumberingPlan, digits: string): string[] {
	const forms = nationals(digits).map((national) => callingCode + national);
	if (digits.startsWith(callingCode)) forms.push(digits);
	return [...new Set(forms)].filter(kindOf);
}

/** As it is sent: the service takes no +. */
export const withoutPlus = (recipient: string): string => recipient.replace('+', '');

const parsedDigits = (digits: string) => parsePhoneNumberFromString(`+${digits}`, json);

/** "+33 6 12 34 56 78" */
export const international = (recipient: string): string =>
	parsedDigits(withoutPlus(recipient))?.formatInternational() ?? recipient;

const inGroups = (text: string): string => text.replace(/\D+/g, ' ').trim();

/** In one piece, or in groups in which the number is usually written. */
export function isWrittenSo(groups: readonly string[], digits: string): boolean {
	if (groups.length === 1) return true;
	const number = parsedDigits(digits);
	const usual = [number?.formatInternational(), number?.formatNational()];
	return usual.some((text = '') => inGroups(text) === groups.join(' '));
}
