import type { IExecuteFunctions, IPairedItemData, ISourceData } from 'n8n-workflow';
import { runExecutionDataOf } from './nodeContext';

/** An item that an earlier turn of this node got as its input. */
export type Ancestor = Readonly<{
	turn: number;
	item: number;
	/** Whether what descends from it left through the error output. */
	hasFailed: boolean;
}>;

/** An item that a node has output. */
type Step = Readonly<{ source: ISourceData | null | undefined; item: number }>;

const pairedWith = (paired: IPairedItemData | IPairedItemData[] | number | undefined) =>
	[paired ?? []].flat().map((one) => (typeof one === 'number' ? { item: one } : one));

/**
 * The items of the last turns of this node that one of its items descends from, by the items that n8n
 * says each was paired with.
 */
export function* ancestorsOf(ctx: IExecuteFunctions, item: number): Generator<Ancestor> {
	const { runData } = runExecutionDataOf(ctx)?.resultData ?? { runData: {} };
	const { name } = ctx.getNode();
	const steps: Step[] = [{ source: ctx.getExecuteData().source?.main?.[0], item }];
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
			else steps.push({ source: sourceOverwrite ?? task?.source[input], item: before });
		}
	}
}
