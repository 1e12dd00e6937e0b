import type { IExecuteFunctions } from 'n8n-workflow';
import { shorten } from '../domain/text/shorten';
import { OPTIONS } from './options';
import { SAFEGUARDS } from './safeguards';
import type { Check, Setting, ValuesOf } from './setting';

/** What is read once per execution. */
export type Settings = ValuesOf<typeof SAFEGUARDS> & ValuesOf<typeof OPTIONS>;

const LISTS: ReadonlyArray<readonly [name: string, table: readonly Setting[]]> = [
	['safeguards', SAFEGUARDS],
	['options', OPTIONS],
];

const ALL = LISTS.flatMap(([list, table]) =>
	table.flatMap((setting) => {
		const { check } = setting;
		return check === 'perItem' ? [] : [{ path: `${list}.${setting.name}`, setting, check }];
	}),
);

export const DEFAULTS = Object.fromEntries(
	ALL.map(({ setting: { name, field }, check }) => [
		name,
		check.unset === undefined ? field.default : check.unset,
	]),
) as unknown as Readonly<Settings>;

const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** n8n makes nothing of an expression that fails; a safeguard that is lost this way must not go unseen. */
function refuseFailedExpression(ctx: IExecuteFunctions, path: string, setting: Setting): void {
	const raw: unknown = ctx.getNodeParameter(path, 0, null, { rawExpressions: true });
	if (typeof raw !== 'string' || !raw.startsWith('=')) return;
	throw new Error(
		`The expression of '${setting.label}' returned no value. Fix the expression or remove the option.`,
	);
}

function readChecked<T>(setting: Setting, { read, mustBe }: Check<T>, given: unknown): T {
	const value = read(given);
	if (value !== undefined) return value;
	throw new Error(`'${setting.label}' must be ${mustBe}, not "${shorten(given)}".`);
}

/**
 * The safeguards and options, read once per execution.
 *
 * @throws Error with a sentence for the user that names the setting and the value
 */
export function readSettings(ctx: IExecuteFunctions): Settings {
	const settings: Record<string, unknown> = { ...DEFAULTS };
	for (const { path, setting, check } of ALL) {
		// One by one: the whole collection would also evaluate what is read per item.
		const value: unknown = ctx.getNodeParameter(path, 0, null);
		if (isNothing(value)) {
			const hasFailed = value === undefined || value === null || check.refusesNothing === true;
			if (hasFailed) refuseFailedExpression(ctx, path, setting);
			continue;
		}
		settings[setting.name] = readChecked(setting, check, value);
	}
	return settings as Settings;
}
