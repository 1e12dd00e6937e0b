import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IConnection,
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

export const NODE_NAME = 'SMS Gateway';

const stub = (name: string, type: string, parameters: INode['parameters'] = {}): INode => ({
	id: `${name}-id`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const to = (node: string): IConnection => ({ node, type: NodeConnectionTypes.Main, index: 0 });

/**
 * A saved workflow around the node under test: Start -> node -> Done, its error output (if it has
 * one) -> Failed. With a loop: Start -> Loop -> node -> back to Loop.
 */
export function workflowAround(
	node: INode,
	id: string,
	loop?: { batchSize: number },
): IWorkflowBase {
	const start = stub('Start', 'stub.start');
	const saved = { id, name: 'Test', active: true, settings: { executionOrder: 'v1' as const } };
	const dates = { createdAt: new Date(0), updatedAt: new Date(0), isArchived: false };
	const meta = { ...saved, ...dates, activeVersionId: null };
	const failed = stub('Failed', 'stub.noOp');
	if (loop) {
		const looping = stub('Loop', 'stub.loop', { batchSize: loop.batchSize });
		return {
			...meta,
			nodes: [start, looping, node, failed],
			connections: {
				Start: { main: [[to('Loop')]] },
				Loop: { main: [[], [to(node.name)]] },
				[node.name]: { main: [[to('Loop')], [to('Failed')]] },
			},
		};
	}
	return {
		...meta,
		nodes: [start, node, stub('Done', 'stub.noOp'), failed],
		connections: {
			Start: { main: [[to(node.name)]] },
			[node.name]: { main: [[to('Done')], [to('Failed')]] },
		},
	};
}

/** Takes plain json or whole items. */
export const toItems = (given: Array<IDataObject | INodeExecutionData>): INodeExecutionData[] =>
	given.map((item) =>
		typeof item.json === 'object' && item.json !== null
			? (item as INodeExecutionData)
			: { json: item as IDataObject },
	);
