import type { Ended, Summary } from '../domain/summary';
import { listInWords, ordinal, sentences } from '../domain/text/sentences';
import type { Place } from '../n8n/place';
import { adviceToModel, explainApart, explainToModel } from './causes';
import plain from './plain.json';
import { countsInWords, NOTHING_NOW, SEND_TO_MISSING } from './summary';

/** Another node, or an earlier run of this one, may have sent. */
export const NOTHING_SENT = 'This node sent nothing.';
export const RUN_SENT_NOTHING = 'This run sent nothing';
/** A parent may call once per item, and a retry of it makes all the calls again; a loop has turns, a turn has retries. */
export function nothingSentIn(place: Place, hasSentBefore: boolean): string {
	if (place === 'tool') return NOTHING_NOW;
	if (place === 'subWorkflow') return plain.callSentNothing;
	const again = plain.again[place === 'engine2' ? place : 'workflow'];
	return hasSentBefore
		? `${RUN_SENT_NOTHING}; an earlier one may have. ${again} might send twice.`
		: NOTHING_SENT;
}

/** By a person, or its time limit. */
export const endedInWords = ({ ends }: Summary): string =>
	`n8n ended this execution before everything was sent: ${countsInWords(ends)}.`;

export const ofItem = (item: number, words: string): string => `${ordinal(item)} item: ${words}`;

const MAX_LISTED = 5;

/** The first thing that is wrong, with all that it is wrong with; the message has no value of an item. */
export function refusedInWords(refused: readonly Ended[], total: number) {
	// Twice for each: a million of them are not kept with their words.
	const firstOf = ({ causes }: Ended) => explainApart(causes.slice(0, 1));
	const [first] = refused as [Ended];
	const { text, detail } = firstOf(first);
	const alike = refused.filter((one) => firstOf(one).text === text);
	const isOfAll = alike.every((one) => firstOf(one).detail === detail);
	const items = [...new Set(alike.map(({ item }) => ordinal(item)))];
	const isOne = alike.length === 1;
	const share = alike.length === total ? 'All' : `${alike.length} of`;
	const named = isOne ? ofItem(first.item, text) : `${share} ${total} recipients: ${text}`;
	const message = total === 1 ? text : named;
	const hasMore = alike.length < refused.length || alike.some(({ causes }) => causes.length > 1);
	const list = sentences(
		detail && !isOfAll ? ofItem(first.item, detail.replace(/^Value: /, '')) : detail,
		!isOne && alike.length < total && `Items: ${listInWords(items, MAX_LISTED)}.`,
		hasMore && "'Preview' shows what else is wrong.",
	);
	return { message, list };
}

/** To a model, which does not know of items. */
export function refusedToModel(refused: readonly Ended[], total: number): string {
	const [first] = refused as [Ended];
	const { text } = explainToModel(first.causes.slice(0, 1));
	const all = refused.flatMap(({ causes }) => causes);
	const which = total > 1 && `Refused: ${refused.length} of ${total} recipients. First:`;
	return sentences(which, text, NOTHING_NOW, adviceToModel(all, total));
}

const RETRY = "'Retry with currently saved workflow'";
const CONTINUE = "'Settings > On Error: Continue'";
export const OTHERS = `For the others: ${CONTINUE}`;
const FIX_AND_RETRY = `Fix the cause, then ${RETRY}.`;
/** Without credit the service refuses all: with 'Continue' the execution would succeed, and have no Retry. */
const IF_ONLY_THIS = `If only this number is refused, first choose ${CONTINUE} and save.`;
/** A Retry has the number as it was. */
const FIX_OR_CORRECT = `${FIX_AND_RETRY} Or correct the number and execute only this row`;

/** What is next where nothing was sent, as not all can be sent to. */
export function nextBefore(place: Place, hasOthers: boolean): string | undefined {
	if (place === 'tool' || !hasOthers) return undefined;
	return place === 'workflow' ? `${OTHERS}, save, ${RETRY}.` : `${OTHERS}.`;
}

type EndOfRun = Readonly<{
	hasSent: boolean;
	/** Some was accepted without a key: what is executed anew sends that again. */
	hasAccepted: boolean;
	/** Whether a Retry has anybody to send to. */
	hasMissing: boolean;
	/** Whether the failure is what an earlier run may have sent: only with 'Resend' it is sent again. */
	isInDoubt?: boolean;
	/** Every SMS that may have been sent has a key of its own, by which a new execution knows it. */
	allHaveKeys: boolean;
	/** The service refused one, and others were not sent because of that. */
	leftOthers: boolean;
	/** Recipients that the service refuses alone, where that is the cause. */
	refused: number;
}>;

/** What is next where a request failed: always true, whatever was sent before. A model gets `tellWho`. */
export function nextAfter(
	place: Exclude<Place, 'tool'>,
	{ hasSent, hasAccepted, hasMissing, isInDoubt, allHaveKeys, leftOthers, refused }: EndOfRun,
): string {
	if (place === 'ended') return hasSent && !allHaveKeys && hasMissing ? SEND_TO_MISSING : '';
	const sends = hasAccepted ? 'would send twice.' : 'might send twice.';
	const again = hasSent && !allHaveKeys && `${plain.again[place]} ${sends}`;
	const own = place === 'subWorkflow' && hasSent && hasMissing;
	if (place !== 'workflow')
		return sentences(own && "The sub-workflow's own 'Retry' sends the rest.", again);
	const retry = hasSent ? "'Executions > Retry' sends the rest." : `Use ${RETRY}.`;
	if (leftOthers) return sentences(FIX_AND_RETRY, IF_ONLY_THIS, again);
	if (refused === 1 && hasSent) return `${FIX_OR_CORRECT}${again ? `: all rows ${sends}` : '.'}`;
	if (refused > 0) return sentences(FIX_AND_RETRY, again);
	const resend = isInDoubt && `Or save, and ${RETRY} sends only what is unknown.`;
	return sentences(hasMissing ? retry : resend, again);
}
