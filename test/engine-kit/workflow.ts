import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IConnection,
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

const stub = (name: string, type: string, parameters: INode['parameters'] = {}): INode => ({
	id: `${name}-id`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const to = (node: string): IConnection => ({ node, type: NodeConnectionTypes.Main, index: 0 });

const saved = (id: string): Omit<IWorkflowBase, 'nodes' | 'connections'> => ({
	id,
	name: 'Test',
	active: true,
	isArchived: false,
	activeVersionId: null,
	settings: { executionOrder: 'v1' },
	createdAt: new Date(0),
	updatedAt: new Date(0),
});

const start = stub('Start', 'stub.start');
const failed = stub('Failed', 'stub.noOp');

/** Start -> node -> Done, its error output (if it has one) -> Failed. */
export const workflowAround = (node: INode, id: string): IWorkflowBase => ({
	...saved(id),
	nodes: [start, node, stub('Done', 'stub.noOp'), failed],
	connections: {
		Start: { main: [[to(node.name)]] },
		[node.name]: { main: [[to('Done')], [to('Failed')]] },
	},
});

/** Start -> Loop -> node -> back to Loop. */
export const loopAround = (node: INode, id: string, batchSize: number): IWorkflowBase => ({
	...saved(id),
	nodes: [start, stub('Loop', 'stub.loop', { batchSize }), node, failed],
	connections: {
		Start: { main: [[to('Loop')]] },
		Loop: { main: [[], [to(node.name)]] },
		[node.name]: { main: [[to('Loop')], [to('Failed')]] },
	},
});

/** Start -> node; what leaves on its `output` comes back to it, so many times. */
export const againAround = (
	node: INode,
	id: string,
	{ output, ...parameters }: Readonly<{ output: 0 | 1; times: number; forgets?: boolean }>,
): IWorkflowBase => {
	const again = to('Again');
	return {
		...saved(id),
		nodes: [start, node, stub('Again', 'stub.again', parameters), failed],
		connections: {
			Start: { main: [[to(node.name)]] },
			[node.name]: { main: output === 0 ? [[again], [to('Failed')]] : [[], [again]] },
			Again: { main: [[to(node.name)]] },
		},
	};
};

/** Start -> Agent, which uses the node as a tool: with each of the given arguments once. */
export function agentWith(
	tool: INode,
	id: string,
	uses: readonly IDataObject[],
	atOnce: boolean,
): IWorkflowBase {
	const agent = stub('Agent', 'stub.agent', { uses: JSON.stringify(uses), atOnce });
	const workflow = workflowAround(agent, id);
	const type = NodeConnectionTypes.AiTool;
	return {
		...workflow,
		nodes: [...workflow.nodes, tool],
		connections: {
			...workflow.connections,
			[tool.name]: { [type]: [[{ node: agent.name, type, index: 0 }]] },
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
