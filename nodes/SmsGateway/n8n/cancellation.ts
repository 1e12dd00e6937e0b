import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { runExecutionDataOf, runIndexOf } from './execution';
import { isTool } from './place';

export type LastWords = Readonly<{
	error: NodeOperationError;
	/** How many ended how, and apart which recipients, as n8n does not redact what it highlights. */
	counts: string;
	names: string;
}>;

/** Of an execution that reached its time limit n8n keeps what its nodes have come to by then. */
function keepAsError(ctx: IExecuteFunctions, error: NodeOperationError): void {
	const { resultData } = runExecutionDataOf(ctx) ?? {};
	const { name } = ctx.getNode();
	const { message, stack } = error;
	// What n8n keeps of a tool is for its agent.
	if (resultData === undefined || isTool(ctx.getNode())) return;
	const turns = (resultData.runData[name] ??= []);
	turns[runIndexOf(ctx)] = {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: turns.length,
		executionStatus: 'error',
		source: ctx.getExecuteData().source?.main ?? [],
		error: { ...error, message, stack } as NodeOperationError,
	};
	resultData.lastNodeExecuted = name;
}

/** Texts of so many characters, and so many of them, n8n keeps without complaint. */
const HIGHLIGHTED = /.{1,255}(?= |$)/g;
const MAX_HIGHLIGHTED = 10;

/** Of one that a person stops it keeps this alone, as its 'Highlighted data'. */
function highlight(ctx: IExecuteFunctions, { counts, names }: LastWords): void {
	// Versions without redaction may not tell their settings.
	const redacted = ctx.getWorkflowSettings?.().redactionPolicy ?? 'none';
	const text = redacted === 'none' ? `${counts} ${names}` : counts;
	const parts = (text.match(HIGHLIGHTED) ?? []).map((part) => part.trim());
	if (parts.length > MAX_HIGHLIGHTED) parts[MAX_HIGHLIGHTED - 1] = '…';
	parts.slice(0, MAX_HIGHLIGHTED).forEach((part, index) => {
		ctx.customData?.set(index === 0 ? 'sms_gateway' : `sms_gateway_${index + 1}`, part);
	});
}

/** n8n saves an execution that is ended at that moment, without an output: so what was sent is written into it. */
export async function tellWhenEnded<T>(
	ctx: IExecuteFunctions,
	work: Promise<T>,
	lastWords: () => LastWords,
): Promise<T> {
	const signal = ctx.getExecutionCancelSignal?.();
	const end = () => {
		try {
			const now = lastWords();
			keepAsError(ctx, now.error);
			highlight(ctx, now);
		} catch {
			// What n8n ends must not end n8n: nothing handles an error of a listener.
		}
	};
	signal?.addEventListener('abort', end);
	return await work.finally(() => signal?.removeEventListener('abort', end));
}
