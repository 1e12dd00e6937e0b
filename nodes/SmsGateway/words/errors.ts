import type { Outcome } from '../domain/outcome';
import { ordinal, sentences } from '../domain/text/sentences';
import type { Place } from '../n8n/place';
import { explainApart } from './causes';
import { listInWords } from './list';
import { SEND_TO_MISSING, type Summary } from './summary';

/** Where others may have sent before, it is still true. */
export const NOTHING_SENT = 'Nothing was sent now.';

/** By a person, or its time limit. */
export const endedInWords = ({ inWords: counts }: Summary): string =>
	`n8n ended this execution before everything was sent: ${counts}.`;

/** An item that cannot be sent to, and why. */
type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

const MAX_LISTED = 10;

const itemsOf = (refused: readonly RefusedEntry[]): string[] => [
	...new Set(refused.map(({ item }) => ordinal(item))),
];

/**
 * The first thing that is wrong, with all items that it is wrong with: one problem with what to do.
 *
 * @param total all recipients
 * @param withoutItems for an agent, which does not know of items
 * @returns a message without any value of an item, and what to say with values
 */
export function refusedInWords(
	refused: readonly RefusedEntry[],
	total: number,
	withoutItems: boolean,
): { message: string; list: string } {
	const firstOf = ({ outcome }: RefusedEntry) => explainApart(outcome.explanation.slice(0, 1));
	const { text, detail } = firstOf(refused[0]!);
	const alike = refused.filter((one) => firstOf(one).text === text);
	const areAlike = new Set(alike);
	const [first, ...others] = itemsOf(alike);
	const who = alike.length === 1 ? `${first} item` : `${alike.length} of ${total} recipients`;
	const message = total === 1 ? text : `${who}: ${text}`;
	if (withoutItems) return { message, list: detail };
	const unlike = refused.filter((one) => !areAlike.has(one) || one.outcome.explanation.length > 1);
	const list = sentences(
		alike.length === 1 ? detail : `${first} item${detail ? `: ${detail}` : '.'}`,
		others.length > 0 && `Also: ${listInWords(others, MAX_LISTED)}.`,
		unlike.length > 0 &&
			`'Preview' shows what else is wrong: ${listInWords(itemsOf(unlike), MAX_LISTED)}.`,
	);
	return { message, list };
}

const OTHERS = "For the others, set 'On Error' to 'Continue'";
const OTHERS_BY_RETRY = `${OTHERS}, save, 'Retry with currently saved workflow'.`;
const BY_RETRY = "'Retry with currently saved workflow' sends to the rest.";

/** What is next where nothing was sent, as not all can be sent to. */
export function nextBefore(place: Place, hasOthers: boolean): string | undefined {
	if (place === 'tool') return 'Correct or omit it, then send.';
	if (!hasOthers) return undefined;
	return place === 'workflow' ? OTHERS_BY_RETRY : `${OTHERS}.`;
}

/** What is next for who wants to reach the others. */
export const AGAIN: Readonly<Record<Exclude<Place, 'tool'>, string>> = {
	workflow: "'Execute workflow' sends to all again.",
	subWorkflow: 'Retrying the parent sends to all again.',
	engine2: 'A new execution sends to all again.',
	ended: SEND_TO_MISSING,
};

/** How a run ended, for what is next. */
type EndOfRun = Readonly<{
	hasSent: boolean;
	/** Whether a Retry has anybody to send to. */
	hasMissing: boolean;
	/** Every SMS has a key of its own, by which a new execution knows it. */
	hasKeys: boolean;
	/** By the service, which refuses it in a Retry too. */
	byService: boolean;
}>;

/** What is next where a request failed: always true, whatever was sent before. An agent gets `adviceOf`. */
export function nextAfter(
	place: Exclude<Place, 'tool'>,
	{ hasSent, hasMissing, hasKeys, byService }: EndOfRun,
): string {
	const again = hasSent && !hasKeys && AGAIN[place];
	if (place !== 'workflow') return sentences(again);
	return sentences(byService ? OTHERS_BY_RETRY : hasMissing && BY_RETRY, again);
}
