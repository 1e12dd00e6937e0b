import { PollContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { saved } from './execution';
import type { NodeError } from './execution';

export interface PollResult {
	/** What the poll emitted; null when it had nothing to say. */
	items: INodeExecutionData[] | null;
	/** The node's static data after the poll, as n8n would save it. */
	staticData: IDataObject;
	error?: NodeError;
}

export interface Poll {
	staticData?: IDataObject;
	/** `trigger`: polled by an active workflow; `manual`: "Fetch Test Event" in the editor. */
	mode?: 'trigger' | 'manual';
	workflowId?: string;
}

/** Polls a trigger once, in n8n's own context; an error of the node is in the result, never thrown. */
export async function poll(
	node: INode,
	{ staticData = {}, mode = 'trigger', workflowId = 'workflow-1' }: Poll,
	nodeTypes: INodeTypes,
	additional: IWorkflowExecuteAdditionalData,
): Promise<PollResult> {
	const workflow = new Workflow({
		id: workflowId,
		name: 'Test',
		nodes: [node],
		connections: {},
		active: mode === 'trigger',
		nodeTypes,
		settings: { executionOrder: 'v1' },
		staticData: { [`node:${node.name}`]: saved(staticData) },
	});
	const activation = mode === 'manual' ? 'manual' : 'activate';
	const context = new PollContext(workflow, node, additional, mode, activation);
	const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const result: PollResult = { items: null, staticData: {} };
	try {
		result.items = (await type.poll!.call(context))?.flat() ?? null;
	} catch (error) {
		result.error = error as NodeError;
	}
	result.staticData = saved(workflow.getStaticData('node', node));
	return result;
}
