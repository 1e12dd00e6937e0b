import type { IExecuteFunctions } from 'n8n-workflow';

/** What the user chose under On Error. */
export type OnError = 'stop' | 'continue' | 'errorOutput';

export function readOnError(ctx: IExecuteFunctions): OnError {
	// continueOnFail() is true for both ways of continuing, so it cannot tell them apart.
	if (ctx.getNode().onError === 'continueErrorOutput') return 'errorOutput';
	return ctx.continueOnFail() ? 'continue' : 'stop';
}
