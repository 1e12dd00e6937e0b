import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Where an outcome is read, which decides what can be done next. */
export type Place =
	/** A workflow of its own: 'Retry On Fail' and 'Executions > Retry' go on with what is missing. */
	| 'workflow'
	/** A retry of the parent starts a new execution of it, which knows nothing of this one. */
	| 'subWorkflow'
	/** n8n's Engine 2.0: it retries nothing, and of an error it keeps the message alone. */
	| 'engine2'
	/** n8n ended the execution. The editor offers no Retry for it; n8n's API does. */
	| 'ended'
	/** An AI agent gets the message alone, and decides itself whether to call again. */
	| 'tool';

export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const isEngine2 = (ctx: IExecuteFunctions): boolean =>
	(ctx.getWorkflowSettings?.() as { engineType?: unknown } | undefined)?.engineType === 'v2';

export function placeOf(ctx: IExecuteFunctions): Place {
	if (isTool(ctx.getNode())) return 'tool';
	if (isEngine2(ctx)) return 'engine2';
	return ctx.getMode() === 'integrated' ? 'subWorkflow' : 'workflow';
}
