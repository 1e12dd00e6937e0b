import type { Entry } from '../domain/entry';
import { countriesOf, countryName } from '../domain/recipient/countries';
import { international, MAX_DIGITS, MIN_DIGITS } from '../domain/recipient/numberingPlans';
import { standingOf } from '../domain/recipient/parse';
import type { Flaw, FlawKind } from '../domain/recipient/shape';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

const AS_TEXT = 'Format the column as text and enter the number again.';
const WITH_CODE = 'Write the number with + and its country code.';
const ALONE = 'Enter the number alone.';

/** What is wrong, then the one thing to do; the first word is a verb. */
const FLAW_SENTENCES: Readonly<Record<FlawKind, string>> = {
	empty: 'is empty.\nCheck the field or its expression.',
	notText: 'is neither text nor a number.\nChoose the field with the number.',
	spreadsheetError: 'is a formula, or an error of the spreadsheet.\nEnter the number itself.',
	scientific: `was rounded to scientific notation: digits are lost.\n${AS_TEXT}`,
	rounded: `seems to be rounded by a spreadsheet: digits are lost.\n${AS_TEXT}`,
	decimals: `has decimals or thousands separators.\n${AS_TEXT}`,
	date: 'looks like a date.\nIf it is a number, write it with + and its country code.',
	letters: `contains letters.\n${ALONE}`,
	mark: `contains "…", which does not belong to a number.\n${ALONE}`,
	parentheses: `has parentheses that do not fit a number.\n${WITH_CODE}`,
	several:
		"contains several numbers.\nEnter one; only 'Bulk Send' takes several, with commas between them.",
	beside: `contains more than a number.\n${ALONE}`,
	ambiguous: `could be two different numbers.\n${WITH_CODE}`,
	tooManyDigits: `is too long: a number has at most ${MAX_DIGITS} digits.\nCheck the digits.`,
	tooFewDigits: `has too few digits: with country code it has at least ${MIN_DIGITS}.\nCheck the digits.`,
	unknown: 'is not a number of any country.\nCheck the digits.',
	noCountryCode: `has no country code.\nWrite it with + and its country code, or set '${SETTINGS.defaultCountry}'.`,
	notInCountry:
		'is not a valid number in ….\nCheck the digits. If it is of another country, write it with +.',
	dialedInside: 'has digits behind the country code that are only dialed inside the country.',
	changedPlan: 'is from before the numbers of … changed.',
};

/** A flaw without the number, and the likely spellings as a detail. */
export function flawInWords({ kind, detail = '', readings }: Flaw): {
	text: string;
	detail?: string;
} {
	const about = (): string => (kind === 'mark' ? detail : countryName(detail));
	const text = `The number ${FLAW_SENTENCES[kind].replace('…', about)}`;
	const [one, other] = readings.map(international);
	if (one === undefined) return { text };
	return { text, detail: other ? `It could be ${one} or ${other}.` : `Did you mean ${one}?` };
}

/** The same, for a value that stands beside it. */
export function explainFlaw(flaw: Flaw): string {
	const { text, detail } = flawInWords(flaw);
	return sentences(text.replace('\n', ' '), detail);
}

/** Of a number that is sent to and is not known to be a mobile. */
const ODDITIES: Readonly<Record<string, string>> = {
	oldPlan: 'from before the numbering plan changed',
	unknown: 'unknown to the numbering plan',
	landline: 'a landline, which cannot receive SMS',
	other: 'not a mobile number',
};

/** "Germany"; "another country" where several share the code. */
function countryOf(recipient: string): string {
	const [code, ...others] = countriesOf(recipient);
	return code === undefined || others.length > 0 ? 'another country' : countryName(code);
}

const withCountry = (recipient: string): string =>
	`${international(recipient)} (${countryOf(recipient)})`;

/** Why a number that is sent to deserves a second look, behind a colon; undefined where it does not. */
export function whyUnusual(entry: Pick<Entry, 'recipient' | 'other'>): string | undefined {
	const { recipient, other } = entry;
	const oddity = ODDITIES[standingOf(recipient)];
	if (oddity !== undefined || other === undefined) return oddity;
	return `read as a number of ${countryOf(recipient)}, could also be ${withCountry(other)}`;
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
	const other = withCountry(first.other!);
	return read.length === 1
		? `${example} was read as a number of ${home}, but could also be ${other}. If so, write it with +.`
		: `${read.length} numbers were read as numbers of ${home}, such as ${example}, which could also be ${other}. 'Preview' lists them.`;
}
