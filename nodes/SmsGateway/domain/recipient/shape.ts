type NoNumber = 'empty' | 'notText' | 'word' | 'tooManyDigits' | 'tooFewDigits' | 'wrongLength';
type BrokenBySheet = 'spreadsheetError' | 'scientific' | 'rounded' | 'decimals' | 'date';
type MoreThanNumber = 'letters' | 'mark' | 'parentheses' | 'several' | 'beside';
type OfNobody = 'unknown' | 'noCountryCode' | 'notInCountry' | 'dialedInside' | 'changedPlan';

/** What keeps a value from being read as one phone number. Its sentence is in words/numbers.ts. */
export type FlawKind = NoNumber | BrokenBySheet | MoreThanNumber | OfNobody | 'ambiguous';

export type Flaw = Readonly<{
	kind: FlawKind;
	/** The mark or the country that it is about; '' where a default country might decide, and there is none. */
	detail?: string;
	/** What the value may have meant, in E.164. */
	readings: readonly string[];
	/** How many digits it has behind its country code, and how many it may have. */
	length?: Readonly<{ code: string; has: number; possible: readonly number[]; isMobile: boolean }>;
}>;

/** @param readings digits only */
export const flawed = (kind: FlawKind, detail?: string, ...readings: string[]): Flaw => ({
	kind,
	...(detail !== undefined && { detail }),
	readings: readings.map((digits) => `+${digits}`),
});

const [Y, M, D] = ['(?:19[5-9]|20[0-4])\\d', '(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])'];
const IN_EIGHT = `${Y}(?=\\d{4}$)${M}${D}|(?=\\d{8}$)(?:${D}${M}|${M}${D})${Y}`;
/** A date has the digits of a number and would pass for one. */
const DATE = new RegExp(
	`^(?:${Y}([-/. ])\\s?${D}\\1\\s?${D}|${D}([-/. ])\\s?${D}\\2\\s?${Y}|${IN_EIGHT})(?:[T, ]+\\d{1,2}[:.h]\\d\\d\\b.*)?$`,
	'i',
);

/** "22997000000.0": taking the point for a separator would add a digit to the number. */
const DECIMALS =
	/^\+?\d{1,3}(?:,\d{3}){2,}$|^[^.,]*\d{7}[.,]\d{1,6}$|^(?:[^.,\d]*\d){5,}[.,](?:\d\d?|0+)$/;

/** A row that separates numbers, another +, or two runs of digits that are each as long as a number. */
const SEVERAL = /^\D*\d.*[|,;+\t\v\f\r\n]\D*\d|[1-9]\d{6}\D+\d{7}/s;

/** Marks that separate, where nothing is separated; and what people do not write between digits. */
const OTHER = /^[-/.]|[|,;:]|\.{2,}|-{2,}|\/$|[^-\d.'/()\s+]|(?<=[^(\s+])\+/u;

/** In this order: the first that is so is told. */
const FORMS: ReadonlyArray<readonly [FlawKind, RegExp]> = [
	['empty', /^$/],
	// Eleven digits and more, of which a sheet wrote the first six: 4.47912E+11.
	['rounded', /^(?=\d{11})[1-9](?:\d*0{6}|\d{5}0{5})$/],
	['date', DATE],
	['scientific', /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i],
	['spreadsheetError', /^#+$|^#[A-Z/0]+[!?]?|^=/],
	['notText', /^\(?object \w+\)?$/],
	['decimals', DECIMALS],
	['word', /^\D+$/],
	['letters', /\p{L}/u],
	['several', SEVERAL],
	['mark', OTHER],
	// At most one pair, or one after the other as in "(+49) (171) 1234567".
	['parentheses', /^(?![^()]*(?:\([^()]*\)[^()]*){0,2}$)/],
	// The number of a list in front, or a day; an extension in parentheses.
	['beside', /^[1-9]\d{0,2}\.(?:\d+\.)?\s|\d.*\(\d{1,4}\)$/],
];

/** Why a tidied text cannot be a phone number, if it cannot. */
export function flawOf(text: string): Flaw | undefined {
	const found = FORMS.find(([, form]) => form.test(text));
	return found && flawed(found[0], found[0] === 'mark' ? OTHER.exec(text)![0] : undefined);
}
