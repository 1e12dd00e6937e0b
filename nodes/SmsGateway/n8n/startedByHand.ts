import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import { runExecutionDataOf } from './nodeContext';

// An older n8n does not save how an execution was started: its retry counts as started by hand.
const BY_HAND: readonly WorkflowExecuteMode[] = ['manual', 'evaluation', 'retry'];

/**
 * Whether a person is trying the workflow out. A retry counts like the execution that it repeats:
 * its own mode is `retry`, but n8n saves how that one was started. A sub-workflow counts like its
 * parent; of the parents of that one n8n tells the trigger.
 */
export function isStartedByHand(ctx: IExecuteFunctions): boolean {
	const context = ctx.getExecutionContext?.();
	const parent = runExecutionDataOf(ctx)?.parentExecution?.executionContext;
	const modes = [context?.source ?? ctx.getMode(), parent?.source];
	return (
		BY_HAND.some((mode) => modes.includes(mode)) ||
		parent?.triggerNode?.type === 'n8n-nodes-base.manualTrigger'
	);
}
