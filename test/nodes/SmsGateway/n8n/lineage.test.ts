import type { INodeExecutionData, IRunData, ISourceData } from 'n8n-workflow';
import { ancestorsOf } from '../../../../nodes/SmsGateway/n8n/lineage';

type Pairs = INodeExecutionData['pairedItem'];

/** A run of a node: what it read, and the pairs of each of its items, by output. */
const ran = (source: Array<ISourceData | null>, ...outputs: Pairs[][]) => ({
	source,
	data: {
		main: outputs.map((items) => items.map((pairedItem) => ({ json: {}, pairedItem }))),
	},
});

const from = (previousNode: string, previousNodeOutput?: number, previousNodeRun?: number) => ({
	previousNode,
	previousNodeOutput,
	previousNodeRun,
});

/** The 2nd turn of 'SMS' (run index 1), whose first input comes from there. */
const ancestors = (runData: object, source: unknown, item = 0, turn = 1) => [
	...ancestorsOf(
		{
			getNode: () => ({ name: 'SMS' }),
			getWorkflowDataProxy: () => ({ $runIndex: 1 }),
			getExecuteData: () => ({ source }),
			runExecutionData: { resultData: { runData: runData as IRunData } },
		} as never,
		{ turn, item },
	),
];

const FIRST = { turn: 0, item: 2, hasFailed: false };

it.each<[string, Pairs]>([
	['an item', { item: 2 }],
	['a number', 2],
	['a list', [{ item: 2 }]],
])('follows a pair that is told as %s', (_, pair) => {
	expect(ancestors({ SMS: [ran([], [pair])] }, { main: [from('SMS')] })).toStrictEqual([FIRST]);
});

it('tells what came back from the error output', () => {
	const runData = { SMS: [ran([], [], [{ item: 2 }])] };
	expect(ancestors(runData, { main: [from('SMS', 1, 0)] })).toStrictEqual([
		{ ...FIRST, hasFailed: true },
	]);
});

it('follows all pairs, over other nodes, by their input and by what they say themselves', () => {
	const runData = {
		SMS: [ran([], [{ item: 2 }, { item: 3 }, { item: 4 }])],
		Merge: [
			ran(
				[from('Trigger'), from('SMS')],
				[
					[
						{ item: 0, input: 1 },
						{ item: 1, input: 1 },
					],
				],
			),
		],
		Code: [ran([from('Merge')], [[{ item: 0 }, { item: 2, sourceOverwrite: from('SMS') }]])],
	};
	const items = ancestors(runData, { main: [from('Code')] }).map(({ item }) => item);
	expect(items).toStrictEqual([4, 2, 3]);
});

it('ends where nodes go round', () => {
	const runData = { A: [ran([from('B')], [{ item: 0 }])], B: [ran([from('A')], [{ item: 0 }])] };
	expect(ancestors(runData, { main: [from('A')] })).toStrictEqual([]);
});

it('follows an earlier turn from where that one began', () => {
	const runData = { SMS: [ran([from('SMS', 0, 1)], []), ran([], [{ item: 2 }])] };
	const expected = [{ ...FIRST, turn: 1 }];
	expect(ancestors(runData, { main: [from('Elsewhere')] }, 0, 0)).toStrictEqual(expected);
});

it.each<[string, object, unknown]>([
	['n8n tells no source', {}, null],
	['the source is empty', {}, { main: [null] }],
	['the node before is unknown', {}, { main: [from('SMS')] }],
	['its run is unknown', { SMS: [] }, { main: [from('SMS')] }],
	['its data is gone', { SMS: [{ source: [] }] }, { main: [from('SMS')] }],
	['it has no output', { SMS: [{ source: [], data: {} }] }, { main: [from('SMS')] }],
	['it has no such output', { SMS: [ran([])] }, { main: [from('SMS')] }],
	['it has no such item', { SMS: [ran([], [])] }, { main: [from('SMS')] }],
	['the item is paired with none', { SMS: [ran([], [undefined])] }, { main: [from('SMS')] }],
	['the pair has no source', { A: [ran([], [{ item: 0 }])] }, { main: [from('A')] }],
])('knows no ancestor where %s', (_, runData, source) => {
	expect(ancestors(runData, source)).toStrictEqual([]);
});

it('knows none in an execution that n8n does not show, nor of a turn that was not', () => {
	const ctx = {
		getNode: () => ({ name: 'SMS' }),
		getWorkflowDataProxy: () => ({ $runIndex: 1 }),
		getExecuteData: () => ({ source: { main: [from('SMS')] } }),
	};
	expect([...ancestorsOf(ctx as never, { turn: 1, item: 0 })]).toStrictEqual([]);
	expect(ancestors({}, null, 0, 0)).toStrictEqual([]);
	expect(ancestors({ SMS: [] }, null, 0, 0)).toStrictEqual([]);
});
