import type {
	IDataObject,
	IExecuteFunctions,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/** What n8n saves of the node with the execution. Both of n8n's retries keep it. */
export const nodeContext = (ctx: IExecuteFunctions): IDataObject => ctx.getContext('node');

/** A webhook has no `getContext`; expressions read the same place. */
export const readNodeContext = (ctx: IWebhookFunctions, name: string): unknown =>
	ctx.evaluateExpression(
		`{{ $node[${JSON.stringify(ctx.getNode().name)}].context.${name} }}`,
	) as unknown;

/**
 * Counts from 0. It stays the same in n8n's retries, and is a new one for each turn of a loop and each
 * tool call of an AI agent.
 */
export const runIndexOf = (ctx: IExecuteFunctions): number =>
	Number(ctx.getWorkflowDataProxy(0).$runIndex);

/** What n8n saves of the whole execution. Every execute context has it, though n8n's types do not say so. */
export const runExecutionDataOf = (ctx: IExecuteFunctions): IRunExecutionData | undefined =>
	(ctx as { runExecutionData?: IRunExecutionData | null }).runExecutionData ?? undefined;
