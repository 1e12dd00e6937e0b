import type { INodeProperties } from 'n8n-workflow';
import type { Check } from './checks';

/** One row of the tables of safeguards and options: the field, its default and label, its check. */
export type Setting<N extends string = string, C = Check<unknown> | 'perItem'> = Readonly<{
	name: N;
	/** As people call it: what the editor shows, without what n8n's lint adds. */
	label: string;
	field: INodeProperties;
	/** `perItem`: read for every item by what needs it, not once per execution. */
	check: C;
}>;

export const setting = <const N extends string, const C extends Check<unknown> | 'perItem'>(
	field: INodeProperties & { name: N },
	check: C,
	label = field.displayName,
): Setting<N, C> => ({ name: field.name, label, field, check });

/** The values of a table, by name, without those that are read per item. */
export type ValuesOf<S extends readonly Setting[]> = {
	[R in S[number] as R['check'] extends 'perItem' ? never : R['name']]: R['check'] extends Check<
		infer T
	>
		? T
		: never;
};

type Choice<N> = {
	only?: readonly N[];
	without?: readonly N[];
	/** What the operation reads itself. */
	also?: readonly INodeProperties[];
};

/** A collection of the panel, with the settings that an operation has a use for, alphabetical. */
export const collection =
	<N extends string>(table: readonly Setting<N>[], field: Omit<INodeProperties, 'type'>) =>
	({ only, without = [], also = [] }: Choice<N> = {}): INodeProperties => ({
		...field,
		type: 'collection',
		options: table
			.filter(({ name }) => (only === undefined || only.includes(name)) && !without.includes(name))
			.map((row) => row.field)
			.concat(also)
			// Not localeCompare: its first use loads the rules of all languages, 7 ms at n8n's start.
			.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	});
