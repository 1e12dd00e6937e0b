import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import { ProblemError, type Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';
import { countriesOf, unknownCountry } from '../domain/recipient/countries';
import { parseRecipient } from '../domain/recipient/parse';
import type { NumberingPlan } from '../domain/recipient/plans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { recipientSafeguards } from '../domain/safeguards/recipients';
import { timingSafeguards } from '../domain/safeguards/timing';
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

/** @throws Error with a sentence for the user */
function readRecipients(label: string, given: unknown, home?: NumberingPlan): Set<string> {
	const recipients = new Set<string>();
	for (const one of splitRecipients(given)) {
		if (one === undefined || one === null || String(one).trim() === '') continue;
		const parsed = parseRecipient(one, home);
		if (!parsed.valid) throw new Error(`'${label}': ${parsed.explanation}`);
		recipients.add(phoneOf(parsed.recipient));
	}
	return recipients;
}

const EXCLUDED_FIELD = 'safeguards.excludedRecipients';

const isNobody = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';

/**
 * The phones of an opt-out list, and where a spelling may be two numbers, those of both.
 *
 * @throws Error with a sentence for the user: an opt-out that cannot be read must not be overlooked
 */
function phonesIn(list: unknown, home?: NumberingPlan): string[] {
	const given = splitRecipients(list).filter((one) => !isNobody(one));
	return given.flatMap((one) => {
		const parsed = parseRecipient(one, home);
		const readings = parsed.valid ? [parsed.recipient] : parsed.readings;
		if (!parsed.valid && readings.length === 0) {
			throw new Error(`'Excluded Recipients': ${parsed.explanation}`);
		}
		return readings.map(phoneOf);
	});
}

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
		for (const phone of phonesIn(list, home)) excluded.add(phone);
	}
	if (!hasValue && isFilledIn(ctx, EXCLUDED_FIELD)) {
		throw new Error(
			"The expression of 'Excluded Recipients' returned no value. Fix the expression or remove the option.",
		);
	}
	return excluded;
}

// The retry of an execution that an older n8n has saved does not tell how that one was started.
const BY_HAND: readonly WorkflowExecuteMode[] = ['manual', 'evaluation', 'retry'];

/**
 * Whether the workflow is being tried out. A retry counts as what the execution was that it
 * repeats: its own mode is `retry`, but n8n saves how the first one was started.
 */
export function isStartedByHand(ctx: IExecuteFunctions): boolean {
	const source = ctx.getExecutionContext?.()?.source as WorkflowExecuteMode | undefined;
	return BY_HAND.includes(source ?? ctx.getMode());
}

const TEST_RUN = withoutRequest(
	'testRun',
	"Skipped: in an execution started by hand, only the 'Test Recipients' get an SMS.",
);

const testSafeguard = (
	recipients: ReadonlySet<string>,
	isTest: boolean,
): Pick<Safeguards, 'isTest' | 'testRefusalOf'> => ({
	isTest,
	...(isTest && {
		testRefusalOf: ({ recipient }) => (recipients.has(phoneOf(recipient)) ? undefined : TEST_RUN),
	}),
});

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
	const { allowedCountries, allowedRecipients, sendWindow, testRecipients } = settings;
	const unknown = unknownCountry(allowedCountries ?? []);
	if (unknown !== undefined) {
		throw new Error(`'Allowed Countries': "${unknown}" is not the code of a country, such as FR.`);
	}

	const ofRecipient = recipientSafeguards({
		excluded: readExcluded(ctx, items, home),
		...(allowedRecipients !== undefined && {
			allowed: readRecipients('Allowed Recipients', allowedRecipients, home),
		}),
		...(allowedCountries && { countries: new Set(allowedCountries) }),
		maxSmsPerRecipient: settings.maxSmsPerRecipient,
		countriesOf,
	});
	const ofTiming = timingSafeguards({
		...(sendWindow && { window: sendWindow }),
		timeZone: ctx.getTimezone(),
		countriesOf: sendWindow?.clock === 'recipient' ? countriesOf : () => [],
	});
	const now = Date.now();
	const test =
		testRecipients === undefined
			? undefined
			: readRecipients('Test Recipients', testRecipients, home);
	return {
		refusalOf: (entry) => ofRecipient(entry) ?? ofTiming(entry, now),
		timingRefusalOf: ofTiming,
		...(test !== undefined && testSafeguard(test, isStartedByHand(ctx))),
	};
}
