import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import {
	didNotArrive,
	isFailure,
	isNotSent,
	mayHaveArrived,
	type Outcome,
	type Why,
} from '../domain/outcome';
import { ofItems, summarize, type Ended } from '../domain/summary';
import { escapeHtml, sentences } from '../domain/text/sentences';
import { hasSentBefore } from '../history/context';
import type { LastWords } from '../n8n/cancellation';
import { runIndexOf } from '../n8n/execution';
import { isTool, placeOf, runsInsideAgent } from '../n8n/place';
import { explainApart, explainToModel, tellWho } from '../words/causes';
import {
	endedInWords,
	nextAfter,
	nextBefore,
	nothingSentIn,
	ofItem,
	refusedInWords,
	refusedToModel,
} from '../words/errors';
import { aboutSample } from '../words/hints';
import { endsInWords, MAX_NAMED_TO_MODEL, SEND_TO_MISSING } from '../words/summary';
import { dataOfCauses, dataOfOutcomes, type ErrorData } from './errorData';
import type { Sent } from './items';

/** An error with a message, and a description of what was sent and what to do. */
export function nodeError(
	ctx: IExecuteFunctions,
	message: string,
	description: string,
	data: ErrorData,
): NodeOperationError {
	// Where nobody can read a description, the message says all.
	const all = placeOf(ctx) === 'engine2' ? `${message} ${description}` : message;
	// Without n8n's index of the item, which counts from 0: "4th item … [item 3]" would name two.
	const error = new NodeOperationError(ctx.getNode(), all, {
		description: escapeHtml(description),
	});
	// n8n writes into the context while it makes an error, so what it tells programs is added to that.
	error.context.smsGateway = data;
	return error;
}

/** What went wrong as the item that an agent reads; everywhere else the error is n8n's to handle. */
export function tellAgent(ctx: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	if (!runsInsideAgent(ctx) || !(error instanceof NodeOperationError)) throw error;
	return [{ json: { error: error.message } }];
}

/**
 * n8n drops all that a tool returns when it has an error output: the agent would not even learn
 * that an SMS was sent, and might send it again.
 */
export function refuseToHideFromAgent(ctx: IExecuteFunctions): void {
	const node = ctx.getNode();
	if (!isTool(node) || node.onError !== 'continueErrorOutput') return;
	const problem = { reason: 'invalidParameter', causes: [{ name: 'hiddenFromAgent' }] } as const;
	throw settingError(ctx, problem);
}

const nothingSent = (ctx: IExecuteFunctions): string =>
	nothingSentIn(placeOf(ctx), hasSentBefore(ctx));

/** About no recipient: a setting, a credential, a balance. `sent`: empty where it goes without saying. */
export function settingError(
	ctx: IExecuteFunctions,
	{ causes, reason }: Why,
	sent: string = nothingSent(ctx),
): NodeOperationError {
	const data = dataOfCauses(causes, reason);
	const { text, detail } = explainApart(causes);
	if (placeOf(ctx) !== 'tool') return nodeError(ctx, text, sentences(detail, sent), data);
	const told = explainToModel(causes);
	// The model reads the message, and a person what is below.
	return nodeError(ctx, sentences(told.text, sent, told.advice), sentences(text, detail), data);
}

/** On Error: Stop, and something cannot be sent: all, as they end because of it, and what the error names. */
export function refusedEntriesError(
	ctx: IExecuteFunctions,
	all: readonly Ended[],
	refused: readonly Ended[],
): NodeOperationError {
	const place = placeOf(ctx);
	const total = ofItems(all).length;
	const { message, list } = refusedInWords(refused, total);
	const next = nextBefore(place, refused.length < total || hasSentBefore(ctx));
	const description = sentences(list, nothingSent(ctx), next);
	const data = dataOfOutcomes(all);
	if (place !== 'tool') return nodeError(ctx, message, description, data);
	const told = refusedToModel(refused, total);
	return nodeError(ctx, told, sentences(message, description), data);
}

/** What a request ended with says more than what was stopped because of it, or an earlier run. */
function tellsLess({ request, reason, replayed }: Outcome): number {
	if (replayed) return 3;
	if (request !== undefined) return 0;
	return reason === 'stopped' ? 2 : 1;
}

/** Of each way to end. Of an execution that n8n has ended no Retry sends the rest: a person has to know it. */
const MAX_NAMED_TO_PEOPLE = 5;
const MAX_NAMED_AT_END = 1_000;

/** The service refuses this recipient, or this text; at a wrong address others are refused too. */
const isOfOne = ({ causes, reason, status }: Outcome): boolean =>
	reason === 'refusedByService' &&
	status === 'rejected' &&
	!causes.some((one) => 'found' in one && one.found === 'notHere');

/** On Error: Stop, and a request failed: why, then who was sent to and who was not, then what is next. */
export function failedDeliveryError(
	ctx: IExecuteFunctions,
	{ all, refusal }: Pick<Sent, 'all' | 'refusal'>,
): NodeOperationError {
	const place = placeOf(ctx);
	const failures = all.filter(isFailure);
	const [mostTelling] = failures.sort((one, other) => tellsLess(one) - tellsLess(other));
	const decisive = refusal ?? mostTelling!;
	const { text, detail } = explainApart(decisive.causes);
	const hasSent = all.some(mayHaveArrived);
	const refused = isOfOne(decisive) ? all.filter(isOfOne).length : 0;
	const data = dataOfOutcomes(all, decisive);
	const nothing = !hasSent && nothingSent(ctx);
	if (place === 'tool') {
		const told = explainToModel(decisive.causes, all.length);
		const next = hasSent ? tellWho(all.length, all.some(didNotArrive)) : told.advice;
		const list = hasSent && all.length > 1 && endsInWords(all, MAX_NAMED_TO_MODEL, true);
		const message = sentences(told.text, nothing, next, list);
		return nodeError(ctx, message, sentences(text, detail), data);
	}
	const next = nextAfter(place, {
		hasSent,
		hasAccepted: all.some(({ key, status }) => status === 'accepted' && key === ''),
		refused,
		// Where the others got it, a Retry would be refused in the same way.
		hasMissing: failures.some(
			(one) =>
				!mayHaveArrived(one) &&
				!one.causes.some(({ name }) => name === 'beyondRetry') &&
				!(hasSent && isOfOne(one)),
		),
		isInDoubt: decisive.causes.some(({ name }) => name === 'interrupted'),
		allHaveKeys: all.filter(mayHaveArrived).every(({ key }) => key !== ''),
		leftOthers: isOfOne(decisive) && (runIndexOf(ctx) > 0 || all.some(isNotSent)),
	});
	const list = (hasSent || hasSentBefore(ctx)) && endsInWords(all, MAX_NAMED_TO_PEOPLE);
	const description = sentences(detail, nothing, next, list);
	if (all.length === 1 || refused !== 1) return nodeError(ctx, text, description, data);
	const { isSample, item } = mostTelling!;
	const named = isSample ? aboutSample(text) : ofItem(item, text);
	return nodeError(ctx, named, description, data);
}

/** For an execution that was stopped, or took too long: what is known by then. */
export function lastWordsOf(ctx: IExecuteFunctions, all: readonly Ended[]): LastWords {
	const counts = endedInWords(summarize(all));
	const names = endsInWords(all, MAX_NAMED_AT_END);
	const next = sentences(names, all.some(didNotArrive) && SEND_TO_MISSING);
	return { error: nodeError(ctx, counts, next, dataOfOutcomes(all)), counts, names };
}
