import type { IExecuteFunctions } from 'n8n-workflow';

/** In a loop all turns share an execution, and each has a run index of its own. */
export const turnOf = (ctx: IExecuteFunctions): string =>
	String(ctx.getWorkflowDataProxy(0).$runIndex);

/** The link of this turn; the later ones of a loop say which they are. */
export const linkOf = (ctx: IExecuteFunctions, turn: string): string =>
	ctx.getSignedResumeUrl(turn === '0' ? {} : { turn });

/** A link of the same length as the real one, which nobody can use: a preview asks nobody. */
export const sampleLink = (ctx: IExecuteFunctions): string =>
	linkOf(ctx, turnOf(ctx)).replace(/(?<=[?&]signature=)[^&]+/, (signature) =>
		'x'.repeat(signature.length),
	);
