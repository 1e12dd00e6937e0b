import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Question } from './question';

/** The question that an execution waits on. n8n waits on one node at a time, so there is one. */
export type AskedQuestion = Readonly<{
	question: Question;
	/** Whose link was sent: that of another execution can't be answered in this one. */
	executionId: string;
	/** Run index of the node: in a loop, the link of an earlier turn must not answer this one. */
	turn: string;
	/** What the answer is added to: the recipient and the outcome of the SMS. */
	item: IDataObject;
}>;

const QUESTION = 'smsGatewayQuestion';

/** Kept as text. */
export function keepQuestion(ctx: IExecuteFunctions, asked: AskedQuestion): void {
	ctx.getContext('node')[QUESTION] = JSON.stringify(asked);
}

const parseQuestion = (text: unknown): AskedQuestion | undefined =>
	text ? (JSON.parse(text as string) as AskedQuestion) : undefined;

export const keptQuestion = (ctx: IExecuteFunctions): AskedQuestion | undefined =>
	parseQuestion(ctx.getContext('node')[QUESTION]);

/** A webhook has no `getContext`; expressions read the same place. */
function readByExpression(ctx: IExecuteFunctions | IWebhookFunctions, key: string): unknown {
	const name = JSON.stringify(ctx.getNode().name).replace(/\}\}/g, '\\}}');
	return ctx.evaluateExpression(`{{ $node[${name}].context.${key} }}`, 0);
}

export const questionOfWebhook = (ctx: IWebhookFunctions): AskedQuestion | undefined =>
	parseQuestion(readByExpression(ctx, QUESTION));

const PROBE = 'smsGatewayProbe';

/** Whether a webhook will find what the node keeps. */
export function canReadBack(ctx: IExecuteFunctions): boolean {
	const context = ctx.getContext('node');
	context[PROBE] = ctx.getExecutionId();
	try {
		return readByExpression(ctx, PROBE) === ctx.getExecutionId();
	} catch {
		return false;
	} finally {
		delete context[PROBE];
	}
}
