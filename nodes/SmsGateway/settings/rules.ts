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
import { byModelIn, fromModelIn, isExpression, itemsToRead } from '../expressions/expression';
import { isNoCollection } from './field';
import { refuseUnreadableList } from '../expressions/lists';
import { refuseOneForAll, refusePartOfList } from '../expressions/oneForAll';
import { OPTIONS, SAFEGUARDS, type Rows, type SettingName, type SettingRow } from './panel';
import type { Reader } from '../expressions/reader';

type ValuesOf<R> = { [N in keyof R]: R[N] extends { check: Check<infer T> } ? T : never };

/** What holds for all items of an execution. A safeguard that was not added is none. */
export type SettingValues = Partial<ValuesOf<typeof SAFEGUARDS>> & ValuesOf<typeof OPTIONS>;

const COLLECTIONS: Readonly<Record<string, Rows>> = { safeguards: SAFEGUARDS, options: OPTIONS };

export const DEFAULTS = Object.fromEntries(
	Object.entries(OPTIONS).map(([name, row]) => [name, row.default]),
) as unknown as Readonly<SettingValues>;

/** What holds for all items; with a problem, as far as it could be read. */
export type Rules = Readonly<{ settings: SettingValues; problem?: Why }> &
	Partial<ReturnType<typeof readSafeguards>>;

/** @param list the parameter that takes several recipients, where there is one */
export function readRules(reader: Reader, list: string | undefined, found?: Why): Rules {
	const settings: SettingValues = { ...DEFAULTS };
	try {
		readSettings(reader, settings);
		return found
			? { settings, problem: found }
			: { settings, ...readSafeguards(reader, list, settings) };
	} catch (error) {
		return { settings, problem: found ?? whyOf(error) };
	}
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
		return hasFailed && isExpression(raw) ? refuse({ name: 'failedExpression', field }) : undefined;
	}
	const value = check.read(given);
	if (value !== undefined) return value;
	const shown = isExpression(raw) ? undefined : shorten(given);
	const about = { field, mustBe: check.mustBe, value: shown, expression: byModelIn(raw) };
	return refuse({ name: 'wrongSetting', ...about });
}

/** One value for all items. Where they differ, one item would decide for the recipients of others. */
function valueForAll(reader: Reader, setting: Setting): unknown {
	const value = valueOf(reader, setting, 0);
	const written = JSON.stringify([value]);
	const isOther = (item: number): boolean => {
		try {
			return JSON.stringify([valueOf(reader, setting, item)]) !== written;
		} catch {
			return true;
		}
	};
	const other = itemsToRead(reader.items.length, setting.raw).slice(1).find(isOther);
	if (other !== undefined) refuse({ name: 'differs', field: setting.field, item: other });
	return value;
}

/** @returns undefined where it has none, or is read for each item */
function readSetting(
	reader: Reader,
	[collection, name]: readonly [collection: string, name: SettingName],
	{ check, isList, needsZone, perSms }: SettingRow,
	raw: unknown,
): unknown {
	const field = SETTINGS[name];
	const misplaced = reader.misplaced(field, raw);
	if (misplaced) refuse(misplaced);
	// A second SMS is not a model's to choose either.
	if (collection === 'safeguards' || name === 'uncertain') {
		if (isBlank(isExpression(raw) ? raw.slice(1) : raw)) refuse({ name: 'emptySetting', field });
		if (!perSms && fromModelIn(raw)) refuse({ name: 'fromModel', field });
	}
	if (isList) {
		// Its value would only be said to differ.
		refusePartOfList(reader, name);
		refuseUnreadableList(reader, name);
	}
	const value = check && valueForAll(reader, { path: `${collection}.${name}`, field, check, raw });
	const isUnplaced = reader.zone === undefined && value !== undefined && needsZone?.(value);
	if (isUnplaced) refuse({ name: 'needsZone', field });
	return value;
}

/** @throws RefusedError where the whole collection is one expression, of which none could be asked for */
function addedTo(reader: Reader, collection: string): IDataObject {
	const added = (reader.raw(collection, {}) ?? {}) as IDataObject;
	if (!isNoCollection(added)) return added;
	const mustBe = 'added one by one, each with a value of its own';
	return refuse({ name: 'wrongSetting', field: capitalized(collection), mustBe });
}

/**
 * Without what is read for each item. One that was not added is off, whatever default its field shows then.
 *
 * @param settings gets what can be read, also where another one is wrong
 * @throws RefusedError that names the first wrong setting and its value
 */
export function readSettings(
	reader: Reader,
	settings: SettingValues = { ...DEFAULTS },
): SettingValues {
	let wrong: Error | undefined;
	for (const [collection, rows] of Object.entries(COLLECTIONS)) {
		const added = addedTo(reader, collection);
		for (const [name, row] of Object.entries(rows)) {
			if (added[name] === undefined) continue;
			try {
				// One by one: the whole collection would also evaluate what is read per item.
				const value = readSetting(reader, [collection, name as SettingName], row, added[name]);
				if (value !== undefined) Object.assign(settings, { [name]: value });
			} catch (error) {
				wrong ??= error as Error;
			}
		}
	}
	if (wrong) throw wrong;
	return settings;
}

/** @throws RefusedError. What one item excludes gets nothing from the others either. */
function readExcluded({ column, numbers }: Reader): ReadonlySet<string> {
	const label = SETTINGS.excludedRecipients;
	const { of, items } = column({ name: 'safeguards.excludedRecipients', label });
	const phones = items.flatMap((item) =>
		numbers.ofList(items.length > 1 ? item : undefined).numbersIn(label, of(item), 'all'),
	);
	return new Set(phones.map(phoneOf));
}

/** From which instant on an item is not sent; undefined where it has no date. */
function readExpiries({ column, raw, zone }: Reader): (item: number) => number | undefined {
	const field = SETTINGS.doNotSendAfter;
	const name = 'safeguards.doNotSendAfter';
	const { of } = column({ name, label: field });
	const mustBe = 'a date, such as 2026-11-21T18:00';
	const about = { field, mustBe, expression: byModelIn(raw(name)) };
	return (item) => {
		const given = of(item) ?? '';
		if (String(given).trim() === '') return undefined;
		const expiresAt = readDateTime(given, zone ?? 'Etc/GMT+12');
		// Without a time zone of its own it is another moment elsewhere.
		if (zone === undefined && expiresAt !== readDateTime(given, 'Etc/GMT-14')) {
			refuse({ name: 'needsZone', field });
		}
		if (expiresAt !== undefined) return expiresAt;
		return refuse({ name: 'wrongValue', ...about, value: shorten(given) });
	};
}

/** @throws RefusedError that names the safeguard and the value */
function readSafeguards(reader: Reader, list: string | undefined, settings: SettingValues) {
	const refuseOneOfSeveral = list === undefined ? undefined : refuseOneForAll(reader, list);
	const { numbers, zone } = reader;
	const excluded = readExcluded(reader);
	const listOf = (name: 'allowedRecipients' | 'testRecipients') =>
		name in settings ? numbers.ofList().numbersIn(SETTINGS[name], settings[name]) : undefined;
	const allowed = listOf('allowedRecipients');
	/** What keeps an entry from being sent as time goes on. */
	const refusalAt = timingSafeguards(zone ?? 'UTC', settings.sendWindow);
	const now = Date.now();
	return {
		refuseOneOfSeveral,
		refusalOf: recipientSafeguards({
			excluded,
			allowed: allowed && new Set(allowed.map(phoneOf)),
			countries: settings.allowedCountries,
		}),
		refusalNow: (entry: Entry) => refusalAt(entry, now),
		refusalAt,
		expiryOf: readExpiries(reader),
		/** The only numbers that a test sends to. */
		testers: listOf('testRecipients'),
	};
}
