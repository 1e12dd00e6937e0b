import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError, type Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';
import { countriesOf, unknownCountry } from '../domain/recipient/countries';
import { parseRecipient } from '../domain/recipient/parse';
import type { NumberingPlan } from '../domain/recipient/plans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { recipientSafeguards } from '../domain/safeguards/recipients';
import { timingSafeguards } from '../domain/safeguards/timing';
import { isStartedByHand } from '../n8n/startedByHand';
import { isFilledIn, readField } from './parameters';
import type { Settings } from './readSettings';

export type Safeguards = Readonly<{
	/** What keeps an entry from being sent now. */
	refusalOf(entry: Entry): Outcome | undefined;
	/** The same as time goes on, for an entry that nothing kept from being sent before. */
	timingRefusalOf(entry: Entry, now: number): Outcome | undefined;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** What keeps an entry from being sent in an execution that is a test. */
	testRefusalOf?(entry: Entry): Outcome | undefined;
}>;

const TEST_RUN = withoutRequest(
	'testRun',
	"Skipped: in an execution started by hand, only the 'Test Recipients' get an SMS.",
);

/**
 * @param home reads numbers of the lists without country code
 * @throws Error with a sentence for the user that names the safeguard and the value
 */
export function readSafeguards(
	ctx: IExecuteFunctions,
	items: number,
	settings: Settings,
	home?: NumberingPlan,
): Safeguards {
	const { allowedCountries, maxSmsPerRecipient, sendWindow } = settings;
	const unknown = unknownCountry(allowedCountries ?? []);
	if (unknown !== undefined) {
		throw new Error(`'Allowed Countries': "${unknown}" is not the code of a country, such as FR.`);
	}
	const listed = (label: string, list: unknown): ReadonlySet<string> | undefined =>
		list === undefined ? undefined : new Set(phonesIn(label, list, home));
	const allowed = listed('Allowed Recipients', settings.allowedRecipients);
	const tested = listed('Test Recipients', settings.testRecipients);
	const excluded = readExcluded(ctx, items, home);
	const isTest = tested && isStartedByHand(ctx);

	const countries = allowedCountries && new Set(allowedCountries);
	const ofRecipient = recipientSafeguards({
		excluded,
		allowed,
		countries,
		maxSmsPerRecipient,
		countriesOf,
	});
	const ofTiming = timingSafeguards({
		window: sendWindow,
		timeZone: ctx.getTimezone(),
		countriesOf: sendWindow?.clock === 'recipient' ? countriesOf : () => [],
	});
	const now = Date.now();
	return {
		refusalOf: (entry) => ofRecipient(entry) ?? ofTiming(entry, now),
		timingRefusalOf: ofTiming,
		...(tested && { isTest }),
		...(isTest && {
			testRefusalOf: ({ recipient }) => (tested.has(phoneOf(recipient)) ? undefined : TEST_RUN),
		}),
	};
}

const EXCLUDED_FIELD = 'safeguards.excludedRecipients';

/**
 * The phones that any item excludes: whoever opted out in one of them gets nothing by the others.
 *
 * @throws Error with a sentence for the user
 */
function readExcluded(ctx: IExecuteFunctions, items: number, home?: NumberingPlan): Set<string> {
	const excluded = new Set<string>();
	const listOf = readField(ctx, {
		name: EXCLUDED_FIELD,
		label: 'Excluded Recipients',
		fallback: null,
		mayBeEmpty: true,
		takes: 'anything',
	});
	let last: unknown;
	let hasValue = false;
	for (let item = 0; item < items; item++) {
		const given = listOf(item);
		if (given.problem) throw new ProblemError(given.problem);
		const list = given.value;
		hasValue ||= list !== undefined && list !== null;
		// The same list for all items is read once.
		if (item > 0 && list === last) continue;
		last = list;
		for (const phone of phonesIn('Excluded Recipients', list, home, 'all')) excluded.add(phone);
	}
	if (!hasValue && isFilledIn(ctx, EXCLUDED_FIELD)) {
		throw new Error(
			"The expression of 'Excluded Recipients' returned no value. Fix the expression or remove the option.",
		);
	}
	return excluded;
}

/**
 * The phones of a list.
 *
 * @param readings `all`: where a spelling may be two numbers, both
 * @throws Error with a sentence for the user: who is listed must not be overlooked
 */
function phonesIn(label: string, list: unknown, home?: NumberingPlan, readings?: 'all'): string[] {
	const given = splitRecipients(list).filter((one) => !isNobody(one));
	return given.flatMap((one) => {
		const parsed = parseRecipient(one, home);
		if (parsed.valid) return [phoneOf(parsed.recipient)];
		if (readings === 'all' && parsed.readings.length > 0) return parsed.readings.map(phoneOf);
		throw new Error(`'${label}': ${parsed.explanation}`);
	});
}

const isNobody = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';
