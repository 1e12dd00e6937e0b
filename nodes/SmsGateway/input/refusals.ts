import type { IExecuteFunctions } from 'n8n-workflow';
import { refuse, type Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { recipientSafeguards } from '../domain/safeguards/recipients';
import { timingSafeguards } from '../domain/safeguards/timing';
import { SETTINGS } from '../domain/settings';
import { workflowZone, zoneOf } from '../n8n/place';
import { isStartedByHand } from '../n8n/startedByHand';
import type { Homes } from './defaultCountry';
import { readExcluded, readList } from './recipientLists';
import type { SettingValues } from './settingValues';

/** What the safeguards say of an entry. */
export type Refusals = Readonly<{
	/** What keeps an entry from being sent now. */
	refusalOf(entry: Entry): Outcome | undefined;
	/** The same as time goes on, for an entry that nothing kept from being sent before. */
	timingRefusalOf(entry: Entry, now: number): Outcome | undefined;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** In an execution that is a test, the only ones that are sent to. */
	testers?: readonly string[];
	/** What keeps an entry from being sent in an execution that is a test. */
	testRefusalOf?(entry: Entry): Outcome | undefined;
}>;

const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);

/**
 * By the time zone of n8n itself, it would be sent in the night, or after its deadline.
 *
 * @throws ProblemError
 */
function refuseWithoutZone(
	ctx: IExecuteFunctions,
	{ maxSmsPerDay, sendWindow, skipRepeats }: SettingValues,
): void {
	if (workflowZone(ctx) !== undefined) return;
	const needs = (field: string) => refuse({ name: 'needsZone', field });
	if (sendWindow !== undefined) needs(SETTINGS.sendWindow);
	if (maxSmsPerDay !== Infinity) needs(SETTINGS.maxSmsPerDay);
	if (skipRepeats === 'sameDay') needs(SETTINGS.skipRepeats);
}

/**
 * @throws ProblemError that names the safeguard and the value
 */
export function refusalsBy(
	ctx: IExecuteFunctions,
	items: number,
	settings: SettingValues,
	homes: Homes,
): Refusals {
	refuseWithoutZone(ctx, settings);
	const { allowedCountries, sendWindow } = settings;
	const allowed = readList('allowedRecipients', settings.allowedRecipients, homes);
	const testers = readList('testRecipients', settings.testRecipients, homes);
	const tested = testers && new Set(testers.map(phoneOf));
	const isTest = tested && isStartedByHand(ctx);

	const ofRecipient = recipientSafeguards({
		excluded: readExcluded(ctx, items, homes),
		allowed: allowed && new Set(allowed.map(phoneOf)),
		countries: allowedCountries && new Set(allowedCountries),
	});
	const ofTiming = timingSafeguards(zoneOf(ctx), sendWindow);
	const now = Date.now();
	return {
		refusalOf: (entry) => ofRecipient(entry) ?? ofTiming(entry, now),
		timingRefusalOf: ofTiming,
		...(tested && { isTest }),
		...(isTest && {
			testers,
			testRefusalOf: ({ recipient }) => (tested.has(phoneOf(recipient)) ? undefined : TEST_RUN),
		}),
	};
}
