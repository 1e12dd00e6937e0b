import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Question } from './question';

/** n8n waits on one node at a time, so an execution has one. */
export type AskedQuestion = Readonly<{
	question: Question;
	/** What the option says; without it the question is the text of the SMS. */
	ownText: string;
	/** Whose links were sent: those of another execution can't be answered in this one. */
	executionId: string;
	/** Run index of the node: in a loop, the link of an earlier turn must not answer this one. */
	turn: string;
	/** Each link that may have been sent, by what its `to` says, with its recipient. */
	links: ReadonlyArray<readonly [to: string, recipient: string]>;
	/** What the answer is added to: the recipient and the outcome of the SMS, or those of several. */
	item: IDataObject;
}>;

const QUESTION = 'smsGatewayQuestion';

export function keepQuestion(ctx: IExecuteFunctions, asked: AskedQuestion): void {
	ctx.getContext('node')[QUESTION] = JSON.stringify(asked);
}

const parseQuestion = (text: unknown) =>
	text ? (JSON.parse(text as string) as AskedQuestion) : undefined;

/** A webhook has no `getContext`; expressions read the same place. */
export function questionOfWebhook(ctx: IExecuteFunctions | IWebhookFunctions) {
	const name = JSON.stringify(ctx.getNode().name).replace(/\}\}/g, '\\}}');
	return parseQuestion(ctx.evaluateExpression(`{{ $node[${name}].context.${QUESTION} }}`, 0));
}

/** Kept before its first link is sent, with those of an earlier run of the turn; undefined where no webhook finds it. */
export function openQuestion(
	ctx: IExecuteFunctions,
	asked: Pick<AskedQuestion, 'question' | 'executionId' | 'turn'>,
): AskedQuestion | undefined {
	const before = parseQuestion(ctx.getContext('node')[QUESTION]);
	const isSame = before?.executionId === asked.executionId && before.turn === asked.turn;
	const earlier = isSame ? before : undefined;
	// Where nothing is sent now, its text is that of the SMS which was.
	const { text: ownText } = asked.question;
	const question = { ...asked.question, text: ownText || (earlier?.question.text ?? '') };
	keepQuestion(ctx, { ...asked, question, ownText, links: earlier?.links ?? [], item: {} });
	try {
		return questionOfWebhook(ctx);
	} catch {
		return undefined;
	}
}
