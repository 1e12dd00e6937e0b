import { refuse } from '../domain/refusal';
import { LISTS_OF_PEOPLE } from './oneForAll';
import { SETTINGS } from '../domain/settings';
import { shorten } from '../domain/text/sentences';
import { codesIn, inBraces, ownReads, rowsRead } from './expression';
import { noField } from './marks';
import type { Reader } from './reader';

type ListRow = Readonly<Record<string, unknown>>;

const hasFields = (row: ListRow): boolean => Object.keys(row).length > 0;

/** Whether something stands at a path, or before it something that a method is called of. */
function hasPath(row: unknown, [name, ...path]: readonly string[]): boolean {
	if (name === undefined || typeof row !== 'object' || row === null) return row !== undefined;
	return Object.hasOwn(row, name) && hasPath((row as ListRow)[name], path);
}

type Reading = Readonly<{ field: string; code: string; rows: readonly ListRow[]; node?: string }>;

/** @param choices of paths that a code reads, of which one has to be there; @param areOwn whether each row is an item with a list of its own */
function refuseMissing(
	{ field, code, rows, node }: Reading,
	choices: ReadonlyArray<ReadonlyArray<readonly string[]>>,
	areOwn: boolean,
): void {
	const filled = rows.filter(hasFields);
	if (filled.length === 0) return;
	const expression = inBraces(code);
	/** As a node under 'Continue' outputs what has failed. */
	const hasFailed = (row: ListRow): boolean =>
		Boolean(row.error) && !choices.flat().some((path) => hasPath(row, path));
	const failed = areOwn && !filled.every(hasFailed) ? undefined : filled.find(hasFailed);
	if (failed) refuse({ name: 'failedRows', field, expression, error: shorten(failed.error) });
	const isThere = (path: readonly string[]) => filled.some((row) => hasPath(row, path));
	const missing = choices.find((paths) => paths.length > 0 && !paths.some(isThere))?.[0];
	if (missing === undefined) return;
	const others = filled.flatMap((row) => Object.keys(row));
	refuse({ name: 'noValue', field, expression, ...noField(missing.join('.'), others, node) });
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
		const own = reader.readsOwnItems() ? ownReads(code).map((path) => [path]) : [];
		const items = reader.items.map(({ json }) => json);
		if (own.length > 0) refuseMissing({ field, code, rows: items }, own, true);
		const { sources, choices } = rowsRead(code);
		const lists = sources.map((source) => reader.rowsOf(source));
		const node = sources.length === 1 ? sources[0] : undefined;
		// Beside an empty one, what stands in its rows is not known.
		const areKnown = lists.length === 1 || lists.every((rows) => rows.some(hasFields));
		refuseMissing({ field, code, rows: lists.flat(), node }, areKnown ? choices : [], false);
	}
}
