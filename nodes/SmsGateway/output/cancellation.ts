import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeError } from './errors';

/**
 * Fails as soon as the execution is cancelled, while the work ends in its own time. n8n saves an
 * execution that took too long at once, and its Retry runs the node again only if it had failed by
 * then; otherwise the Retry would look successful and send nothing.
 *
 * @throws NodeOperationError when the execution is cancelled first
 */
export async function failAtCancellation<T>(ctx: IExecuteFunctions, work: Promise<T>): Promise<T> {
	const signal = ctx.getExecutionCancelSignal?.();
	if (signal === undefined || signal.aborted) return await work;
	let fail = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		fail = () =>
			reject(
				nodeError(
					ctx.getNode(),
					'The execution was cancelled, or took too long, before everything was sent.',
					"Requests in progress will finish; no new ones will start. 'Executions > Retry' sends only to the rest. Do not use 'Execute': it is a new run that sends to everybody again.",
				),
			);
	});
	signal.addEventListener('abort', fail);
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		signal.removeEventListener('abort', fail);
	}
}
