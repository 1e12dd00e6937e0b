import { jsonParse } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { LISTS_OF_PEOPLE } from './oneForAll';
import { SETTINGS } from '../domain/settings';
import { shorten } from '../domain/text/sentences';
import { codesIn, inBraces, rowsRead, type FieldRead } from './expression';
import { noField } from './marks';
import { leafIn, type Reader } from './reader';

type ListRow = Readonly<Record<string, unknown>>;

const hasFields = (row: ListRow): boolean => Object.keys(row).length > 0;

/** Whether something stands at a path, or before it something that a method is called of. */
function hasPath(row: unknown, [name, ...path]: readonly string[]): boolean {
	if (name === undefined || typeof row !== 'object' || row === null) return row !== undefined;
	return Object.hasOwn(row, name) && hasPath((row as ListRow)[name], path);
}

/** The objects within a value, which may be written as JSON. */
function* objectsIn(value: unknown, levels = 20): Generator<ListRow> {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	const read: unknown = isJson ? jsonParse(value, { fallbackValue: undefined }) : value;
	if (typeof read !== 'object' || read === null || levels === 0) return;
	if (!Array.isArray(read) && hasFields(read as ListRow)) yield read as ListRow;
	for (const one of Object.values(read)) yield* objectsIn(one, levels - 1);
}

/**
 * A list is asked by the rows that it is made of: a misspelt column, or rows that are a failure, would
 * exclude nobody, whatever `.join` or `|| ''` makes of them. A list whose text names no field is judged by
 * its value alone.
 *
 * @throws RefusedError
 */
export function refuseUnreadableList(reader: Reader, name: keyof typeof SETTINGS): void {
	if (!LISTS_OF_PEOPLE.includes(name)) return;
	const field = SETTINGS[name];
	for (const code of codesIn(reader.raw(`safeguards.${name}`))) {
		const expression = inBraces(code);
		const { sources, choices } = rowsRead(code);
		const reads = choices.flat();
		const own = reader.readsOwnItems()
			? reader.items.map(({ json }) => json).filter(hasFields)
			: [];
		const lists = sources.map((source) => reader.rowsOf(source).filter(hasFields));
		/** As a node under 'Continue' outputs what has failed. */
		const failureIn = (rows: readonly ListRow[], kind: FieldRead['of']) =>
			rows.filter(
				(row) =>
					row.error &&
					!reads.some(({ of, path }) => of === kind && path.length > 0 && hasPath(row, path)),
			);
		const failures = failureIn(own, 'own');
		// Each own item is a list of its own.
		const areAll =
			failures.length === own.length &&
			reads.some(({ of, path }) => of === 'own' && path.length > 0);
		const failed = (areAll ? failures[0] : undefined) ?? failureIn(lists.flat(), 'row')[0];
		if (failed) refuse({ name: 'failedRows', field, expression, error: shorten(failed.error) });
		const rows = {
			own,
			// Beside an empty one, what stands in its rows is not known.
			row: lists.every(({ length }) => length > 0) ? lists.flat() : [],
		};
		const within = reads.flatMap(({ of, path }) =>
			of === 'within' ? [] : rows[of].flatMap((row) => [...objectsIn(leafIn(row, path))]),
		);
		const known = { ...rows, within };
		const isThere = ({ of, path }: FieldRead) =>
			known[of].length === 0 || known[of].some((row) => hasPath(row, path));
		const missing = choices.find((one) => !one.some(isThere))?.[0];
		if (missing === undefined) continue;
		const others = known[missing.of].flatMap((row) => Object.keys(row));
		const node = missing.of !== 'own' && sources.length === 1 ? sources[0] : undefined;
		refuse({
			name: 'noValue',
			field,
			expression,
			...noField(missing.path.join('.'), others, node),
		});
	}
}
