import { refuse } from '../domain/entry';
import { LISTS_OF_PEOPLE } from './oneForAll';
import { SETTINGS } from '../domain/settings';
import { shorten } from '../domain/text/sentences';
import { codesIn, inBraces, ownReads, rowsRead } from './expression';
import { noField } from './marks';
import type { Reader } from './reader';

type ListRow = Readonly<Record<string, unknown>>;

const hasFields = (row: ListRow): boolean => Object.keys(row).length > 0;

/** As a node under 'Continue' outputs what has failed. */
const isErrorRow = (row: ListRow): boolean =>
	Object.keys(row).length === 1 && Boolean(row.error) && typeof row.error !== 'number';

/** Whether something stands at a path, or before it something that a method is called of. */
function hasPath(row: unknown, [name, ...path]: readonly string[]): boolean {
	if (name === undefined || typeof row !== 'object' || row === null) return row !== undefined;
	return Object.hasOwn(row, name) && hasPath((row as ListRow)[name], path);
}

/** @param path that a code reads in each of the rows; @param node whose rows they are, unless the own ones */
function refuseMissing(
	field: string,
	code: string,
	rows: readonly ListRow[],
	paths: ReadonlyArray<readonly string[]>,
	node?: string,
): void {
	const filled = rows.filter(hasFields);
	if (filled.length === 0) return;
	const expression = inBraces(code);
	const failed = filled.find(isErrorRow);
	if (failed && !paths.some(([name]) => name === 'error')) {
		refuse({ name: 'failedRows', field, expression, error: shorten(failed.error) });
	}
	const missing = paths.find((path) => !filled.some((row) => hasPath(row, path)));
	if (missing === undefined) return;
	const others = filled.flatMap((row) => Object.keys(row));
	refuse({ name: 'noValue', field, expression, ...noField(missing.join('.'), others, node) });
}

/**
 * A list is asked by the rows that it is made of: a misspelt column, or rows that are a failure, would
 * exclude nobody, whatever `.join` or `|| ''` makes of them. A list whose text names no field is judged by
 * its value alone.
 *
 * @throws ProblemError
 */
export function refuseUnreadableList(reader: Reader, name: keyof typeof SETTINGS): void {
	if (!LISTS_OF_PEOPLE.includes(name)) return;
	const field = SETTINGS[name];
	for (const code of codesIn(reader.raw(`safeguards.${name}`))) {
		const own = reader.readsOwnItems() ? ownReads(code) : [];
		if (own.length > 0) {
			const rows = reader.items.map(({ json }) => json);
			refuseMissing(field, code, rows, own);
		}
		const { sources, paths } = rowsRead(code);
		const rows = sources.flatMap((source) => reader.rowsOf(source));
		refuseMissing(field, code, rows, paths, sources.length === 1 ? sources[0] : undefined);
	}
}
