import { Expression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import {
	areSeveral,
	refuseOneForAll,
	valuesWithEach,
} from '../../../../nodes/SmsGateway/input/allItems';

type Row = Readonly<{ json: IDataObject }>;

/** Rows of a node, as expressions read them: the item that now counts is at a place, each own one comes from one. */
const nodeOf = (rows: readonly Row[], at = 0, pairs: readonly number[] = [0, 1, 2]) => ({
	all: () => rows,
	first: () => rows[0],
	last: () => rows.at(-1),
	item: rows[at],
	itemMatching: (index: number) => rows[pairs[index]!],
});

const rowsOf = (names: readonly string[], field = 'name'): Row[] =>
	names.map((name) => ({ json: { [field]: name } }));

type Nodes = Readonly<{ own: Row[]; sheet: Row[]; other?: Row[]; at?: number; pairs?: number[] }>;

/** Whether a field is refused, as it has the value of one item, beside recipients that are those of all. */
function isRefused(nodes: Nodes, recipients: string, field: { name: string; code: string }) {
	const { own, sheet, other = [], at, pairs } = nodes;
	const named: Record<string, object> = { Sheet: nodeOf(sheet, at, pairs), Other: nodeOf(other) };
	const data = {
		$json: own[0]!.json,
		$input: nodeOf(own),
		$: (name: string) => named[name],
	};
	const written: Record<string, unknown> = { recipients: `={{ ${recipients} }}` };
	const added = field.name === 'message' ? written : (written.safeguards = {} as IDataObject);
	added[field.name] = `={{ ${field.code} }}`;
	const ctx = {
		getNode: () => ({ name: 'SMS' }),
		getNodeParameter: (name: string, _: number, fallback: unknown) => written[name] ?? fallback,
		evaluateExpression: (text: string) =>
			new Expression('UTC').resolveSimpleParameterValue(`=${text}`, data as never),
	};
	try {
		refuseOneForAll(ctx as unknown as IExecuteFunctions);
		return false;
	} catch {
		return true;
	}
}

const ALL = "$('Sheet').all().map(({ json }) => json.phone)";
const BOTH = `[...${ALL}, ...$('Other').all().map(({ json }) => json.phone)]`;
const OWN = '$json.name';
const people = rowsOf(['Ada', 'Ben']);
const renamed = rowsOf(['Ada', 'Ben'], 'Name');

it.each<[what: string, isRefused: boolean, nodes: Nodes, code: string, recipients?: string]>([
	['a field of the rows that all numbers are of', true, { own: people, sheet: people }, OWN],
	['of a row that a loop hands on', true, { own: people.slice(1), sheet: people, at: 1 }, OWN],
	['of an item that is none of the rows', false, { own: rowsOf(['Shop']), sheet: people }, OWN],
	['of rows that were given other fields', true, { own: people, sheet: renamed }, OWN],
	['of rows that are fewer', false, { own: people, sheet: rowsOf(['A', 'B', 'C']) }, OWN],
	['of rows that come from others', false, { own: people, sheet: renamed, pairs: [0, 0] }, OWN],
	['of one of the nodes', true, { own: people, sheet: people, other: [] }, OWN, BOTH],
	['that all rows have alike', false, { own: people, sheet: people }, '$json.name.length'],
])('beside all numbers, a value %s is refused: %s', (_, refused, nodes, code, recipients = ALL) => {
	expect(isRefused(nodes, recipients, { name: 'message', code })).toBe(refused);
});

it('lets each row exclude its own', () => {
	const nodes = { own: people, sheet: people };
	expect(isRefused(nodes, ALL, { name: 'excludedRecipients', code: OWN })).toBe(false);
	expect(isRefused(nodes, ALL, { name: 'deduplicationKey', code: OWN })).toBe(true);
});

it('has no values where n8n gives none', () => {
	const evaluateExpression = () => {
		throw new Error('No such node');
	};
	const ctx = { evaluateExpression } as unknown as IExecuteFunctions;
	expect(valuesWithEach(ctx, OWN, '$input', true)).toStrictEqual([]);
});

it('counts no value that is missing or empty as another', () => {
	expect(areSeveral([undefined, 'a', null, '', ' ', 'a'])).toBe(false);
	expect(areSeveral(['a', 'b'])).toBe(true);
});
