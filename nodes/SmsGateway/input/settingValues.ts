import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import type { Check } from './checks';
import { isExpression, itemsToRead } from './expression';
import { OPTIONS, SAFEGUARDS, type Row } from './panel';
import type { Reader } from './reader';

type ValuesOf<Rows> = {
	[N in keyof Rows]: Rows[N] extends { check: Check<infer T> } ? T : never;
};

/** What holds for all items of an execution. A safeguard that was not added is none. */
export type SettingValues = Partial<ValuesOf<typeof SAFEGUARDS>> & ValuesOf<typeof OPTIONS>;

const LISTS = Object.entries({ safeguards: SAFEGUARDS, options: OPTIONS }) as ReadonlyArray<
	[list: string, rows: Record<string, Row>]
>;

/** What holds where nothing was added. */
export const NOTHING_ADDED = Object.fromEntries(
	Object.entries(OPTIONS).map(([name, row]) => [name, row.default]),
) as unknown as Readonly<SettingValues>;

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

/**
 * The safeguards and options, without those that are read for each item. One that was not added is
 * off, whatever default its field shows once it is added.
 *
 * @throws ProblemError that names the setting and the value
 */
export function readSettings(reader: Reader): SettingValues {
	const settings: Record<string, unknown> = { ...NOTHING_ADDED };
	for (const [list, rows] of LISTS) {
		const added = reader.raw(list, {}) as IDataObject;
		for (const [name, { check }] of Object.entries(rows)) {
			const raw = added[name];
			if (raw === undefined) continue;
			const field = SETTINGS[name as keyof typeof SETTINGS];
			const misplaced = reader.misplaced(field, raw);
			if (misplaced) refuse(misplaced);
			if (list === 'safeguards' && isBlank(isExpression(raw) ? raw.slice(1) : raw)) {
				refuse({ name: 'emptySetting', field });
			}
			if (check === undefined) continue;
			// One by one: the whole collection would also evaluate what is read per item.
			const setting = { path: `${list}.${name}`, field, check, raw };
			settings[name] = valueForAll(reader, setting) ?? settings[name];
		}
	}
	return settings as SettingValues;
}
