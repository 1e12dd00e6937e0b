import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';
import { IANAZone } from 'luxon';
import { runExecutionDataOf } from './execution';

/** Where an outcome is read, which decides what can be done next. */
export type Place =
	/** A workflow of its own: 'Retry On Fail' and 'Executions > Retry' go on with what is missing. */
	| 'workflow'
	/** A retry of the parent starts a new execution of it, which knows nothing of this one. */
	| 'subWorkflow'
	/** n8n's Engine 2.0: it retries nothing, and of an error it keeps the message alone. */
	| 'engine2'
	/** n8n has ended the execution, and offers no Retry for it. */
	| 'ended'
	/** An AI agent gets the message alone, and decides itself whether to call again. */
	| 'tool';

export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;

/** n8n 2.41 tells executions of that engine by their id, and passes no settings on to their nodes. */
export const isEngine2 = (ctx: IExecuteFunctions): boolean =>
	(ctx.getWorkflowSettings?.() as { engineType?: unknown } | undefined)?.engineType === 'v2' ||
	UUID_V7.test(ctx.getExecutionId?.() ?? '');

/** The time zone by which times are told. n8n takes any name for one. */
export const zoneOf = (ctx: IExecuteFunctions | IPollFunctions): string =>
	IANAZone.isValidZone(ctx.getTimezone()) ? ctx.getTimezone() : 'UTC';

/** Undefined where it does not exist, and on Engine 2.0, which gives its nodes the time zone of n8n itself. */
export const workflowZone = (ctx: IExecuteFunctions): string | undefined =>
	isEngine2(ctx) || zoneOf(ctx) !== ctx.getTimezone() ? undefined : ctx.getTimezone();

/** Whether 'Execute Once' leaves out any item, or may, where n8n does not tell how many there are. */
export function leavesItemsOut(ctx: IExecuteFunctions): boolean {
	const { executeOnce, parameters } = ctx.getNode();
	// An expression may read all of them by itself.
	const readsAll = String(parameters.recipients ?? parameters.recipient).includes('.all(');
	if (!executeOnce || readsAll) return false;
	const all = '$($prevNode.name).all($prevNode.outputIndex, $prevNode.runIndex)';
	try {
		return Number(ctx.evaluateExpression(`{{ ${all}.length }}`, 0)) !== 1;
	} catch {
		return true;
	}
}

export function placeOf(ctx: IExecuteFunctions): Place {
	if (isTool(ctx.getNode())) return 'tool';
	if (isEngine2(ctx)) return 'engine2';
	if (ctx.getExecutionCancelSignal?.()?.aborted) return 'ended';
	// A retry of a sub-workflow's own execution has another mode.
	const isChild = ctx.getMode() === 'integrated' || runExecutionDataOf(ctx)?.parentExecution;
	return isChild ? 'subWorkflow' : 'workflow';
}

/**
 * As the node AI Agent does before its version 3. n8n's engine knows nothing of such a run: it can't wait there,
 * tells the agent nothing of an error, and gives each attempt of Retry On Fail a run index, hence a new ledger.
 */
export const runsInsideAgent = (ctx: IExecuteFunctions): boolean =>
	isTool(ctx.getNode()) && 'getNextRunIndex' in ctx;

/**
 * Where such an agent works on several items at once, n8n gives all their calls one run index, and finds by it
 * what the model filled in: each would send what the first was asked to. What is this call's has its own index.
 */
export function readOwnValues(ctx: IExecuteFunctions): void {
	if (!runsInsideAgent(ctx)) return;
	// What n8n's context for such a tool has, though its types do not say so.
	const context = ctx as unknown as { runIndex: number; inputData?: Record<string, unknown> };
	const own = context.inputData?.[NodeConnectionTypes.AiTool];
	const calls = runExecutionDataOf(ctx)?.resultData.runData[ctx.getNode().name] ?? [];
	const index = calls.findIndex(
		(call) => own !== undefined && call?.inputOverride?.[NodeConnectionTypes.AiTool] === own,
	);
	if (index >= 0) context.runIndex = index;
}

export type OnError = 'stop' | 'continue' | 'errorOutput';

export function readOnError(ctx: IExecuteFunctions): OnError {
	// continueOnFail() is true for both ways of continuing, so it cannot tell them apart.
	if (ctx.getNode().onError === 'continueErrorOutput') return 'errorOutput';
	return ctx.continueOnFail() ? 'continue' : 'stop';
}
