import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import { isExpression, itemsToRead, tryEvaluating } from './expression';
import { misplacedIn } from './marks';
import { OPTIONS } from './options';
import { refuseOneOfList } from './recipientLists';
import { SAFEGUARDS } from './safeguards';
import type { Check, Setting, ValuesOf } from './setting';

/** What holds for all items of an execution. */
export type Settings = ValuesOf<typeof SAFEGUARDS> & ValuesOf<typeof OPTIONS>;

const TABLES: ReadonlyArray<readonly [list: string, table: readonly Setting[]]> = [
	['safeguards', SAFEGUARDS],
	['options', OPTIONS],
];

export const ABSENT = Object.fromEntries(
	TABLES.flatMap(([, table]) => table.map(({ name, absent }) => [name, absent])),
) as unknown as Readonly<Settings>;

/** Separators alone, and characters that nobody sees, count as nothing too. */
const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && isBlankText(value.replace(/[,;|]/g, ''))) ||
	(Array.isArray(value) && value.every(isBlank)) ||
	(typeof value === 'object' && Object.keys(value).length === 0 && !('toJSON' in value));

/** In a field that is not an expression, n8n would use the placeholder's text as the value. */
function refusePlaceholder(ctx: IExecuteFunctions, { name }: Setting, raw: unknown): void {
	const misplaced = misplacedIn(raw, ctx.getInputData());
	if (misplaced) refuse({ name: 'placeholder', field: SETTINGS[name], ...misplaced });
}

/** A safeguard that protects nobody must not go unseen. */
function refuseEmpty({ name, fill }: Setting, raw: unknown): void {
	if (fill === undefined || !isBlank(isExpression(raw) ? raw.slice(1) : raw)) return;
	refuse({ name: 'emptySetting', field: SETTINGS[name], is: 'empty', fill });
}

/** n8n's own words for an expression that fails name no field. */
function evaluate(ctx: IExecuteFunctions, path: string, { name }: Setting, item: number): unknown {
	const { value, error } = tryEvaluating(() => ctx.getNodeParameter(path, item, null));
	if (error === undefined) return value;
	return refuse({ name: 'failedExpression', field: SETTINGS[name], error });
}

function readValue(
	{ absent, fill, name }: Setting,
	check: Check<unknown>,
	given: unknown,
	raw: unknown,
): unknown {
	const field = SETTINGS[name];
	if (isBlank(given)) {
		// n8n makes undefined or null of an expression that fails.
		const hasFailed = given === undefined || given === null || fill !== undefined;
		if (!hasFailed || !isExpression(raw)) return absent;
		refuse({ name: 'failedExpression', field });
	}
	const isZero = ['number', 'string'].includes(typeof given) && Number(given) === 0;
	if (fill !== undefined && isZero) {
		refuse({ name: 'emptySetting', field, is: '0', fill });
	}
	const value = check.read(given);
	if (value !== undefined) return value;
	return refuse({
		name: 'wrongSetting',
		field,
		mustBe: check.mustBe,
		value: isExpression(raw) ? undefined : shorten(given),
	});
}

/** As text, so that two lists of the same can be compared. */
const comparable = (value: unknown): string => JSON.stringify([value]);

/**
 * A value that holds for all items, so no item may have another: the first one would decide for
 * people who are not its own. An expression that gives another value each time, such as the time of
 * day, does not depend on the item by that.
 */
function readForAll(
	items: readonly number[],
	{ name }: Setting,
	valueOf: (item: number) => unknown,
): unknown {
	const value = valueOf(0);
	const isOther = (item: number): boolean => {
		try {
			return comparable(valueOf(item)) !== comparable(value);
		} catch {
			return true;
		}
	};
	const other = items.find((item) => item > 0 && isOther(item));
	if (other === undefined || isOther(0)) return value;
	return refuse({ name: 'differs', field: SETTINGS[name], item: other });
}

/**
 * The safeguards and options, without those that are read for each item. One that was not added is
 * off, whatever default its field shows once it is added.
 *
 * @throws ProblemError that names the setting and the value
 */
export function readSettings(ctx: IExecuteFunctions, items: number): Settings {
	const settings: Record<string, unknown> = { ...ABSENT };
	for (const [list, table] of TABLES) {
		const added = ctx.getNodeParameter(list, 0, {}, { rawExpressions: true }) as IDataObject;
		for (const setting of table) {
			const { name, check } = setting;
			const raw = added[name];
			if (raw === undefined) continue;
			refusePlaceholder(ctx, setting, raw);
			refuseEmpty(setting, raw);
			if (check === 'perItem') continue;
			if (name === 'allowedRecipients' || name === 'testRecipients')
				refuseOneOfList(ctx, name, raw);
			// One by one: the whole collection would also evaluate what is read per item.
			const valueOf = (item: number): unknown =>
				readValue(setting, check, evaluate(ctx, `${list}.${name}`, setting, item), raw);
			settings[name] = readForAll(itemsToRead(items, raw), setting, valueOf);
		}
	}
	return settings as Settings;
}
