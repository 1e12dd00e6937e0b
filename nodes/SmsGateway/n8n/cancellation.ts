import type { IExecuteFunctions, IRunExecutionData, NodeOperationError } from 'n8n-workflow';
import { runExecutionDataOf, runIndexOf } from './nodeContext';
import { isRedacted, isTool } from './place';

/** Texts of so many characters n8n keeps without complaint, and no more than these. */
const HIGHLIGHTED = /.{1,255}(?= |$)/g;
const MAX_HIGHLIGHTED = 10;

/** What a person should find in an execution that n8n ended. */
export type LastWords = Readonly<{
	error: NodeOperationError;
	/** Who was sent to, and who was not. */
	names: string;
}>;

/** n8n has ended the execution and has saved what `keepForRetry` left in it: nobody reads an output. */
export class ExecutionEnded extends Error {}

/**
 * n8n saves an execution the moment it ends it, while requests are still in flight. A retry of it runs
 * this node again only if the node still waits on the stack, and goes on in this turn only if the
 * turn ended with an error. With On Error: Continue and during Retry On Fail n8n does neither itself.
 */
function keepForRetry(
	ctx: IExecuteFunctions,
	{ executionData, resultData }: IRunExecutionData,
	error: NodeOperationError,
): void {
	const node = ctx.getNode();
	const running = ctx.getExecuteData();
	executionData?.nodeExecutionStack.unshift({ ...running });
	// Or n8n would turn the missing output into an empty item.
	running.node = { ...running.node, alwaysOutputData: false };
	const { message, stack, ...details } = error;
	const turns = (resultData.runData[node.name] ??= []);
	turns[runIndexOf(ctx)] = {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: turns.length,
		executionStatus: 'error',
		source: running.source?.main ?? [],
		error: { ...details, message, stack } as NodeOperationError,
	};
	resultData.lastNodeExecuted = node.name;
}

/** Of an execution that a person stops n8n keeps this alone, as its 'Highlighted data'. */
function highlight(ctx: IExecuteFunctions, { error, names }: LastWords): void {
	// n8n does not redact it.
	const text = isRedacted(ctx) ? error.message : `${error.message} ${names}`;
	const parts = (text.match(HIGHLIGHTED) ?? []).map((part) => part.trim());
	if (parts.length > MAX_HIGHLIGHTED) parts[MAX_HIGHLIGHTED - 1] = '…';
	parts.slice(0, MAX_HIGHLIGHTED).forEach((part, index) => {
		ctx.customData?.set(index === 0 ? 'sms_gateway' : `sms_gateway_${index + 1}`, part);
	});
}

/**
 * Waits for the work, but no longer than until n8n ends the execution. The work ends in its own time.
 *
 * @throws ExecutionEnded when n8n ends it first
 */
export async function untilEnded<T>(
	ctx: IExecuteFunctions,
	work: Promise<T>,
	lastWords: () => LastWords,
): Promise<T> {
	const signal = ctx.getExecutionCancelSignal?.();
	const runExecutionData = runExecutionDataOf(ctx);
	// The stack holds the agent that called a tool, not the tool.
	if (!signal || signal.aborted || !runExecutionData || isTool(ctx.getNode())) return await work;
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => {
			const now = lastWords();
			keepForRetry(ctx, runExecutionData, now.error);
			highlight(ctx, now);
			reject(new ExecutionEnded());
		};
	});
	signal.addEventListener('abort', end);
	try {
		return await Promise.race([work, ended]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}
