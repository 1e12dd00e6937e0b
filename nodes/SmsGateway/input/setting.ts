import type { INodeProperties } from 'n8n-workflow';
import { SETTINGS } from '../domain/settings';

/** What a field of the panel, or its expression, may hold. */
export type Check<T> = Readonly<{
	/** The value in its own type; undefined where it is none. */
	read(given: unknown): T | undefined;
	/** Such as "a number of 0 or more". */
	mustBe: string;
	/** How the panel asks for it, unless a field says otherwise; undefined for a text. */
	asked?: Pick<INodeProperties, 'type' | 'typeOptions'>;
}>;

type Range = { least: number; most?: number };

const numberCheck =
	(kind: string, fits: (value: number) => boolean) =>
	({ least, most = Infinity }: Range): Check<number> => ({
		read(given) {
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			const isInRange = typeof value === 'number' && value >= least && value <= most;
			return isInRange && fits(value) ? value : undefined;
		},
		mustBe: most === Infinity ? `${kind} of ${least} or more` : `${kind} from ${least} to ${most}`,
		asked: { type: 'number', typeOptions: { minValue: least } },
	});

export const aNumber = numberCheck('a number', Number.isFinite);
export const aWholeNumber = numberCheck('a whole number', Number.isInteger);

export const oneOf = <const T extends string>(...choices: T[]): Check<T> => ({
	read: (given) => choices.find((choice) => choice === given),
	mustBe: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)!}`,
	asked: { type: 'options' },
});

/** An expression may give it as text, and the text "false" is no yes. */
export const aBoolean: Check<boolean> = {
	read(given) {
		if (given === true || given === 'true') return true;
		return given === false || given === 'false' ? false : undefined;
	},
	mustBe: 'true or false',
	asked: { type: 'boolean' },
};

/** An array, or text with separators; letters may be small. */
export const aListOf = (pattern: RegExp, mustBe: string): Check<readonly string[]> => ({
	read(given) {
		const list: unknown[] = Array.isArray(given) ? given : String(given).split(/[\s,;|]+/);
		const codes = list.map((one) => String(one).trim().toUpperCase()).filter(Boolean);
		return codes.every((code) => pattern.test(code)) ? codes : undefined;
	},
	mustBe,
});

/** Numbers in any spelling; they are read together with the default country. */
export const someRecipients: Check<unknown> = { read: (given) => given, mustBe: 'numbers' };

type SettingName = keyof typeof SETTINGS;

/** One row of the tables of safeguards and options: the field, its label and its check. */
export type Setting<
	N extends SettingName = SettingName,
	C = Check<unknown> | 'perItem',
	A = unknown,
> = Readonly<{
	name: N;
	field: INodeProperties;
	/** `perItem`: read for every item by what needs it, not once per execution. */
	check: C;
	/** What holds where it is not added. */
	absent: A;
	/** How to fill in one that must not be empty or 0 once it is added, such as "Enter a number". */
	fill?: string;
}>;

/** A field of the panel, labelled as sentences call it unless it has a label of its own. */
type SettingField<N> = Partial<INodeProperties> & Pick<INodeProperties, 'default'> & { name: N };

const fieldFor = <N extends SettingName>(
	field: SettingField<N>,
	check: Check<unknown> | 'perItem',
): INodeProperties => ({
	displayName: SETTINGS[field.name].replace(/^.+ > /, ''),
	type: 'string',
	...(check !== 'perItem' && check.asked),
	...field,
});

/** Where it is not added or is empty, its field's default holds. */
export const option = <const N extends SettingName, const C extends Check<unknown> | 'perItem'>(
	field: SettingField<N>,
	check: C,
): Setting<N, C, C extends Check<infer T> ? T : unknown> => ({
	name: field.name,
	field: fieldFor(field, check),
	check,
	absent: field.default as C extends Check<infer T> ? T : unknown,
});

/** Off where it is not added. Once added it is on: empty it would protect nobody, so that is a mistake. */
export const safeguard = <
	const N extends SettingName,
	const C extends Check<unknown> | 'perItem',
	const A,
>(
	field: SettingField<N>,
	check: C,
	rest: { absent: A; fill: string },
): Setting<N, C, A> => ({ name: field.name, field: fieldFor(field, check), check, ...rest });

/** The values of a table, by name, without those that are read per item. */
export type ValuesOf<S extends readonly Setting[]> = {
	[R in S[number] as R['check'] extends 'perItem' ? never : R['name']]:
		(R['check'] extends Check<infer T> ? T : never) | R['absent'];
};

type Choice<N> = {
	only?: readonly N[];
	/** What the operation reads itself. */
	also?: readonly INodeProperties[];
};

/** As n8n's lint wants it, and as people look for it. */
const alphabetical = (fields: readonly INodeProperties[]): INodeProperties[] =>
	// Not localeCompare: its first use loads the rules of all languages, 7 ms at n8n's start.
	[...fields].sort((one, other) => (one.displayName < other.displayName ? -1 : 1));

/** A collection of the panel, with all settings of a table unless an operation has only some. */
export const collection =
	<N extends SettingName>(table: readonly Setting<N>[], field: Omit<INodeProperties, 'type'>) =>
	({ only, also = [] }: Choice<N> = {}): INodeProperties => ({
		...field,
		type: 'collection',
		options: alphabetical(
			table
				.filter(({ name }) => only === undefined || only.includes(name))
				.map((row) => row.field)
				.concat(also),
		),
	});
