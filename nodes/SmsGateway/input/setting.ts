import type { INodeProperties } from 'n8n-workflow';
import { shorten } from '../domain/text/shorten';

/** What a field of the panel, or its expression, may hold. */
export type Check<T> = Readonly<{
	/** The value in its own type; undefined where it is none. */
	read(given: unknown): T | undefined;
	/** Such as "a number of 0 or more". */
	mustBe: string;
}>;

/** One row of the tables of safeguards and options: the field, its default and label, its check. */
export type Setting<N extends string = string, C = Check<unknown> | 'perItem'> = Readonly<{
	name: N;
	field: INodeProperties;
	/** `perItem`: read for every item by what needs it, not once per execution. */
	check: C;
}>;

export const setting = <const N extends string, const C extends Check<unknown> | 'perItem'>(
	field: INodeProperties & { name: N },
	check: C,
): Setting<N, C> => ({ name: field.name, field, check });

/** The values of a table, by name, without those that are read per item. */
export type ValuesOf<S extends readonly Setting[]> = {
	[R in S[number] as R['check'] extends 'perItem' ? never : R['name']]: R['check'] extends Check<
		infer T
	>
		? T
		: never;
};

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
	});

export const aNumber = numberCheck('a number', Number.isFinite);
export const aWholeNumber = numberCheck('a whole number', Number.isInteger);

export const oneOf = <const T extends string>(...choices: T[]): Check<T> => ({
	read: (given) => choices.find((choice) => choice === given),
	mustBe: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)!}`,
});

/** An expression may give it as text, and the text "false" is no yes. */
export const aBoolean: Check<boolean> = {
	read(given) {
		if (given === true || given === 'true') return true;
		return given === false || given === 'false' ? false : undefined;
	},
	mustBe: 'true or false',
};

export const aText: Check<string> = { read: String, mustBe: 'text' };
export const anything: Check<unknown> = { read: (given) => given, mustBe: 'anything' };

/** As the editor calls it, without what n8n's lint adds to lists that are loaded. */
export const labelOf = ({ field }: Setting): string =>
	field.displayName.replace(/ \(.*\)$| Names? or IDs?$/, '');

/** @throws Error with a sentence for the user that names the setting and the value */
export function readChecked<T>(setting: Setting, { read, mustBe }: Check<T>, given: unknown): T {
	const value = read(given);
	if (value !== undefined) return value;
	throw new Error(`${labelOf(setting)} must be ${mustBe}, not "${shorten(given)}".`);
}

type Choice<N> = { only?: readonly N[]; without?: readonly N[] };

/** A collection of the panel, with the settings that an operation has a use for. */
export const collection =
	<N extends string>(table: readonly Setting<N>[], field: Omit<INodeProperties, 'type'>) =>
	({ only, without = [] }: Choice<N> = {}): INodeProperties => ({
		...field,
		type: 'collection',
		options: table
			.filter(({ name }) => (only === undefined || only.includes(name)) && !without.includes(name))
			.map((row) => row.field),
	});
