/** What keeps a value from being read as one phone number. Its sentence is made in words/numbers.ts. */
export type FlawKind =
	// No number at all.
	| 'empty'
	| 'notText'
	| 'failedCalculation'
	| 'noDigits'
	| 'object'
	| 'spreadsheetError'
	| 'formula'
	// What a sheet has broken.
	| 'scientific'
	| 'rounded'
	| 'decimals'
	| 'decimalsAtEnd'
	| 'thousands'
	| 'minus'
	| 'date'
	| 'mayBeDate'
	// More than a number.
	| 'longText'
	| 'letters'
	| 'several'
	| 'previewed'
	| 'columns'
	| 'markBefore'
	| 'markAfter'
	| 'mark'
	| 'parentheses'
	| 'note'
	| 'listNumber'
	| 'beside'
	// Two numbers, or not written as one.
	| 'ambiguous'
	| 'grouped'
	| 'notMobile'
	// Nobody's number.
	| 'tooManyDigits'
	| 'tooFewDigits'
	| 'zeroAsCode'
	| 'unknownCode'
	| 'unknownNumber'
	| 'unknownOrNational'
	| 'noCountryCode'
	| 'notInCountry'
	| 'dialedInside'
	| 'noAreaCode'
	| 'zeroInParentheses'
	| 'changedPlan'
	| 'notOfLink';

export type Flaw = Readonly<{
	kind: FlawKind;
	/** The mark, code, count or sentence that it is about. */
	detail?: string;
	/** What the value may have meant: international numbers, digits only. */
	readings: readonly string[];
	/** Whether the value can be nothing else, so that a safeguard may go on with all of them. */
	isAll: boolean;
	/** Whether a default country was given, which is then no advice. */
	hasHome?: boolean;
}>;

export const flawed = (kind: FlawKind, detail?: string | number): Flaw => ({
	kind,
	...(detail !== undefined && { detail: String(detail) }),
	readings: [],
	isAll: false,
});

/** With what it may have meant beside other things. */
export const maybe = (flaw: Flaw, ...readings: string[]): Flaw => ({ ...flaw, readings });

/** With all that it can be. */
export const only = (flaw: Flaw, ...readings: string[]): Flaw => ({
	...flaw,
	readings,
	isAll: true,
});
