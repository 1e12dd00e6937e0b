/** What keeps a value from being read as one phone number. Its sentence is in words/numbers.ts. */
export type FlawKind =
	// No number at all.
	| 'empty'
	| 'notText'
	| 'noDigits'
	// What a sheet has broken.
	| 'spreadsheetError'
	| 'scientific'
	| 'rounded'
	| 'decimals'
	| 'date'
	// More than a number.
	| 'letters'
	| 'mark'
	| 'parentheses'
	| 'several'
	| 'previewed'
	| 'beside'
	// Two numbers, or nobody's.
	| 'ambiguous'
	| 'tooManyDigits'
	| 'tooFewDigits'
	| 'unknownCode'
	| 'unknownNumber'
	| 'noCountryCode'
	| 'notInCountry'
	| 'dialedInside'
	| 'changedPlan';

export type Flaw = Readonly<{
	kind: FlawKind;
	/** The mark, code or country that it is about. */
	detail?: string;
	/** What the value may have meant, in E.164. */
	readings: readonly string[];
}>;

export const flawed = (kind: FlawKind, detail?: string, ...readings: string[]): Flaw => ({
	kind,
	...(detail !== undefined && { detail }),
	readings,
});
