import type { IExecuteFunctions, IPairedItemData, ISourceData } from 'n8n-workflow';
import { runExecutionDataOf, runIndexOf } from './nodeContext';

/** An item that a turn of this node got as its input. */
export type TurnItem = Readonly<{ turn: number; item: number }>;

export type Ancestor = TurnItem &
	Readonly<{
		/** Whether what descends from it left through the error output. */
		hasFailed: boolean;
	}>;

/** An item that a node has output. */
type Step = Readonly<{ source: ISourceData | null | undefined; item: number }>;

const pairedWith = (paired: IPairedItemData | IPairedItemData[] | number | undefined) =>
	[paired ?? []].flat().map((one) => (typeof one === 'number' ? { item: one } : one));

/**
 * The items of the last turns of this node that an item of a turn descends from, by the items that n8n
 * says each was paired with.
 */
export function* ancestorsOf(
	ctx: IExecuteFunctions,
	{ turn, item }: TurnItem,
): Generator<Ancestor> {
	const { runData } = runExecutionDataOf(ctx)?.resultData ?? { runData: {} };
	const { name } = ctx.getNode();
	const isNow = turn === runIndexOf(ctx);
	const sources = isNow ? ctx.getExecuteData().source?.main : runData[name]?.[turn]?.source;
	const steps: Step[] = [{ source: sources?.[0], item }];
	const seen = new Set<string>();
	for (const { source, item: index } of steps) {
		if (!source) continue;
		const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = source;
		const identity = JSON.stringify([previousNode, previousNodeOutput, previousNodeRun, index]);
		if (seen.has(identity)) continue;
		seen.add(identity);
		const task = runData[previousNode]?.[previousNodeRun];
		const pairs = pairedWith(task?.data?.main?.[previousNodeOutput]?.[index]?.pairedItem);
		for (const { item: before, input = 0, sourceOverwrite } of pairs) {
			const hasFailed = previousNodeOutput === 1;
			if (previousNode === name) yield { turn: previousNodeRun, item: before, hasFailed };
			else steps.push({ source: sourceOverwrite ?? task!.source[input], item: before });
		}
	}
}
