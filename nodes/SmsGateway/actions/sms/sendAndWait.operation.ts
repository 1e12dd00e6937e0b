import { WAIT_INDEFINITELY, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { whyOf, refuse } from '../../domain/refusal';
import { didNotArrive, mayHaveArrived, type Why } from '../../domain/outcome';
import { refuseUnsafeLink, withoutLink, type Question } from '../../question/question';
import { asText } from '../../domain/service/credential';
import {
	canReadBack,
	keepQuestion,
	keptQuestion,
	type AskedQuestion,
} from '../../question/askedQuestion';
import { readQuestion } from '../../question/readQuestion';
import { settingError } from '../../output/errors';
import { recipientItems } from '../../output/items';
import { isEvaluation, runIndexOf } from '../../n8n/execution';
import { isEngine2, placeOf, runsInsideAgent, workflowZone } from '../../n8n/place';
import { readCredential } from '../../transport/readCredential';
import { explain } from '../../words/causes';
import { sendAll } from './sendMessages';

/** Sends the question with its link, and waits where an answer can come. */
export async function sendAndWait(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const executionId = ctx.getExecutionId();
	// In a loop all turns share an execution.
	const turn = String(runIndexOf(ctx));
	const link = signedLinkOf(ctx, turn);
	const { question: asking, problem } = await ask(ctx, link);

	const sent = await sendAll(ctx, {
		field: 'recipient',
		problem,
		link,
		send: async (gateway, message) => {
			if (asking) {
				const text = asking.text || withoutLink(message.message, link);
				const question = { ...asking, text };
				// From here on the link may be on its way, whatever becomes of this process.
				keepQuestion(ctx, { question, executionId, turn, item: {} });
			}
			return await gateway.send(message);
		},
		// Unlike Send, an uncertain outcome is no failure here: the SMS may have arrived, so an answer can come.
		fails: didNotArrive,
	});
	const isAsked = sent.outcomes.some(mayHaveArrived);
	const onError = isAsked ? 'continue' : sent.onError;
	const items = recipientItems(ctx, { ...sent, onError }).map(notAnswered);
	if (!isAsked || placeOf(ctx) === 'ended') return items;

	const [item] = items as [INodeExecutionData];
	const asked = keptQuestion(ctx);
	if (asked?.turn === turn && asked.executionId === executionId) {
		return await wait(ctx, asked, item);
	}
	const causes = [{ name: 'askedElsewhere' }] as const;
	if (sent.onError === 'stop') throw settingError(ctx, { reason: 'interrupted', causes }, '');
	return [{ ...item, json: { ...item.json, explanation: explain(causes) } }];
}

/** The link of this turn; the later ones of a loop say which they are. */
function signedLinkOf(ctx: IExecuteFunctions, turn: string): string {
	// n8n 1 only checks the signature of a link where it is asked to; n8n 2 always does.
	(ctx as { setSignatureValidationRequired?(): void }).setSignatureValidationRequired?.();
	return ctx.getSignedResumeUrl(turn === '0' ? {} : { turn });
}

async function ask(
	ctx: IExecuteFunctions,
	link: string,
): Promise<{ question?: Question; problem?: Why }> {
	try {
		if (runsInsideAgent(ctx)) refuse({ name: 'cannotAsk', because: 'insideAgent' });
		if (isEngine2(ctx)) refuse({ name: 'cannotAsk', because: 'engine2' });
		// n8n 2 could not even open the link.
		if (workflowZone(ctx) === undefined) {
			refuse({ name: 'needsZone', field: 'Send and Wait for Response' });
		}
		if (ctx.getInputData().length > 1) {
			refuse({ name: 'cannotAsk', because: 'severalRecipients' });
		}
		// Nobody is asked, so no link has to work.
		if (isEvaluation(ctx)) return {};
		const { pathname } = new URL(link);
		// n8n signs the whole path, and is asked for it without what a proxy takes away.
		if (pathname.split('/').length > 4) refuse({ name: 'cannotAsk', because: 'underPath' });
		if (!canReadBack(ctx)) refuse({ name: 'cannotAsk', because: 'unreadable' });
		const { baseUrl } = await readCredential(ctx);
		refuseUnsafeLink(link, asText(baseUrl));
		return { question: readQuestion(ctx, Date.now()) };
	} catch (error) {
		return { problem: whyOf(error) };
	}
}

/** An item of Send, with room for the answer in front. */
const notAnswered = (item: INodeExecutionData): INodeExecutionData =>
	'error' in item.json ? item : { ...item, json: { answered: false, data: {}, ...item.json } };

async function wait(
	ctx: IExecuteFunctions,
	asked: AskedQuestion,
	item: INodeExecutionData,
): Promise<INodeExecutionData[]> {
	keepQuestion(ctx, { ...asked, item: item.json });
	// What n8n outputs when the time is over is what the node has as its input by then.
	ctx.getExecuteData().data.main = [[item]];
	const { deadline } = asked.question;
	await ctx.putExecutionToWait(deadline === undefined ? WAIT_INDEFINITELY : new Date(deadline));
	return [item];
}
