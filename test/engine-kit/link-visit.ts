import { WebhookContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	INodeTypes,
	IRunExecutionData,
	IWebhookData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { saved } from './execution';
import type { RunResult, SavedExecution } from './execution';

export interface LinkRequest {
	method: 'GET' | 'POST';
	/** The link as it was sent; only its query matters here. */
	link: string;
	body?: IDataObject;
}

export interface Visit {
	status: number;
	headers: Record<string, string>;
	page: string;
	/** The rest of the execution, where the request answered it. */
	resumed?: RunResult;
}

/**
 * What n8n 2.41.1 does with a request to a waiting execution's link once it has checked the
 * signature (waiting-webhooks.js, webhook-helpers.js); `data` where the node hands out an answer.
 */
export async function visitLink(
	{ workflow: plain, executionData }: SavedExecution,
	{ method, link, body = {} }: LinkRequest,
	nodeTypes: INodeTypes,
	given: IWorkflowExecuteAdditionalData,
): Promise<Visit & { data?: IRunExecutionData }> {
	const data = saved(executionData);
	const entry = data.executionData!.nodeExecutionStack[0]!;
	entry.node.disabled = true;
	data.waitTill = undefined;
	const last = data.resultData.lastNodeExecuted!;
	data.resultData.runData[last]!.pop();

	const workflow = new Workflow({ ...saved(plain), nodeTypes });
	const node = workflow.getNode(last)!;
	const visit: Visit = { status: 200, headers: {}, page: '' };
	const response = {
		status: (status: number) => Object.assign(visit, { status }) && response,
		set: (headers: object) => Object.assign(visit.headers, headers) && response,
		send: (page: string) => Object.assign(visit, { page }) && response,
	};
	const additional = Object.assign(given, {
		httpRequest: { method, body, query: Object.fromEntries(new URL(link).searchParams) },
		httpResponse: response,
	}) as unknown as IWorkflowExecuteAdditionalData;
	const webhookData = { webhookDescription: { name: 'default' } } as IWebhookData;
	const context = new WebhookContext(
		workflow,
		node,
		additional,
		'trigger',
		webhookData,
		[],
		data,
	) as unknown as IWebhookFunctions;
	const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { webhookResponse, workflowData } = await type.webhook!.call(context);

	if (workflowData === undefined) return visit;
	entry.data.main = workflowData;
	entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	return { ...visit, page: String(webhookResponse), data };
}
