import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

// The retry of an execution that an older n8n has saved does not tell how that one was started.
const BY_HAND: readonly WorkflowExecuteMode[] = ['manual', 'evaluation', 'retry'];

/**
 * Whether the workflow is being tried out. A retry counts as what the execution was that it
 * repeats: its own mode is `retry`, but n8n saves how the first one was started.
 */
export function isStartedByHand(ctx: IExecuteFunctions): boolean {
	const source = ctx.getExecutionContext?.()?.source as WorkflowExecuteMode | undefined;
	return BY_HAND.includes(source ?? ctx.getMode());
}
