import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Problem } from '../domain/entry';
import { escapeHtml, sentences } from '../domain/text/sentences';
import { explainApart } from '../words/causes';
import { NOTHING_SENT } from '../words/errors';
import { isTool, placeOf, runsInsideAgent } from '../n8n/place';
import { dataOfCauses, type ErrorData } from './errorData';

/**
 * n8n drops all that a tool returns when it has an error output: the agent would not even learn
 * that an SMS was sent, and might send it again.
 */
export function refuseToHideFromAgent(ctx: IExecuteFunctions): void {
	const node = ctx.getNode();
	if (!isTool(node) || node.onError !== 'continueErrorOutput') return;
	const problem = { reason: 'invalidParameter', causes: [{ name: 'hiddenFromAgent' }] } as const;
	throw settingError(ctx, problem, NOTHING_SENT);
}

/** An error with a message, and a description of what was sent and what to do. */
export function nodeError(
	ctx: IExecuteFunctions,
	message: string,
	description: string,
	data: ErrorData,
): NodeOperationError {
	// Where nobody can read a description, the message says all.
	const all = ['tool', 'engine2'].includes(placeOf(ctx)) ? `${message} ${description}` : message;
	// Without n8n's index of the item, which counts from 0: "4th item … [item 3]" would name two.
	const error = new NodeOperationError(ctx.getNode(), all, {
		// The editor shows HTML, in which a line break is none.
		description: escapeHtml(description).split('\n').join('<br>\n'),
	});
	return withData(error, data);
}

/** n8n writes into the context of an error while it makes it, so what it tells programs is added to that. */
export function withData(error: NodeOperationError, data: ErrorData): NodeOperationError {
	error.context.smsGateway = data;
	return error;
}

/** On Error: Stop, and a setting makes all of it unsendable. */
export function settingError(
	ctx: IExecuteFunctions,
	{ causes, reason }: Problem,
	sent: string,
): NodeOperationError {
	const { text, detail } = explainApart(causes);
	return nodeError(ctx, text, sentences(detail, sent), dataOfCauses(causes, reason));
}

/** What went wrong as the item that an agent reads; everywhere else the error is n8n's to handle. */
export function tellAgent(ctx: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	if (!runsInsideAgent(ctx) || !(error instanceof NodeOperationError)) throw error;
	return [{ json: { error: error.message } }];
}
