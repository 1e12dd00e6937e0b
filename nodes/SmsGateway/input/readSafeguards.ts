import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';
import { countriesOf, unknownCountry } from '../domain/recipient/countries';
import { parseRecipient } from '../domain/recipient/parse';
import type { Plan } from '../domain/recipient/plans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { recipientSafeguards } from '../domain/safeguards/recipients';
import { timingSafeguards } from '../domain/safeguards/timing';
import { readExcluded } from './excluded';
import { isStartedByHand } from './executionMode';
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
function readRecipients(label: string, given: unknown, home?: Plan): Set<string> {
	const recipients = new Set<string>();
	for (const one of splitRecipients(given)) {
		if (one === undefined || one === null || String(one).trim() === '') continue;
		const parsed = parseRecipient(one, home);
		if (!parsed.valid) throw new Error(`'${label}': ${parsed.explanation}`);
		recipients.add(phoneOf(parsed.recipient));
	}
	return recipients;
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
	home?: Plan,
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
