import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, REASONS, wordsOf, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import { capitalized, explain } from '../words/causes';
import { adviceOf, countsInWords, listInWords, namesInWords } from '../words/summary';
import { ordinal } from '../domain/text/sentences';
import type { LastWords } from '../n8n/cancellation';
import { nodeError, quotingError, withoutValues } from './errors';
import type { Whole } from '../n8n/whole';
import {
	nextSteps,
	nothingSent,
	saidOfWhole,
	stepsBeforeSending,
	type Situated,
} from '../words/nextSteps';

/** Recipients, causes, and items of one cause. */
const MAX_NAMED_IN_ERROR = 10;
/** There is no Retry to send the rest, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/** Found before anything is sent. */
export const isRefused = (settled: Outcome | undefined): settled is Outcome =>
	settled?.status === 'notSent';

type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

/** As it reads behind "4th item:". */
const explanationInList = ({ outcome }: RefusedEntry): string =>
	explain(outcome.explanation).replace(/^Not sent: /, '');

/** An expression is no value of an item, and its quotation marks enclose none. */
const withoutGiven = (explanation: string): string =>
	explanation.includes('}}')
		? explanation.replace(/ n8n says: .*/s, '')
		: withoutValues(explanation);

/** What is wrong, without the value that is: the same for all that are wrong in this way. */
const causeOf = (refused: RefusedEntry): string =>
	withoutGiven(explanationInList(refused)).replace(/^"…": /, '');

const PLURALS: Readonly<Record<string, string>> = { has: 'have', is: 'are', contains: 'contain' };

/** "It has no country code." as one says it of many. */
function pluralOf(cause: string): string | undefined {
	const [begins, verb] = /^It (has|is|contains)(?= )/.exec(cause) ?? [];
	return begins && PLURALS[verb!]! + cause.slice(begins.length);
}

/** What is wrong, without the values that are. */
function messageOf(refused: readonly RefusedEntry[], total: number): string {
	const [first] = refused as readonly [RefusedEntry, ...RefusedEntry[]];
	const cause = causeOf(first);
	const alike = refused.every((one) => causeOf(one) === cause);
	if (refused.length === 1) {
		const where = total > 1 ? ` of the ${ordinal(first.item)} item` : '';
		if (first.outcome.reason === 'invalidRecipient') return `the recipient${where} is invalid.`;
		const explanation = explain(first.outcome.explanation, first.item);
		if (explain(first.outcome.explanation) !== explanation) return withoutGiven(explanation);
		return total > 1 ? `${ordinal(first.item)} item: ${cause}` : cause;
	}
	if (!alike) {
		const outcomes = refused.map(({ outcome }) => outcome);
		const areInvalid = outcomes.every(({ reason }) => wordsOf(reason) === 'invalid');
		return `${refused.length} of ${total} recipients ${areInvalid ? 'are invalid' : `cannot be sent to: ${countsInWords(outcomes)}`}.`;
	}
	const plural = pluralOf(cause);
	if (plural !== undefined) return `${refused.length} of ${total} numbers ${plural}`;
	const items = new Set(refused.map(({ item }) => item)).size;
	const where = items === 1 ? `for ${refused.length} of ${total} recipients` : `in ${items} items`;
	return `the same ${where}: ${cause}`;
}

/** Each cause once, with one example and the other items: "1st item: "06": It is short. The same in the 3rd item." */
function causesOf(refused: readonly RefusedEntry[], withoutItems: boolean): string {
	const causes = new Map<string, RefusedEntry[]>();
	for (const one of refused) {
		const alike = causes.get(causeOf(one));
		if (alike) alike.push(one);
		else causes.set(causeOf(one), [one]);
	}
	const sentences = [...causes.values()].slice(0, MAX_NAMED_IN_ERROR).map(([first, ...others]) => {
		const explanation = explanationInList(first!);
		// An agent does not know of items, and a single one needs no number.
		if (withoutItems) return capitalized(explanation);
		const rows = [...new Set(others.map(({ item }) => item))].filter(
			(item) => item !== first!.item,
		);
		const same =
			rows.length === 0
				? ''
				: ` The same in the ${listInWords(rows.map(ordinal), MAX_NAMED_IN_ERROR)} item.`;
		return `${ordinal(first!.item)} item: ${explanation}${same}`;
	});
	if (causes.size > sentences.length) sentences.push(`And ${causes.size - sentences.length} more.`);
	return sentences.join(' ');
}

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
	whole: Whole,
): NodeOperationError {
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const message = `${nothingSent(whole)}: ${messageOf(refused, entries.length)}`;
	const causes = causesOf(refused, whole.place === 'tool' || entries.length === 1);
	const next = stepsBeforeSending(
		{
			passes: refused.every(({ outcome }) => REASONS[outcome.reason].fix === 'time'),
			isOne: refused.length === 1,
			isAll: refused.length === entries.length,
		},
		whole,
	);
	const [first] = refused as [RefusedEntry, ...RefusedEntry[]];
	// The message says which items are meant only where it is about one, or about all of them.
	const areClear = refused.length === 1 || refused.length === entries.length;
	const isSaid =
		areClear &&
		[explain(first.outcome.explanation, first.item), explanationInList(first)].some((said) =>
			message.endsWith(said),
		);
	return nodeError(ctx, message, isSaid ? next : `${causes} ${next}`);
}

/** A refusal of everything, in a retry of what was sent to some before. */
export const refusalInRetry = (refusal: Outcome): Outcome => ({
	...refusal,
	explanation: explain(refusal.explanation).replace('Nothing was sent', 'Nothing more was sent'),
});

/** How a run ended, as an error tells it. */
export type Report = Situated &
	Readonly<{
		entries: readonly Entry[];
		outcomes: readonly Outcome[];
		/** Why nothing (more) was sent. */
		refusal?: Outcome;
	}>;

/** Names who ended how, where that differs. */
function forAgent({ entries, outcomes, summary }: Report): string {
	const alike = outcomes.every(({ status }) => status === outcomes[0]!.status);
	const said = [adviceOf(summary), summary.evidence];
	if (!alike) said.unshift(namesInWords(entries, outcomes));
	return said.filter(Boolean).join(' ');
}

/** What the message does not say yet. */
function whatWasSent({ entries, outcomes, summary, whole }: Report, message: string): string {
	const { total, accepted, unknown } = summary.recipients;
	if (accepted + unknown === 0) {
		if (/nothing (more )?was sent|sent nothing/i.test(message)) return '';
		return whole.before === 'nobody' && total > 1
			? `Nothing was sent to any of the ${total} recipients.`
			: `${nothingSent(whole)}.`;
	}
	const names = [namesInWords(entries, outcomes, MAX_NAMED_IN_ERROR), summary.evidence].filter(
		Boolean,
	);
	if (unknown < total) names.unshift(`Of ${total} recipients: ${summary.inWords}.`);
	return names.join(' ');
}

/** What a request ended with says more than what was stopped because of it, or an earlier run. */
const tellsLess = ({ request, reason, replayed }: Outcome): number => {
	if (replayed) return 3;
	if (request !== undefined) return 0;
	return reason === 'stopped' ? 2 : 1;
};

/**
 * On Error: Stop, and a request failed: the service's own reason first, then who was sent to, who
 * was not, and what to do.
 */
export function failedDeliveryError(ctx: IExecuteFunctions, report: Report): NodeOperationError {
	const { outcomes, summary, refusal, whole } = report;
	const [first] = outcomes
		.filter(isFailure)
		.sort((one, other) => tellsLess(one) - tellsLess(other));
	const cause = refusal ?? first!;
	const { accepted, unknown } = summary.recipients;
	// 'Nothing was sent' is true of the request that failed, but not of those before it.
	const why = explain(cause.explanation);
	const said =
		accepted + unknown > 0 || whole.before !== 'nobody'
			? why.replace(/, so nothing was sent\b/, '')
			: why;
	const message = saidOfWhole(said, whole);
	// Another call by the agent is a new run, unlike n8n's retries: it would send to all of them again.
	const description =
		whole.place === 'tool'
			? forAgent(report)
			: [whatWasSent(report, message), nextSteps(report, cause)].filter(Boolean).join(' ');
	// The service's own words are said as they are.
	const errorOf = cause.request === undefined ? quotingError : nodeError;
	return errorOf(ctx, message, description);
}

/** n8n ended the execution before everything was sent. */
export function endedError(ctx: IExecuteFunctions, report: Report): LastWords {
	const { entries, outcomes, summary } = report;
	const cause = outcomes.find(({ reason }) => reason === 'cancelled') ?? outcomes[0]!;
	const names = namesInWords(entries, outcomes, MAX_NAMED_AT_END);
	const error = nodeError(
		ctx,
		`n8n ended this execution before everything was sent: ${summary.inWords}.`,
		`${names} ${nextSteps({ ...report, whole: { ...report.whole, place: 'ended' } }, cause)}`,
	);
	return { error, names };
}
