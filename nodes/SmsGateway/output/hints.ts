import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { escapeHtml } from '../domain/text/sentences';
import type { Hint } from '../words/hints';

/** Older versions of n8n show no hints; the items say the same. */
export function showHints(
	ctx: IExecuteFunctions,
	hints: ReadonlyArray<Pick<Hint, 'message' | 'type'>>,
): void {
	if (typeof ctx.addExecutionHints !== 'function') return;
	ctx.addExecutionHints(
		...hints.map(({ message, type }): NodeExecutionHint => ({
			message: escapeHtml(message),
			type,
			location: 'outputPane',
		})),
	);
}
