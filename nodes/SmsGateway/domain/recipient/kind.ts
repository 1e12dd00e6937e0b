/** What a number is for. Where mobiles and landlines look alike, as in North America: mobile. */
export type Kind = 'mobile' | 'landline' | 'other';

/** The library has these methods, but declares only some of them. */
type NumberType = { pattern: () => string | 0; possibleLengths: () => number[] | 0 | undefined };
export type NumberingPlan = {
	callingCode: () => string;
	IDDPrefix: () => string | 0;
	leadingDigits: () => string | 0 | undefined;
	nationalNumberPattern: () => string;
	possibleLengths: () => number[];
	nationalPrefix: () => string | 0;
	nationalPrefixForParsing: () => string | 0;
	nationalPrefixTransformRule: () => string | 0;
	formats: () => ReadonlyArray<{
		pattern: () => string;
		format: () => string;
		internationalFormat: () => string;
		leadingDigitsPatterns: () => readonly string[];
	}>;
	type: (name: string) => NumberType | undefined;
};

const OTHER_TYPES = [
	'PREMIUM_RATE',
	'TOLL_FREE',
	'SHARED_COST',
	'VOIP',
	'PERSONAL_NUMBER',
	'PAGER',
	'UAN',
	'VOICEMAIL',
];

export const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

type Test = Readonly<{ lengths: readonly number[]; pattern: RegExp }>;

const passes = ({ lengths, pattern }: Test, national: string): boolean =>
	lengths.includes(national.length) && pattern.test(national);

/** The order of libphonenumber: landlines first, and mobiles are what both patterns match. */
export function kindFinder(plan: NumberingPlan): (national: string) => Kind | undefined {
	const testOf = (name: string): Test | undefined => {
		const type = plan.type(name);
		const pattern = type?.pattern();
		if (!type || !pattern) return undefined;
		return { lengths: type.possibleLengths() || plan.possibleLengths(), pattern: whole(pattern) };
	};
	const any: Test = {
		lengths: plan.possibleLengths(),
		pattern: whole(plan.nationalNumberPattern()),
	};
	const mobile = testOf('MOBILE');
	const landline = testOf('FIXED_LINE');
	const others = OTHER_TYPES.flatMap((name) => testOf(name) ?? []);
	return (national) => {
		if (!any.lengths.includes(national.length) || !any.pattern.test(national)) return undefined;
		if (mobile && passes(mobile, national)) return 'mobile';
		if (landline && passes(landline, national)) return mobile ? 'landline' : 'mobile';
		return others.some((test) => passes(test, national)) ? 'other' : undefined;
	};
}
