import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import { perItem, type Check } from './checks';
import { isExpression, itemsToRead } from './expression';
import { OPTIONS, SAFEGUARDS, type Row } from './panel';
import type { Reader } from './reader';

/** Of a safeguard that is not added, nothing holds, unless its row says what. */
type AbsentOf<R> = R extends { fill: string }
	? R extends { absent: unknown }
		? never
		: undefined
	: never;

type ValuesOf<Rows> = {
	[N in keyof Rows]: (Rows[N] extends { check: Check<infer T> } ? T : never) | AbsentOf<Rows[N]>;
};

/** What holds for all items of an execution; of what is read per item, what holds without it. */
export type SettingValues = ValuesOf<typeof SAFEGUARDS> & ValuesOf<typeof OPTIONS>;

const LISTS = Object.entries({ safeguards: SAFEGUARDS, options: OPTIONS }) as ReadonlyArray<
	[list: string, rows: Record<string, Row>]
>;

const absentValue = ({ absent, fill, default: first }: Row): unknown =>
	absent ?? (fill === undefined ? first : undefined);

export const ABSENT = Object.fromEntries(
	LISTS.flatMap(([, rows]) => Object.entries(rows).map(([name, row]) => [name, absentValue(row)])),
) as unknown as Readonly<SettingValues>;

/** Separators alone, and characters that nobody sees, count as nothing too. */
const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && isBlankText(value.replace(/[,;|]/g, ''))) ||
	(Array.isArray(value) && value.every(isBlank)) ||
	(typeof value === 'object' && Object.keys(value).length === 0 && !('toJSON' in value));

type Setting = Readonly<{ field: string; row: Row; raw: unknown }>;

/** @throws ProblemError where it was added and says nothing, or has an expression's text as its value */
function refuseAsWritten(reader: Reader, { field, row, raw }: Setting): void {
	const misplaced = reader.misplaced(field, raw);
	if (misplaced) refuse(misplaced);
	const { fill } = row;
	if (fill !== undefined && isBlank(isExpression(raw) ? raw.slice(1) : raw)) {
		refuse({ name: 'emptySetting', field, is: 'empty', fill });
	}
}

function valueOf({ field, row, raw }: Setting, evaluate: () => unknown): unknown {
	const { check, fill } = row;
	let given: unknown;
	try {
		given = evaluate();
	} catch (error) {
		// n8n's own words for an expression that fails name no field.
		refuse({ name: 'failedExpression', field, error: (error as Error).message });
	}
	if (isBlank(given)) {
		// n8n makes undefined or null of an expression that fails.
		const hasFailed = given === undefined || given === null || fill !== undefined;
		if (hasFailed && isExpression(raw)) refuse({ name: 'failedExpression', field });
		return absentValue(row);
	}
	const isZero = ['number', 'string'].includes(typeof given) && Number(given) === 0;
	if (fill !== undefined && isZero) refuse({ name: 'emptySetting', field, is: '0', fill });
	const value = check.read(given);
	if (value !== undefined) return value;
	const shown = isExpression(raw) ? undefined : shorten(given);
	return refuse({ name: 'wrongSetting', field, mustBe: check.mustBe, value: shown });
}

/**
 * A value that holds for all items, so no item may have another: the first one would decide for
 * people who are not its own.
 */
function valueForAll(
	setting: Setting,
	read: readonly number[],
	evaluate: (item: number) => unknown,
) {
	const value = valueOf(setting, () => evaluate(0));
	const written = JSON.stringify([value]);
	const isSame = (item: number): boolean => {
		try {
			return JSON.stringify([valueOf(setting, () => evaluate(item))]) === written;
		} catch {
			return false;
		}
	};
	const other = read.slice(1).find((item) => !isSame(item));
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
	const settings: Record<string, unknown> = { ...ABSENT };
	for (const [list, rows] of LISTS) {
		const added = reader.raw(list, {}) as IDataObject;
		for (const [name, row] of Object.entries(rows)) {
			const raw = added[name];
			if (raw === undefined) continue;
			const setting = { field: SETTINGS[name as keyof typeof SETTINGS], row, raw };
			refuseAsWritten(reader, setting);
			if (row.check === perItem) continue;
			// One by one: the whole collection would also evaluate what is read per item.
			settings[name] = valueForAll(setting, itemsToRead(reader.items.length, raw), (item) =>
				reader.given(`${list}.${name}`, item),
			);
		}
	}
	return settings as SettingValues;
}
