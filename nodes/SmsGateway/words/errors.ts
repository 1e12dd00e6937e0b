import type { Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import { ordinal, sentences } from '../domain/text/sentences';
import type { Place } from '../n8n/place';
import { inWords, valuesOf, whatIsWrong, withValues, type CauseInWords } from './causes';
import { listInWords } from './list';
import type { Summary } from './summary';

/** Where others may have sent before, it is still true. */
export const NOTHING_SENT = 'Nothing was sent now.';

/** By a person, or its time limit. */
export const endedInWords = ({ inWords: counts }: Summary): string =>
	`n8n ended this execution before everything was sent: ${counts}.`;

/** An item that cannot be sent to, and why. */
export type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

/** One thing that is wrong, with the values of the first item, and all items that it is wrong with. */
type Wrong = { said: CauseInWords; items: number[] };

function wrongIn(refused: readonly RefusedEntry[]): Wrong[] {
	const problems = new Map<string, Wrong>();
	for (const { item, outcome } of refused) {
		for (const said of outcome.explanation.map(inWords)) {
			const found = problems.get(said.text) ?? { said, items: [] };
			problems.set(said.text, found);
			if (found.items.at(-1) !== item) found.items.push(item);
		}
	}
	return [...problems.values()];
}

const MAX_LISTED = 10;
const listed = (items: readonly string[]): string => `${listInWords(items, MAX_LISTED)}.`;
/** A third could make it longer than anybody reads. */
const MAX_PROBLEMS = 2;

/**
 * Why recipients cannot be sent to: one problem with what to do about it, or the first two.
 *
 * @param total all recipients
 * @param withoutItems for an agent, which does not know of items
 * @returns a message without any value of an item, and the values, a line per problem
 */
export function refusedInWords(
	refused: readonly RefusedEntry[],
	total: number,
	withoutItems: boolean,
): { message: string; list: string } {
	const problems = wrongIn(refused);
	const [{ said, items }, ...more] = problems as [Wrong, ...Wrong[]];
	const isOne = refused.length === 1;
	const who = isOne ? `${ordinal(items[0]!)} item` : `${refused.length} of ${total} recipients`;
	const where = total === 1 ? '' : `${who}: `;
	if (more.length > 0) {
		const lines = problems.slice(0, MAX_PROBLEMS).map((one) => {
			const count = one.items.length - 1;
			const item = `${ordinal(one.items[0]!)} item${count > 0 ? ` and ${count} more` : ''}: `;
			return `${isOne || withoutItems ? '' : item}${whatIsWrong(one.said)}`;
		});
		const rest = problems.length - lines.length;
		if (rest > 0) lines.push(`And ${rest} more.`);
		return { message: `${where}Several things are wrong.`, list: lines.join('\n') };
	}
	const values = valuesOf(said);
	const message = `${where}${withValues({ text: said.text })}`;
	if (isOne || withoutItems) return { message, list: values };
	const [first, ...same] = items.map(ordinal);
	const others = refused.length === total ? [] : same;
	if (values === '') {
		return { message, list: others.length > 0 ? `Items: ${listed([first!, ...others])}` : '' };
	}
	const also = others.length > 0 && `Also: ${listed(others)}`;
	return { message, list: sentences(`${first} item: ${values}`, also) };
}

const OTHERS = "For the others, set 'On Error' to 'Continue'";
const OTHERS_BY_RETRY = `${OTHERS}, save, 'Retry with currently saved workflow'.`;

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
	ended: 'Send to those refused or not sent in a new execution.',
};

/** How a run ended, for what is next. */
export type EndOfRun = Readonly<{
	hasSent: boolean;
	/** Whether a Retry has anybody to send to. */
	hasMissing: boolean;
	/** Every SMS has a key of its own, by which a new execution knows it. */
	hasKeys: boolean;
	uncertain: Uncertain;
	/** By the service, which refuses it in a Retry too. */
	byService?: boolean;
}>;

/** What is next where a request failed: always true, whatever was sent before. An agent gets `adviceOf`. */
export function nextAfter(
	place: Exclude<Place, 'tool'>,
	{ hasSent, hasMissing, hasKeys, uncertain, byService }: EndOfRun,
): string {
	const again = hasSent && !hasKeys && AGAIN[place];
	if (place !== 'workflow') return sentences(again);
	if (byService) return sentences(OTHERS_BY_RETRY, again);
	if (!hasSent) return "'Executions > Retry' tries again.";
	const whom = [
		...(hasMissing ? ['refused or not sent'] : []),
		...(uncertain === 'resend' ? ['unknown'] : []),
	].join(' or ');
	return sentences(whom && `'Executions > Retry' sends to those ${whom}.`, again);
}
