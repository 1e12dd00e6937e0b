import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
	NodeConnectionType,
} from 'n8n-workflow';

const stub = (name: string, type: string, parameters: INode['parameters'] = {}): INode => ({
	id: `${name}-id`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const start = stub('Start', 'stub.start');
const done = stub('Done', 'stub.noOp');
const failed = stub('Failed', 'stub.noOp');

const to = (node: string, type: NodeConnectionType = NodeConnectionTypes.Main) => ({
	node,
	type,
	index: 0,
});

/** @param wires by node, for each of its outputs the nodes behind it */
const wired = (id: string, nodes: INode[], wires: Record<string, string[][]>): IWorkflowBase => ({
	id,
	name: 'Test',
	active: true,
	isArchived: false,
	activeVersionId: null,
	settings: { executionOrder: 'v1' },
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [start, ...nodes, failed],
	connections: Object.fromEntries(
		Object.entries(wires).map(([name, outputs]) => [
			name,
			{ main: outputs.map((behind) => behind.map((one) => to(one))) },
		]),
	),
});

/** Start -> node -> Done, its error output (if it has one) -> Failed. */
export const workflowAround = (node: INode, id: string): IWorkflowBase =>
	wired(id, [node, done], { Start: [[node.name]], [node.name]: [['Done'], ['Failed']] });

/** Start -> a node that fails, but not in a Retry -> node -> Done. */
export const behindUnsteady = (node: INode, id: string): IWorkflowBase =>
	wired(id, [stub('Unsteady', 'stub.unsteady'), node, done], {
		Start: [['Unsteady']],
		Unsteady: [[node.name]],
		[node.name]: [['Done'], ['Failed']],
	});

/** Start -> a node that makes other items of those that come -> node -> Done. */
export const behindMade = (node: INode, id: string, items: IDataObject[]): IWorkflowBase =>
	wired(id, [stub('Made', 'stub.made', { items: JSON.stringify(items) }), node, done], {
		Start: [['Made']],
		Made: [[node.name]],
		[node.name]: [['Done'], ['Failed']],
	});

/** Start -> Loop -> node -> back to Loop. */
export const loopAround = (node: INode, id: string, batchSize: number): IWorkflowBase =>
	wired(id, [stub('Loop', 'stub.loop', { batchSize }), node], {
		Start: [['Loop']],
		Loop: [[], [node.name]],
		[node.name]: [['Loop'], ['Failed']],
	});

/** Start -> node; what leaves on its `output` comes back to it, so many times. */
export const againAround = (
	node: INode,
	id: string,
	{ output, ...parameters }: Readonly<{ output: 0 | 1; times: number; forgets?: boolean }>,
): IWorkflowBase =>
	wired(id, [node, stub('Again', 'stub.again', parameters)], {
		Start: [[node.name]],
		[node.name]: output === 0 ? [['Again'], ['Failed']] : [[], ['Again']],
		Again: [[node.name]],
	});

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
	const connections = {
		...workflow.connections,
		[tool.name]: { [type]: [[to(agent.name, type)]] },
	};
	return { ...workflow, nodes: [...workflow.nodes, tool], connections };
}

export const toItems = (given: Array<IDataObject | INodeExecutionData>): INodeExecutionData[] =>
	given.map((item) =>
		typeof item.json === 'object' && item.json !== null
			? (item as INodeExecutionData)
			: { json: item as IDataObject },
	);
