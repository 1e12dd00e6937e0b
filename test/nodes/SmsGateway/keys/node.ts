import { Workflow } from 'n8n-workflow';
import type { IConnections, IExecuteFunctions, INode, INodeTypes } from 'n8n-workflow';
import type { MemoryDeduplicator } from '../../../engine-kit/deduplicator';

export const SMS_GATEWAY = 'SMS Gateway';

export const node = (name: string, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type: 'stub.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

/** Wires such as 'Start > SMS Gateway', from left to right. */
const connectionsOf = (wires: readonly string[]): IConnections => {
	const connections: IConnections = {};
	for (const wire of wires) {
		const [from, to] = wire.split(' > ') as [string, string];
		const outputs = (connections[from] ??= { main: [[]] });
		outputs.main![0]!.push({ node: to, type: 'main', index: 0 });
	}
	return connections;
};

type Around = Readonly<{
	name?: string;
	workflowId?: string;
	nodes?: readonly INode[];
	wires?: readonly string[];
}>;

/** The node in a workflow, as far as n8n tells it where it is and keeps data for it. */
export function nodeIn(
	database: MemoryDeduplicator,
	{ name = SMS_GATEWAY, workflowId = 'workflow', nodes = [], wires = [] }: Around = {},
): IExecuteFunctions {
	const workflow = new Workflow({
		id: workflowId,
		nodes: [node(name), ...nodes],
		connections: connectionsOf(wires),
		active: false,
		// It keeps the parameters of types that it does not know.
		nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
	});
	const context = { workflow: { id: workflowId }, node: { id: name } } as never;
	const told = (names: string[], options?: { includeNodeParameters?: boolean }) =>
		names.map((one) => {
			const { parameters, ...rest } = workflow.nodes[one]!;
			return { disabled: false, ...rest, ...(options?.includeNodeParameters && { parameters }) };
		});
	const ctx: Partial<IExecuteFunctions> = {
		getNode: () => workflow.nodes[name]!,
		getWorkflow: () => ({ id: workflowId, name: 'Test', active: false }),
		getParentNodes: (one, options) => told(workflow.getParentNodes(one), options),
		getChildNodes: (one, options) => told(workflow.getChildNodes(one), options),
		helpers: {
			checkProcessedAndRecord: async (items, scope, options) =>
				await database.checkProcessedAndRecord(items, scope, context, options),
			removeProcessed: async (items, scope) =>
				await database.removeProcessed(items, scope, context),
			clearAllProcessedItems: async (scope) =>
				await database.clearAllProcessedItems(scope, context),
		} as Partial<IExecuteFunctions['helpers']> as IExecuteFunctions['helpers'],
	};
	return ctx as IExecuteFunctions;
}
