import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { answeredPage, expiredPage, PAGE_HEADERS, questionPage, takenPage } from './page';
import { answerIn, type Answer } from './question';
import { questionOfWebhook } from './askedQuestion';

/** Answers that n8n may not have claimed yet; by turn and node too, as a later node may ask by then. */
const recorded = new Map<string, { answer: Answer; at: Date; to: string }>();

/** Milliseconds. n8n claims the execution within a few; if it fails to, one can answer again after this. */
const CLAIMED_WITHIN = 10_000;

/** Sends a page that decides nothing: the execution goes on waiting. */
function show(ctx: IWebhookFunctions, page: string, status = 200): IWebhookResponseData {
	ctx.getResponseObject().status(status).set(PAGE_HEADERS).send(page);
	return { noWebhookResponse: true };
}

/**
 * Answers a request to the link while the execution waits; before and after, n8n answers itself.
 * Phones and scanners open links on their own, so only a POST of the page's form decides.
 */
export async function receiveAnswer(ctx: IWebhookFunctions): Promise<IWebhookResponseData> {
	const asked = questionOfWebhook(ctx);
	const { turn = '0', to: given = '' } = ctx.getQueryData() as { turn?: unknown; to?: unknown };
	if (asked === undefined) return show(ctx, '', 404);
	const { question, executionId, item, links } = asked;
	const now = Date.now();
	const to = String(given);
	const answeredBy = new Map(links).get(to);
	if (asked.turn !== turn || answeredBy === undefined) {
		// An earlier turn of a loop asked it, maybe of another recipient: nothing of this one is shown.
		return show(ctx, expiredPage({ ...question, title: question.senderId }), 410);
	}
	if (now >= (question.deadline ?? Infinity)) return show(ctx, expiredPage(question), 410);
	const key = `${executionId} ${turn} ${ctx.getNode().name}`;
	for (const [one, { at }] of recorded) {
		if (now - at.getTime() > CLAIMED_WITHIN) recorded.delete(one);
	}
	const earlier = recorded.get(key);
	if (earlier && earlier.to !== to) return show(ctx, takenPage(question));
	if (earlier) return show(ctx, answeredPage(question, earlier.answer, earlier.at));
	if (ctx.getRequestObject().method !== 'POST') return show(ctx, questionPage(question));
	const answer = answerIn(question, ctx.getBodyData());
	if (answer === undefined) return show(ctx, questionPage(question, true), 400);

	const at = new Date(now);
	recorded.set(key, { answer, at, to });
	const data = { ...answer, respondedAt: at.toISOString() };
	const json = { ...item, answered: true, data, ...(to && { answeredBy }) };
	return {
		// n8n sends this page only after the execution has taken the answer, so it never thanks for a lost one.
		webhookResponse: answeredPage(question, answer, at),
		workflowData: [[{ json, pairedItem: { item: 0 } }]],
	};
}
