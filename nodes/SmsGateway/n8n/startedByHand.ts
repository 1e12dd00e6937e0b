import type { IExecuteFunctions, IRunExecutionData, WorkflowExecuteMode } from 'n8n-workflow';

// An older n8n does not save how an execution was started: its retry counts as started by hand.
const BY_HAND: readonly WorkflowExecuteMode[] = ['manual', 'evaluation', 'retry'];

/** Every execute context has the run's data, though n8n's types do not say so. */
type WithParent = { runExecutionData?: Pick<IRunExecutionData, 'parentExecution'> | null };

/**
 * Whether a person is trying the workflow out. A retry counts like the execution that it repeats:
 * its own mode is `retry`, but n8n saves how that one was started. A sub-workflow counts like its
 * parent; of the parents of that one n8n tells the trigger.
 */
export function isStartedByHand(ctx: IExecuteFunctions): boolean {
	const context = ctx.getExecutionContext?.();
	const parent = (ctx as WithParent).runExecutionData?.parentExecution?.executionContext;
	const modes = [context?.source ?? ctx.getMode(), parent?.source];
	return (
		BY_HAND.some((mode) => modes.includes(mode)) ||
		parent?.triggerNode?.type === 'n8n-nodes-base.manualTrigger'
	);
}
