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
	const modes = modesOf(ctx);
	return (
		BY_HAND.some((mode) => modes.includes(mode)) ||
		parentOf(ctx)?.triggerNode?.type === 'n8n-nodes-base.manualTrigger'
	);
}

/** n8n's test runner; a sub-workflow of it tells so where n8n saves how its parent was started. */
export const isEvaluation = (ctx: IExecuteFunctions): boolean =>
	modesOf(ctx).includes('evaluation');

const parentOf = (ctx: IExecuteFunctions) =>
	runExecutionDataOf(ctx)?.parentExecution?.executionContext;

/** Of the execution, and of the one that runs it as a sub-workflow. */
const modesOf = (ctx: IExecuteFunctions) => [
	ctx.getExecutionContext?.()?.source ?? ctx.getMode(),
	parentOf(ctx)?.source,
];
