import type { Entry } from '../domain/entry';
import { countriesOf, countryName } from '../domain/recipient/countries';
import { international, MAX_DIGITS, MIN_DIGITS } from '../domain/recipient/numberingPlans';
import { standingOf } from '../domain/recipient/parse';
import type { Flaw, FlawKind } from '../domain/recipient/shape';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

/** What is wrong with a number: `text` is without the number, as n8n logs the messages that are made of it. */
export type FlawInWords = Readonly<{
	/** "The number has no country code. …" */
	text: string;
	/** What names a value, such as a likely spelling. */
	detail?: string;
}>;

const AS_TEXT = 'Format the column as text and enter the number again.';
const WITH_CODE = 'Write the number with + and its country code.';
const ALONE = 'Enter the number alone.';

/** What is wrong, then the one thing to do; the first word is a verb. */
const FLAW_SENTENCES: Readonly<Record<FlawKind, string>> = {
	empty: 'is empty. Check the field or its expression.',
	notText: 'is neither text nor a number. Choose the field with the number.',
	spreadsheetError: 'is a formula, or an error of the spreadsheet. Enter the number itself.',
	scientific: `was rounded to scientific notation, and digits are lost. ${AS_TEXT}`,
	rounded: `ends in zeros: a spreadsheet seems to have rounded it, and digits are lost. ${AS_TEXT}`,
	decimals: `has decimals or thousands separators. ${AS_TEXT}`,
	date: `looks like a date. If it is a number, write it with + and its country code.`,
	letters: `contains letters. ${ALONE}`,
	mark: 'contains "…", which does not belong to a number.',
	parentheses: `has parentheses that do not fit a number. ${WITH_CODE}`,
	several: `contains several numbers. Enter one; only 'Bulk Send' takes several, with commas between them.`,
	beside: `contains more than a number. ${ALONE}`,
	ambiguous: `could be two different numbers. ${WITH_CODE}`,
	tooManyDigits: `is too long: a number has at most ${MAX_DIGITS} digits.`,
	tooFewDigits: `has too few digits: a number with country code has at least ${MIN_DIGITS}.`,
	unknown: 'is not a number of any country. Check the digits.',
	noCountryCode: `has no country code. Write it with + and its country code, or set '${SETTINGS.defaultCountry}'.`,
	notInCountry: `is not a valid number in …. Check the digits. If it is of another country, write it with +.`,
	dialedInside: 'has digits behind the country code that are only dialed inside the country.',
	changedPlan: 'is from before the numbers of … changed.',
};

export function flawInWords({ kind, detail = '', readings }: Flaw): FlawInWords {
	const says = FLAW_SENTENCES[kind].replace('…', () =>
		kind === 'mark' ? detail : countryName(detail),
	);
	const [one, other] = readings.map(international);
	const meant = other === undefined ? `Did you mean ${one}?` : `It could be ${one} or ${other}.`;
	return {
		text: `The number ${says}`,
		...(one !== undefined && { detail: meant }),
	};
}

/** A flaw and what may have been meant, for one value that stands beside it. */
export function explainFlaw(flaw: Flaw): string {
	const { text, detail } = flawInWords(flaw);
	return sentences(text, detail);
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

/** Why a number that is sent to deserves a second look, behind a colon; undefined where it does not. */
export function whyUnusual({
	recipient,
	other,
}: Pick<Entry, 'recipient' | 'other'>): string | undefined {
	const oddity = ODDITIES[standingOf(recipient)];
	if (oddity !== undefined || other === undefined) return oddity;
	return `read as a number of ${countryOf(recipient)}, could also be ${international(other)} (${countryOf(other)})`;
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
