import type { IDataObject } from 'n8n-workflow';
import { readDateTime } from '../domain/dateTime';
import type { Entry } from '../domain/entry';
import type { Why } from '../domain/outcome';
import { whyOf, refuse } from '../domain/refusal';
import { phoneOf } from '../domain/recipient/samePhone';
import { recipientSafeguards, timingSafeguards } from '../domain/safeguards';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { capitalized, shorten } from '../domain/text/sentences';
import type { Check } from './checks';
import { isExpression, isFromModel, itemsToRead } from '../expressions/expression';
import { isNoCollection } from './field';
import { refuseUnreadableList } from '../expressions/lists';
import { refuseOneForAll, refusePartOfList, type OneForAllRefuser } from '../expressions/oneForAll';
import { OPTIONS, SAFEGUARDS, type SettingRow } from './panel';
import type { Reader } from '../expressions/reader';

type ValuesOf<Rows> = {
	[N in keyof Rows]: Rows[N] extends { check: Check<infer T> } ? T : never;
};

/** What holds for all items of an execution. A safeguard that was not added is none. */
export type SettingValues = Partial<ValuesOf<typeof SAFEGUARDS>> & ValuesOf<typeof OPTIONS>;

const LISTS = Object.entries({ safeguards: SAFEGUARDS, options: OPTIONS }) as ReadonlyArray<
	[list: string, rows: Record<string, SettingRow>]
>;

/** What holds where nothing was added. */
export const NOTHING_ADDED = Object.fromEntries(
	Object.entries(OPTIONS).map(([name, row]) => [name, row.default]),
) as unknown as Readonly<SettingValues>;

/** What holds for all items; with a problem, as far as it could be read. */
export type Rules = Readonly<{
	settings: SettingValues;
	problem?: Why;
	/** Refuses what one recipient's text would say to all of an item. */
	refuseOneOfList?: OneForAllRefuser;
}> &
	Partial<ReturnType<typeof readSafeguards>>;

/**
 * @param list the parameter that takes several recipients
 * @param found why nothing may be sent, found before
 */
export function readRules(reader: Reader, list: string, found?: Why): Rules {
	const settings: SettingValues = { ...NOTHING_ADDED };
	let problem = found;
	try {
		readSettings(reader, settings);
		if (problem === undefined) {
			const refuseOneOfList = refuseOneForAll(reader, list);
			return { settings, refuseOneOfList, ...readSafeguards(reader, settings) };
		}
	} catch (error) {
		problem ??= whyOf(error);
	}
	return { settings, problem };
}

/** Separators alone, and characters that nobody sees, count as nothing too. */
const isBlank = (value: unknown): boolean =>
	isBlankText(String(value ?? '').replace(/[,;|]/g, '')) || JSON.stringify(value) === '{}';

type Setting = Readonly<{ path: string; field: string; check: Check<unknown>; raw: unknown }>;

function valueOf(reader: Reader, { path, field, check, raw }: Setting, item: number): unknown {
	let given: unknown;
	try {
		given = reader.given(path, item);
	} catch (error) {
		// n8n's own words for an expression that fails name no field.
		refuse({ name: 'failedExpression', field, error: (error as Error).message });
	}
	if (isBlank(given)) {
		// n8n makes undefined or null of an expression that fails.
		const hasFailed = given === undefined || given === null || path.startsWith('safeguards');
		if (hasFailed && isExpression(raw)) refuse({ name: 'failedExpression', field });
		return undefined;
	}
	const value = check.read(given);
	if (value !== undefined) return value;
	const shown = isExpression(raw) ? undefined : shorten(given);
	return refuse({ name: 'wrongSetting', field, mustBe: check.mustBe, value: shown });
}

/**
 * A value that holds for all items, so no item may have another: the first one would decide for
 * people who are not its own.
 */
function valueForAll(reader: Reader, setting: Setting): unknown {
	const value = valueOf(reader, setting, 0);
	const written = JSON.stringify([value]);
	const isSame = (item: number): boolean => {
		try {
			return JSON.stringify([valueOf(reader, setting, item)]) === written;
		} catch {
			return false;
		}
	};
	const [, ...others] = itemsToRead(reader.items.length, setting.raw);
	const other = others.find((item) => !isSame(item));
	if (other !== undefined) refuse({ name: 'differs', field: setting.field, item: other });
	return value;
}

/** What a model may fill in, as it is about one SMS: the other limits of an agent are its owner's. */
const PER_SMS: ReadonlyArray<keyof typeof SETTINGS> = ['deduplicationKey', 'doNotSendAfter'];

/** @returns undefined where it has none, or is read for each item */
function readSetting(
	reader: Reader,
	[list, name]: readonly [list: string, name: keyof typeof SETTINGS],
	{ check }: SettingRow,
	raw: unknown,
): unknown {
	const field = SETTINGS[name];
	const misplaced = reader.misplaced(field, raw);
	if (misplaced) refuse(misplaced);
	if (list === 'safeguards' && isBlank(isExpression(raw) ? raw.slice(1) : raw)) {
		refuse({ name: 'emptySetting', field });
	}
	if (list === 'safeguards' && !PER_SMS.includes(name) && isFromModel(raw)) {
		refuse({ name: 'fromModel', field });
	}
	if (/^(?:allowed|excluded|test)Recipients$/.test(name)) {
		// Its value would only be said to differ.
		refusePartOfList(reader, name);
		refuseUnreadableList(reader, name);
	}
	return check && valueForAll(reader, { path: `${list}.${name}`, field, check, raw });
}

/** @throws RefusedError where the whole collection is one expression, of which none could be asked for */
function addedTo(reader: Reader, list: string): IDataObject {
	const added = (reader.raw(list, {}) ?? {}) as IDataObject;
	if (!isNoCollection(added)) return added;
	const mustBe = 'added one by one, each with a value of its own';
	return refuse({ name: 'wrongSetting', field: capitalized(list), mustBe });
}

/**
 * The safeguards and options, without those that are read for each item. One that was not added is
 * off, whatever default its field shows once it is added.
 *
 * @param settings gets what can be read, also where another one is wrong
 * @throws RefusedError that names the first wrong setting and its value
 */
export function readSettings(
	reader: Reader,
	settings: SettingValues = { ...NOTHING_ADDED },
): SettingValues {
	let wrong: Error | undefined;
	for (const [list, rows] of LISTS) {
		const added = addedTo(reader, list);
		for (const [name, row] of Object.entries(rows)) {
			if (added[name] === undefined) continue;
			try {
				// One by one: the whole collection would also evaluate what is read per item.
				const value = readSetting(reader, [list, name as keyof typeof SETTINGS], row, added[name]);
				if (value !== undefined) Object.assign(settings, { [name]: value });
			} catch (error) {
				wrong ??= error as Error;
			}
		}
	}
	if (wrong) throw wrong;
	return settings;
}

/**
 * The phones that any item excludes: whoever opted out in one of them gets nothing by the others.
 *
 * @throws RefusedError
 */
function readExcluded(reader: Reader): ReadonlySet<string> {
	const label = SETTINGS.excludedRecipients;
	const { of, read } = reader.column({ name: 'safeguards.excludedRecipients', label });
	const phones = read.flatMap((item) =>
		reader.homes.ofList(read.length > 1 ? item : undefined).numbersIn(label, of(item), 'all'),
	);
	return new Set(phones.map(phoneOf));
}

/** From which instant on an item is not sent; undefined where it has no date. */
function readExpiries(reader: Reader): (item: number) => number | undefined {
	const { zone } = reader;
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

/** @throws RefusedError that names the safeguard and the value */
function readSafeguards(reader: Reader, settings: SettingValues) {
	const { homes, zone } = reader;
	const inZone = ['sendWindow', 'maxSmsPerDay', 'skipRepeats'] as const;
	const none: unknown[] = [undefined, 'off', 'ever'];
	const unplaced = inZone.find((name) => zone === undefined && !none.includes(settings[name]));
	// By the time zone of n8n itself, it would be sent in the night, or after its deadline.
	if (unplaced) refuse({ name: 'needsZone', field: SETTINGS[unplaced] });
	const excluded = readExcluded(reader);
	const listOf = (name: 'allowedRecipients' | 'testRecipients') =>
		settings[name] === undefined
			? undefined
			: homes.ofList().numbersIn(SETTINGS[name], settings[name]);
	const allowed = listOf('allowedRecipients');
	const { allowedCountries: countries, sendWindow } = settings;
	const refusalOf = recipientSafeguards({
		excluded,
		allowed: allowed && new Set(allowed.map(phoneOf)),
		countries,
	});
	/** What keeps an entry from being sent as time goes on. */
	const timingRefusalOf = timingSafeguards(zone ?? 'UTC', sendWindow);
	const now = Date.now();
	return {
		refusalOf,
		/** What keeps an entry from being sent now. */
		refusalNowOf: (entry: Entry) => timingRefusalOf(entry, now),
		timingRefusalOf,
		expiryOf: readExpiries(reader),
		/** Who alone is sent to in a test. */
		testers: listOf('testRecipients'),
	};
}
