import type { Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import { ordinal, sentences } from '../domain/text/sentences';
import type { Place } from '../n8n/place';
import { inWords, valuesOf, withValues, type CauseInWords } from './causes';
import { listInWords } from './list';
import type { Summary } from './summary';

/** Where others may have sent before, it is still true. */
export const NOTHING_SENT = 'Nothing was sent now.';

/** By a person, or its time limit. */
export const endedInWords = ({ inWords: counts }: Summary): string =>
	`n8n ended this execution before everything was sent: ${counts}.`;

/** Causes, and items of one cause. */
const MAX_IN_LIST = 10;

const rowsOf = (rows: readonly string[]): string => listInWords(rows, MAX_IN_LIST);

/** An item that cannot be sent to, and why. */
export type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

type Found = Readonly<{ item: number; said: CauseInWords }>;

/** One that ends alike for several items is told once, with the values of the first. */
function alike(refused: readonly RefusedEntry[]): Found[][] {
	const groups = new Map<string, Found[]>();
	for (const { item, outcome } of refused) {
		for (const said of outcome.explanation.map(inWords)) {
			const group = groups.get(said.text);
			if (group) group.push({ item, said });
			else groups.set(said.text, [{ item, said }]);
		}
	}
	return [...groups.values()];
}

/**
 * Why recipients cannot be sent to.
 *
 * @param total all recipients
 * @param withoutItems for an agent, which does not know of items
 * @returns a message without any value of an item, and the values, a line per cause
 */
export function refusedInWords(
	refused: readonly RefusedEntry[],
	total: number,
	withoutItems: boolean,
): { message: string; list: string } {
	const groups = alike(refused);
	const [[first]] = groups as [[Found]];
	const isOne = total === 1;
	const who =
		refused.length === 1
			? `${ordinal(first.item)} item`
			: `${refused.length} of ${total} recipients`;
	const isAlike = groups.length === 1;
	const isNamed = isOne || (isAlike && refused.length === 1);
	const isEach = isAlike && refused.length === total;
	const where = isOne ? '' : `${who}: `;
	const lines = groups.slice(0, MAX_IN_LIST).map((found) => {
		const [{ said, item }] = found as [Found];
		const what = isAlike ? valuesOf(said) : withValues(said);
		if (isNamed || withoutItems) return what;
		const items = [...new Set(found.map((one) => one.item))];
		const others = isEach ? [] : items.filter((one) => one !== item).map(ordinal);
		if (what === '') return others.length === 0 ? '' : `Items: ${rowsOf(items.map(ordinal))}.`;
		const same = others.length === 0 ? undefined : `The same problem: ${rowsOf(others)}.`;
		return sentences(`${ordinal(item)} item: ${what}`, same);
	});
	if (groups.length > lines.length) lines.push(`And ${groups.length - lines.length} more.`);
	return {
		message: isAlike ? `${where}${first.said.text}` : `${where}More than one thing is wrong.`,
		list: lines.filter(Boolean).join('\n'),
	};
}

const OTHERS = "For the others, set 'Settings > On Error' to 'Continue'";
const OTHERS_BY_RETRY = `${OTHERS}, then 'Executions > Retry with currently saved workflow'.`;

/** What is next where nothing was sent, as not all can be sent to. */
export function nextBefore(place: Place, hasOthers: boolean): string | undefined {
	if (place === 'tool') return 'Correct or omit it, then send.';
	if (!hasOthers) return undefined;
	return place === 'workflow' ? OTHERS_BY_RETRY : `${OTHERS}.`;
}

const AFTER: Readonly<Record<Exclude<Place, 'tool'>, string>> = {
	workflow: "'Execute workflow' sends to all again.",
	subWorkflow: 'Retrying the parent workflow sends to all again.',
	engine2: 'A new execution sends to all again.',
	ended: 'In a new execution, send only to those missing.',
};

/** How a run ended, for what is next. */
type EndOfRun = Readonly<{
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
	{ hasSent, hasMissing, hasKeys, uncertain, byService = false }: EndOfRun,
): string | undefined {
	const again = hasSent && !hasKeys ? AFTER[place] : undefined;
	if (place !== 'workflow') return again;
	if (byService) return sentences(OTHERS_BY_RETRY, again);
	if (!hasSent) return "'Executions > Retry' tries again.";
	const whom = [
		...(hasMissing ? ['refused or not sent'] : []),
		...(uncertain === 'resend' ? ['unknown'] : []),
	].join(' or ');
	const rest = whom && `'Executions > Retry' sends only to those ${whom}.`;
	return sentences(rest, again);
}

/** What a request ended with says more than what was stopped because of it, or an earlier run. */
const tellsLess = ({ request, reason, replayed }: Outcome): number => {
	if (replayed) return 3;
	if (request !== undefined) return 0;
	return reason === 'stopped' ? 2 : 1;
};

/** The failure that an error is about. */
export const mostTelling = (failures: readonly Outcome[]): Outcome =>
	[...failures].sort((one, other) => tellsLess(one) - tellsLess(other))[0]!;
