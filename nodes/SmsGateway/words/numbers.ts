import type { Entry } from '../domain/entry';
import { countriesOf, countryName } from '../domain/recipient/countries';
import type { Flaw, FlawKind } from '../domain/recipient/flaw';
import { oddityOf, type Oddity } from '../domain/recipient/parse';
import { international, MAX_DIGITS, MIN_DIGITS } from '../domain/recipient/numberingPlans';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

/** What is wrong with a number, without the number: n8n logs the messages that are made of it. */
export type FlawInWords = Readonly<{
	/** Of one: "It has no country code. Write it with + and its country code." */
	one: string;
	/** Behind "2 of 3 numbers ": "have no country code. Write them with + and the country code." */
	many: string;
	/** What names a value, such as a likely spelling. */
	detail?: string;
}>;

type Says = Readonly<{
	one: (flaw: Flaw) => string;
	many: (flaw: Flaw) => string;
}>;

const says = (one: string, many: string): Says => ({ one: () => one, many: () => many });

const orChoose = ({ hasHome }: Flaw): string =>
	hasHome ? '' : `, or set '${SETTINGS.defaultCountry}'`;

/** What is wrong, then what to do about the country code. */
const withCode = (one: string, many: string): Says => ({
	one: (flaw) => `${one} Write it with + and its country code${orChoose(flaw)}.`,
	many: (flaw) => `${many} Write them with + and the country code${orChoose(flaw)}.`,
});

const enteredAsText = (one: string, many: string): Says => ({
	one: () => `${one} Format the column as text and enter it again.`,
	many: () => `${many} Format the column as text and enter them again.`,
});

const about = (one: (detail: string) => string, many: (detail: string) => string): Says => ({
	one: ({ detail = '' }) => one(detail),
	many: ({ detail = '' }) => many(detail),
});

const FLAWS_IN_WORDS: Readonly<Record<FlawKind, Says>> = {
	empty: says('It is empty.', 'are empty. Check the field or its expression.'),
	notText: says('It is neither text nor a number.', 'are neither text nor numbers.'),
	failedCalculation: says(
		'It is the result of a failed calculation.',
		'are the results of failed calculations.',
	),
	noDigits: says('It contains no digits.', 'contain no digits.'),
	object: says(
		'The expression returned an object. Choose the field with the number.',
		'are objects. Choose the field with the number.',
	),
	spreadsheetError: says(
		'It is a spreadsheet error. Fix the cell.',
		'are spreadsheet errors. Fix the cells.',
	),
	previewed: says(
		"It stands for several recipients in the output of 'Preview'. Connect this node to the one in front of 'Preview'.",
		"stand for several recipients in the output of 'Preview'. Connect this node to the one in front of 'Preview'.",
	),
	formula: says('It is a formula. Enter its result.', 'are formulas. Enter their results.'),
	scientific: enteredAsText(
		'The spreadsheet rounded it to scientific notation, and digits are lost.',
		'were rounded to scientific notation by the spreadsheet, and digits are lost.',
	),
	rounded: enteredAsText(
		'It ends in six zeros: a spreadsheet seems to have rounded it, and digits are lost.',
		'end in six zeros: a spreadsheet seems to have rounded them, and digits are lost.',
	),
	decimals: enteredAsText('It has decimals.', 'have decimals.'),
	decimalsAtEnd: about(
		(end) => `Its end "${end}" looks like decimals.`,
		() => 'end with what looks like decimals.',
	),
	thousands: enteredAsText('It has thousands separators.', 'have thousands separators.'),
	minus: says('It begins with a minus sign.', 'begin with a minus sign.'),
	date: says('It looks like a date.', 'look like dates.'),
	mayBeDate: says(
		'It could be a date. If it is a number, write it with + and its country code.',
		'could be dates. If they are numbers, write them with + and the country code.',
	),
	longText: about(
		(length) => `It has ${length} characters: more than one number, or none.`,
		() => 'are texts of more than one number, or none.',
	),
	letters: says('It contains letters.', 'contain letters. Enter the numbers alone.'),
	several: says(
		"It contains several numbers. Enter one; only 'Bulk Send' takes several, with commas between them.",
		"contain several numbers. Enter one each; only 'Bulk Send' takes several, with commas between them.",
	),
	columns: says(
		'It contains more than one column. Choose the one with the number.',
		'contain more than one column. Choose the one with the number.',
	),
	markBefore: about(
		(mark) => `It has "${mark}" before the number.`,
		(mark) => `have "${mark}" before the number.`,
	),
	markAfter: about(
		(mark) => `It has "${mark}" after the number.`,
		(mark) => `have "${mark}" after the number.`,
	),
	mark: about(
		(mark) => `It contains "${mark}", which no number has.`,
		(mark) => `contain "${mark}", which no number has.`,
	),
	parentheses: says('Its parentheses do not match.', 'have parentheses that do not match.'),
	note: says(
		'It contains a note in parentheses. Enter the number alone.',
		'contain notes in parentheses. Enter the numbers alone.',
	),
	listNumber: says(
		'It begins with a list number. Enter the phone number alone.',
		'begin with a list number. Enter the phone numbers alone.',
	),
	beside: says(
		'It contains more than a number. Enter the phone number alone.',
		'contain more than a number. Enter the phone numbers alone.',
	),
	ambiguous: withCode('It could be two different numbers.', 'could be two different numbers each.'),
	grouped: withCode(
		'Its digits are grouped unlike those of a number.',
		'are grouped unlike other numbers.',
	),
	notMobile: withCode('It is hardly a mobile number.', 'are hardly mobile numbers.'),
	tooManyDigits: says(
		`It has more than ${MAX_DIGITS} digits.`,
		`have more than ${MAX_DIGITS} digits.`,
	),
	tooFewDigits: about(
		(digits) =>
			`It has only ${digits} ${digits === '1' ? 'digit' : 'digits'}; a number with country code has at least ${MIN_DIGITS}.`,
		() => `have fewer than ${MIN_DIGITS} digits.`,
	),
	zeroAsCode: says('No country code begins with 0.', 'begin with 0 behind the +.'),
	unknownCode: about(
		(code) => `No country has the code +${code}.`,
		(code) => `have the code +${code}, which no country has.`,
	),
	unknownNumber: says(
		'No country has such a number. If it is right, write it with +.',
		'are numbers that no country has. If they are right, write them with +.',
	),
	unknownOrNational: says(
		`No country has such a number. If it is right, write it with +. If it has no country code, add it or set '${SETTINGS.defaultCountry}'.`,
		`are numbers that no country has. If they are right, write them with +. If they have no country code, add it or set '${SETTINGS.defaultCountry}'.`,
	),
	noCountryCode: withCode('It has no country code.', 'have no country code.'),
	notInCountry: {
		one: ({ detail, readings }) =>
			readings.length > 0
				? `Not a valid number in ${countryName(detail!)}.`
				: `Not a valid number in ${countryName(detail!)}. Check the digits, or write it with + and its country code.`,
		many: ({ detail }) =>
			`are not valid in ${countryName(detail!)}. Check the digits, or write them with + and the country code.`,
	},
	dialedInside: about(
		(dialed) => `Only calls inside the country need the ${dialed}.`,
		(dialed) => `have the ${dialed}, which only calls inside the country need.`,
	),
	noAreaCode: about(
		(code) => `The area code after +${code} is missing.`,
		(code) => `have no area code after +${code}.`,
	),
	zeroInParentheses: about(
		(code) => `With or without the 0 in parentheses it is not a valid number after +${code}.`,
		(code) => `are not valid after +${code}, with or without the 0 in parentheses.`,
	),
	changedPlan: about(
		(change) => change,
		(change) => `are old: ${change.charAt(0).toLowerCase()}${change.slice(1)}`,
	),
	notOfLink: about(
		(code) => `Its number is not one of +${code}.`,
		(code) => `are not numbers of +${code}.`,
	),
};

/** What a refused value may have meant, as a question or a condition. */
function readingsInWords({ kind, readings, isAll }: Flaw): string | undefined {
	const [one, other] = readings.map(international);
	if (one === undefined) return undefined;
	switch (kind) {
		case 'ambiguous':
			return `It could be ${one} or ${other}.`;
		case 'mayBeDate':
			return `It could be a date, or ${one}.`;
		case 'grouped':
			return `It could be ${one}, but is grouped differently.`;
		case 'notMobile':
			return `It could be ${one}, which is not a mobile number, or two numbers side by side.`;
		case 'beside':
			return `It could be ${one} with something else beside it${other === undefined ? '' : `, or ${other}`}.`;
		case 'letters':
			return `If it is ${one}, remove the ${isAll ? 'words' : 'rest'}.`;
		default:
			return `Did you mean ${one}?`;
	}
}

export function flawInWords(flaw: Flaw): FlawInWords {
	const { one, many } = FLAWS_IN_WORDS[flaw.kind];
	const detail = readingsInWords(flaw);
	return { one: one(flaw), many: many(flaw), ...(detail !== undefined && { detail }) };
}

/** A flaw and what may have been meant, for one value that stands beside it. */
export function explainFlaw(flaw: Flaw): string {
	const { one, detail } = flawInWords(flaw);
	return sentences(one, detail);
}

const ODDITIES: Readonly<Record<Oddity, string>> = {
	oldPlan: 'from before the numbering plan changed',
	unknown: 'unknown to the numbering plan',
	landline: 'a landline, which cannot receive SMS',
	notMobile: 'not a mobile number',
	mayBeTime: 'could also be a Unix time',
};

/** "Germany"; "another country" where several share the code. */
function countryOf(recipient: string): string {
	const [code, ...others] = countriesOf(recipient);
	return code === undefined || others.length > 0 ? 'another country' : countryName(code);
}

/** Why a number that is sent to deserves a second look, behind a colon; undefined where it does not. */
export function whyUnusual(
	entry: Pick<Entry, 'recipient' | 'mayBeTime' | 'other'>,
): string | undefined {
	const { recipient, other } = entry;
	const oddity = oddityOf(entry);
	if (oddity !== undefined) return ODDITIES[oddity];
	return other === undefined
		? undefined
		: `read as a number of ${countryOf(recipient)}, could also be ${international(other)} (${countryOf(other)})`;
}

/** "12 numbers were read as numbers of Germany, such as …" */
export function aboutOtherCountries(
	entries: ReadonlyArray<Pick<Entry, 'recipient' | 'other'>>,
): string | undefined {
	const read = entries.filter(({ other }) => other !== undefined);
	const [first] = read;
	if (first === undefined) return undefined;
	const home = countryOf(first.recipient);
	const example = international(first.recipient);
	const other = `${international(first.other!)} (${countryOf(first.other!)})`;
	return read.length === 1
		? `${example} was read as a number of ${home}, but could also be ${other}. If so, write it with +.`
		: `${read.length} numbers were read as numbers of ${home}, such as ${example}, which could also be ${other}. 'Preview' lists them.`;
}
