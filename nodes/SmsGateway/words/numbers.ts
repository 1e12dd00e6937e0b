import type { CauseOf } from '../domain/cause';
import type { Entry } from '../domain/entry';
import { countriesOf, countryName } from '../domain/recipient/countries';
import { international } from '../domain/recipient/numberingPlans';
import { standingOf } from '../domain/recipient/parse';
import type { Flaw } from '../domain/recipient/shape';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';
import { tally } from '../domain/text/tally';
import plain from './plain.json';

function lengthInWords({ code, has, possible, isMobile }: NonNullable<Flaw['length']>): string {
	const [last, ...others] = [...possible].reverse();
	const lengths = others.length > 0 ? `${others.reverse().join(', ')} or ${last}` : `${last}`;
	return `${has} digits after +${code}, but ${isMobile ? 'mobile ' : ''}numbers there have ${lengths}`;
}

/** @param field where it stands in a list */
export function numberInWords({ field, given, flaw }: Omit<CauseOf<'number'>, 'name'>) {
	const { kind, detail = '', readings, length } = flaw;
	// Only where the sentence names it: Node.js 24 knows no country without a code.
	const about = () =>
		length ? lengthInWords(length) : kind === 'mark' ? detail : countryName(detail);
	const where = field === undefined ? '' : `'${field}': `;
	// What is wrong, then the one thing to do.
	const said = { ...plain.number, ...(field !== undefined && plain.numberInList) };
	const what = kind === 'several' ? 'The recipient' : 'The number';
	// What takes several has taken them apart.
	const isListed = kind === 'several' && /[|,;\n]/.test(given);
	// Of a list of all items, the items may say more than one; '' is no default country.
	const orSet =
		(kind === 'noCountryCode' || (kind === 'ambiguous' && flaw.detail === '')) && !field;
	const text = sentences(
		isListed
			? "This takes one number. Use one item for each, or 'Bulk Send'."
			: `${where}${what} ${said[kind].replace('…', about)}`,
		orSet && `Or set '${SETTINGS.defaultCountry}'.`,
	);
	const meant = readings.map(international).join(' or ');
	return { text, detail: sentences(`Value: "${given}".`, meant && `Did you mean ${meant}?`) };
}

/** Where a number stands that is sent to and is not known to be a mobile. */
const ODD_ONES: Readonly<Record<string, string>> = plain.standing;

/** "Germany"; "another country" where several share the code. */
function countryOf(recipient: string): string {
	const [code, ...others] = countriesOf(recipient);
	return code === undefined || others.length > 0 ? 'another country' : countryName(code);
}

const asRead = (recipient: string, other: string): string =>
	`read as a number of ${countryOf(recipient)}, but could also be ${international(other)} (${countryOf(other)})`;

type ReadNumber = Pick<Entry, 'recipient' | 'other'>;

/** Why a number that is sent to deserves a second look; undefined where it does not. */
export function whyUnusual({ recipient, other }: ReadNumber): string | undefined {
	const odd = ODD_ONES[standingOf(recipient)];
	if (odd) return `It is ${odd}, so it may not receive SMS.`;
	return other && `It was ${asRead(recipient, other)}.`;
}

/** Numbers that are sent to and not known to be mobiles; undefined where all are. */
export function aboutOddNumbers(entries: readonly Entry[]): string | undefined {
	const kinds = entries.flatMap(({ recipient }) => ODD_ONES[standingOf(recipient)] ?? []);
	const odd = tally(kinds).map(([kind, count]) => `${count} ${kind}`);
	return odd.length > 0 ? `Numbers that may not receive SMS: ${odd.join(', ')}.` : undefined;
}

/** Where the default country decided between two readings; undefined where it did not. */
export function aboutOtherCountries(entries: readonly ReadNumber[], toModel = false) {
	const read = entries.filter(({ other }) => other !== undefined);
	const [first] = read;
	if (first === undefined) return undefined;
	return sentences(
		`${international(first.recipient)} was ${asRead(first.recipient, first.other!)}.`,
		toModel ? 'Ask the user which.' : `If that is meant, write ${international(first.other!)}.`,
		read.length > 1 && !toModel && `'Preview' lists ${read.length - 1} more.`,
	);
}
