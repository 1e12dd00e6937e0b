import { createHash } from 'crypto';
import type { IExecuteFunctions, IRunExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

/** From 0. The same in n8n's retries, a new one for each turn of a loop and each tool call of an AI agent. */
export const runIndexOf = (ctx: IExecuteFunctions): number =>
	Number(ctx.getWorkflowDataProxy(0).$runIndex);

/** Every execute context has it, though n8n's types do not say so. */
export const runExecutionDataOf = (ctx: IExecuteFunctions): IRunExecutionData | undefined =>
	(ctx as { runExecutionData?: IRunExecutionData | null }).runExecutionData ?? undefined;

const parentOf = (ctx: IExecuteFunctions) =>
	runExecutionDataOf(ctx)?.parentExecution?.executionContext;

/** Of the execution, and of the one that runs it as a sub-workflow. A retry's own mode tells nothing. */
const modesOf = (ctx: IExecuteFunctions) => [
	ctx.getExecutionContext?.()?.source ?? ctx.getMode(),
	parentOf(ctx)?.source,
];

// An older n8n does not save how an execution was started: its retry counts as started by hand.
const BY_HAND: ReadonlyArray<WorkflowExecuteMode | undefined> = ['manual', 'evaluation', 'retry'];

/** A retry counts as what it repeats, a sub-workflow as its parent; of that one's parents n8n tells the trigger. */
export const isStartedByHand = (ctx: IExecuteFunctions): boolean =>
	modesOf(ctx).some((mode) => BY_HAND.includes(mode)) ||
	parentOf(ctx)?.triggerNode?.type === 'n8n-nodes-base.manualTrigger';

/** n8n's test runner; a sub-workflow of it tells so where n8n saves how its parent was started. */
export const isEvaluation = (ctx: IExecuteFunctions): boolean =>
	modesOf(ctx).includes('evaluation');

/**
 * What all Retries of one execution have in common, and those of another have not: n8n does not tell which it
 * retries, but saves when that began, and what its nodes had come to. Runs of the Retry itself began later.
 *
 * @returns undefined in any other execution, and where n8n has saved no run
 */
export function retriedExecution(ctx: IExecuteFunctions): string | undefined {
	if (ctx.getMode() !== 'retry') return undefined;
	const { executionData, resultData } = runExecutionDataOf(ctx) ?? {};
	const runs = Object.entries(resultData?.runData ?? {}).flatMap(([name, all]) =>
		all.map((run) => ({ name, ...run })),
	);
	const [first] = runs.sort(
		(one, other) => one.startTime - other.startTime || one.executionIndex - other.executionIndex,
	);
	if (first === undefined) return undefined;
	const { name, startTime, executionTime, executionIndex, data } = first;
	// Not its files, which n8n may store anew.
	const items = data?.main?.map((output) => output?.map(({ json }) => json));
	const began = executionData?.runtimeData?.establishedAt;
	const told = [began, name, startTime, executionTime, executionIndex, items];
	return createHash('sha256').update(JSON.stringify(told)).digest('base64url');
}
