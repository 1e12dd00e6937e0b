import { refuse, type Entry } from '../domain/entry';
import { phoneOf } from '../domain/recipient/samePhone';
import { readDateTime } from '../domain/safeguards/dateTime';
import { recipientSafeguards } from '../domain/safeguards/recipients';
import { timingSafeguards } from '../domain/safeguards/timing';
import { SETTINGS } from '../domain/settings';
import { shorten } from '../domain/text/sentences';
import type { Homes } from './defaultCountry';
import type { Reader } from './reader';
import type { SettingValues } from './settingValues';

/** What the safeguards say of an entry. */
export type Refusals = ReturnType<typeof readRefusals>;

/** By the time zone of n8n itself, it would be sent in the night, or after its deadline. */
function refuseWithoutZone(settings: SettingValues): void {
	const none: unknown[] = [undefined, 'off', 'ever'];
	for (const name of ['sendWindow', 'maxSmsPerDay', 'skipRepeats'] as const) {
		if (!none.includes(settings[name])) refuse({ name: 'needsZone', field: SETTINGS[name] });
	}
}

/**
 * The phones that any item excludes: whoever opted out in one of them gets nothing by the others.
 *
 * @throws ProblemError
 */
function readExcluded(reader: Reader, homes: Homes): ReadonlySet<string> {
	const label = SETTINGS.excludedRecipients;
	const { of, read } = reader.column({ name: 'safeguards.excludedRecipients', label });
	const phones = read.flatMap((item) =>
		homes.ofList(read.length > 1 ? item : undefined).numbersIn(label, of(item), 'all'),
	);
	return new Set(phones.map(phoneOf));
}

/** From which instant on an item is not sent; undefined where it has no date. */
function readExpiries(
	reader: Reader,
	zone: string | undefined,
): (item: number) => number | undefined {
	const field = SETTINGS.doNotSendAfter;
	const { of } = reader.column({ name: 'safeguards.doNotSendAfter', label: field });
	return (item) => {
		const given = of(item) ?? '';
		if (String(given).trim() === '') return undefined;
		const expiresAt = readDateTime(given, zone ?? 'Etc/GMT+12');
		// Without a time zone of its own it is another moment elsewhere.
		if (zone === undefined && expiresAt !== readDateTime(given, 'Etc/GMT-14')) {
			refuse({ name: 'needsZone', field });
		}
		if (expiresAt !== undefined) return expiresAt;
		const mustBe = 'a date, such as 2026-11-21T18:00';
		return refuse({ name: 'wrongValue', field, mustBe, value: shorten(given) });
	};
}

/**
 * @param zone of the workflow; undefined where it cannot be known
 * @throws ProblemError that names the safeguard and the value
 */
export function readRefusals(
	reader: Reader,
	settings: SettingValues,
	homes: Homes,
	zone: string | undefined,
) {
	if (zone === undefined) refuseWithoutZone(settings);
	const excluded = readExcluded(reader, homes);
	const listOf = (name: 'allowedRecipients' | 'testRecipients') =>
		settings[name] === undefined
			? undefined
			: homes.ofList().numbersIn(SETTINGS[name], settings[name]);
	const allowed = listOf('allowedRecipients');
	const { allowedCountries: countries, sendWindow } = settings;
	const ofRecipient = recipientSafeguards({
		excluded,
		allowed: allowed && new Set(allowed.map(phoneOf)),
		countries,
	});
	/** What keeps an entry from being sent as time goes on. */
	const timingRefusalOf = timingSafeguards(zone ?? 'UTC', sendWindow);
	const now = Date.now();
	return {
		/** What keeps an entry from being sent now. */
		refusalOf: (entry: Entry) => ofRecipient(entry) ?? timingRefusalOf(entry, now),
		timingRefusalOf,
		expiryOf: readExpiries(reader, zone),
		/** Who alone is sent to in a test. */
		testers: listOf('testRecipients'),
	};
}
