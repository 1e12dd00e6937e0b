import { jsonParse } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { valuesIn } from './oneForAll';
import { SETTINGS } from '../domain/settings';
import { shorten } from '../domain/text/sentences';
import { codesIn, inBraces, rowsRead, withoutQuotes, type FieldRead } from './expression';
import { noField } from './placeholders';
import type { Reader } from './reader';
import { isRow, leafIn, type ListRow } from './source';

const hasFields = (row: ListRow): boolean => Object.keys(row).length > 0;

/** Undefined where nothing stands at the end of the path; null where what stands before it is empty, as in one row of several. */
function leafAt(row: ListRow, path: readonly string[]): unknown {
	let leaf: unknown = row;
	for (const name of path) {
		if (leaf === null || leaf === '') return null;
		leaf = (Object(leaf) as ListRow)[name];
		if (leaf === undefined) return undefined;
	}
	return leaf ?? '';
}

function rowsIn(value: unknown): ListRow[] {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	const values = valuesIn(isJson ? jsonParse(value, { fallbackValue: undefined }) : value);
	return [...values].filter(isRow).filter((one) => !Array.isArray(one) && hasFields(one));
}

/** n8n's own `values()` and `keys()` make an empty list of a Set or Map. */
function isOfSet(code: string): boolean {
	let args = String.raw`\([^()]*\)`;
	for (let depth = 0; depth < 6; depth++) args = String.raw`\((?:[^()]|${args})*\)`;
	const method = String.raw`\bnew\s+(?:Set|Map)\s*${args}\s*\??\.\s*(?:values|keys)\(\s*\)`;
	return new RegExp(method).test(withoutQuotes(code));
}

/**
 * A list is judged by the rows that it is made of: a misspelt column, or rows that are a failure, would exclude
 * no recipient, whatever `.join` or `|| ''` makes of them. One whose text names no field is judged by its value alone.
 */
export function refuseUnreadableList(reader: Reader, name: keyof typeof SETTINGS): void {
	const field = SETTINGS[name];
	for (const code of codesIn(reader.raw(`safeguards.${name}`))) {
		const about = { field, expression: inBraces(code) };
		if (isOfSet(code)) refuse({ name: 'noValue', ...about, gave: 'object' });
		const { sources, choices } = rowsRead(code);
		const reads = choices.flat();
		const named = reads.filter(({ path }) => path.length > 0);
		const items = reader.readsOwnItems() ? reader.items : [];
		const own: ListRow[] = items.map(({ json }) => json).filter(hasFields);
		const lists = sources.map((source) => reader.rowsOf(source).filter(hasFields));
		/** As a node under 'Continue' outputs what has failed. */
		const failuresOf = (kind: FieldRead['of'], rows: readonly ListRow[]) => {
			const fields = named.filter(({ of }) => of === kind);
			const hasOne = (row: ListRow) => fields.some(({ path }) => leafAt(row, path) !== undefined);
			const isAlone = (row: ListRow) => fields.length > 0 || Object.keys(row).length === 1;
			return rows.filter((row) => row.error && isAlone(row) && !hasOne(row));
		};
		const ofOwn = failuresOf('own', own);
		// Each own item is a list of its own.
		const isOwn = ofOwn.length === own.length && named.some(({ of }) => of === 'own');
		const failed = (isOwn && ofOwn[0]) || failuresOf('row', lists.flat())[0];
		if (failed) refuse({ name: 'failedRows', ...about, error: shorten(failed.error) });
		// Beside an empty one, what stands in its rows is not known.
		const rows = { own, row: lists.every(({ length }) => length > 0) ? lists.flat() : [] };
		const within = reads.flatMap(({ of, path }) =>
			of === 'within' ? [] : rows[of].flatMap((row) => rowsIn(leafIn(row, path))),
		);
		// Without 'json' the fields are read of n8n's items themselves.
		const isBare = rows.row.length > 0 && reads.every(({ of }) => of === 'within');
		const known = { ...rows, within: isBare ? [{ json: {}, binary: {}, pairedItem: {} }] : within };
		function isThere({ of, path }: FieldRead): boolean {
			const leaves = known[of].map((row) => leafAt(row, path));
			return (
				leaves.some((leaf) => leaf !== undefined && leaf !== null) ||
				leaves.every((leaf) => leaf === null)
			);
		}
		const [missing] = choices.find((one) => !one.some(isThere)) ?? [];
		if (missing === undefined) continue;
		const others = known[missing.of].flatMap((row) => Object.keys(row));
		const node = missing.of !== 'own' && sources.length === 1 ? sources[0] : undefined;
		refuse({ name: 'noValue', ...about, ...noField(missing.path.join('.'), others, node) });
	}
}
