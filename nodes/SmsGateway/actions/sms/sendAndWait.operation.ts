import { randomBytes } from 'crypto';
import { WAIT_INDEFINITELY, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { whyOf, refuse } from '../../domain/refusal';
import { mayHaveArrived } from '../../domain/outcome';
import { refuseUnsafeLink, withLink, withoutLink } from '../../question/question';
import { asText } from '../../domain/service/credential';
import { summarize } from '../../domain/summary';
import { keepQuestion, openQuestion, type AskedQuestion } from '../../question/askedQuestion';
import { readQuestion } from '../../question/readQuestion';
import { settingError } from '../../output/errors';
import { fieldsForOutput, recipientItems, type Sent } from '../../output/items';
import { isEvaluation, runIndexOf } from '../../n8n/execution';
import { isEngine2, isTool, placeOf, runsInsideAgent, workflowZone } from '../../n8n/place';
import { readCredential } from '../../transport/readCredential';
import { sentenceOf } from '../../words/summary';
import { sendAll } from './sendMessages';

/** Sends the question with its link, and waits where an answer can come. */
export async function sendAndWait(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	// In a loop all turns share an execution.
	const turn = String(runIndexOf(ctx));
	const linkOf = linksOf(ctx, turn);
	const linkOfOne = linkOf('');
	const opened = await openIfAskable(ctx, turn, linkOfOne).catch(whyOf);
	const problem = opened && 'causes' in opened ? opened : undefined;
	let asked = opened && 'links' in opened ? opened : undefined;

	const sent = await sendAll(ctx, {
		field: 'recipient',
		problem,
		link: (isOfSeveral) => (isOfSeveral ? linkOf(newName()) : linkOfOne),
		send: async (gateway, planned) => {
			const text = withoutLink(planned.message);
			const [recipient] = planned.recipients as [string];
			const to = planned.message.endsWith(linkOfOne) ? '' : newName();
			const { question, links, ...rest } = asked!;
			asked = {
				...rest,
				question: { ...question, text: rest.ownText || text },
				links: [...links, [to, recipient]],
			};
			// From here on the link may be on its way, whatever becomes of this process.
			keepQuestion(ctx, asked);
			return await gateway.send({ ...planned, message: withLink(text, linkOf(to)) });
		},
	});
	const linked = new Set(asked?.links.map(([, recipient]) => recipient));
	const all = sent.all.map((one) =>
		!mayHaveArrived(one) || linked.has(one.recipient) ? one : { ...one, causes: ELSEWHERE },
	);
	const mayBeAsked = all.filter(mayHaveArrived);
	// An answer has one output.
	const onError = mayBeAsked.length > 0 ? 'continue' : sent.onError;
	const items = questionItems(ctx, { ...sent, all, onError });
	if (mayBeAsked.length === 0 || placeOf(ctx) === 'ended') return items;
	if (mayBeAsked.some(({ causes: [cause] }) => cause?.name !== 'askedElsewhere')) {
		return await wait(ctx, asked!, items);
	}
	if (sent.onError !== 'stop') return items;
	throw settingError(ctx, { reason: 'interrupted', causes: ELSEWHERE }, '');
}

const ELSEWHERE = [{ name: 'askedElsewhere' }] as const;

/** Signed links of this turn; the later turns of a loop say which they are, and those of several recipients whose. */
function linksOf(ctx: IExecuteFunctions, turn: string): (to: string) => string {
	// n8n 1 only checks the signature of a link where it is asked to; n8n 2 always does.
	(ctx as { setSignatureValidationRequired?(): void }).setSignatureValidationRequired?.();
	return (to) => ctx.getSignedResumeUrl({ ...(turn !== '0' && { turn }), ...(to && { to }) });
}

/** Of one length, so that the links to several recipients cost the same. */
const newName = (): string => randomBytes(6).toString('base64url');

/** Undefined where nothing is sent; throws a RefusedError where no recipient could answer. */
async function openIfAskable(ctx: IExecuteFunctions, turn: string, link: string) {
	if (runsInsideAgent(ctx)) refuse({ name: 'cannotAsk', because: 'insideAgent' });
	if (isEngine2(ctx)) refuse({ name: 'cannotAsk', because: 'engine2' });
	// n8n 2 could not even open the link.
	if (workflowZone(ctx) === undefined) {
		refuse({ name: 'needsZone', field: 'Send and Wait for Response' });
	}
	if (ctx.getInputData().length > 1) refuse({ name: 'cannotAsk', because: 'severalItems' });
	if (isEvaluation(ctx)) return undefined;
	const { pathname } = new URL(link);
	// n8n signs the whole path, and is asked for it without what a proxy takes away.
	if (pathname.split('/').length > 4) refuse({ name: 'cannotAsk', because: 'underPath' });
	const { baseUrl } = await readCredential(ctx);
	refuseUnsafeLink(link, asText(baseUrl));
	const question = readQuestion(ctx, Date.now());
	const asked = openQuestion(ctx, { question, executionId: ctx.getExecutionId(), turn });
	return asked ?? refuse({ name: 'cannotAsk', because: 'unreadable' });
}

/** The item of Send, with room for the answer in front; of several recipients one item, with an outcome each. */
function questionItems(ctx: IExecuteFunctions, sent: Sent): INodeExecutionData[] {
	const { all, settings, onError } = sent;
	const summary = summarize(all);
	const [input, ...others] = ctx.getInputData();
	const unanswered = { answered: false, data: {} };
	if (summary.recipients.total < 2 || others.length > 0) {
		return recipientItems(ctx, sent).map((item) =>
			'error' in item.json ? item : { ...item, json: { ...unanswered, ...item.json } },
		);
	}
	const plain = { ...settings, includeInputFields: false };
	const recipients = recipientItems(ctx, { all, settings: plain, onError: 'continue' });
	const fields = {
		...unanswered,
		recipients: recipients.map(({ json }) => json),
		...(settings.includeInputFields && { input: input!.json }),
	};
	const error = summary.failures.length > 0 && sentenceOf(summary, isTool(ctx.getNode()));
	return [{ json: fieldsForOutput(ctx, onError, fields, error), pairedItem: { item: 0 } }];
}

async function wait(
	ctx: IExecuteFunctions,
	asked: AskedQuestion,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const [item] = items as [INodeExecutionData];
	keepQuestion(ctx, { ...asked, item: item.json });
	// What n8n outputs when the time is over is what the node has as its input by then: in a list of its own, as
	// n8n empties the other one where there is an error output.
	ctx.getExecuteData().data.main = [[...items]];
	const { deadline } = asked.question;
	await ctx.putExecutionToWait(deadline === undefined ? WAIT_INDEFINITELY : new Date(deadline));
	return items;
}
