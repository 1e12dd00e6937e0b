import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, REASONS, wordsOf, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import type { Uncertain } from '../domain/service/retryPolicy';
import { capitalized, explain } from '../words/causes';
import { adviceOf, countsInWords, listInWords, namesInWords, type Summary } from '../words/summary';
import { ordinal } from '../domain/text/sentences';
import type { LastWords } from '../n8n/cancellation';
import { nodeError, quotingError, withoutValues } from './errors';
import { placeOf, earlierSender, type Place, type SentBefore } from '../n8n/place';

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

function nextStep(refused: readonly RefusedEntry[], total: number, place: Place): string {
	if (place === 'tool') return 'Correct or omit what is named here, then send.';
	if (refused.every(({ outcome }) => REASONS[outcome.reason].fix === 'time')) {
		return 'Run it again when the window is open.';
	}
	if (refused.length === total) return 'Fix this, then run it again.';
	const fix = `Fix or remove ${refused.length === 1 ? 'it' : 'these'}, then run the workflow again.`;
	// A retry has the same items, so what was corrected meanwhile does not reach it.
	return place === 'workflow'
		? `${fix} Or set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others.`
		: `${fix} Or set 'Settings > On Error' to 'Continue' to send to the others.`;
}

const SENT_BEFORE = {
	byThisNode: 'This node has sent before in this execution, as in a loop.',
	byAnotherNode: 'Another SMS Gateway node ran before in this execution.',
} as const;

/** The same where this execution has sent before. */
function nextStepOfLater(
	refused: readonly RefusedEntry[],
	entries: readonly Entry[],
	place: Place,
	before: NonNullable<SentBefore>,
): string {
	const newRun = `${SENT_BEFORE[before]} ${aboutNewRun(place, entries, before)}`;
	if (place !== 'workflow') return newRun;
	if (refused.every(({ outcome }) => REASONS[outcome.reason].fix === 'time')) {
		return `Once the window is open, 'Executions > Retry' sends the rest. ${newRun}`;
	}
	// In a loop, later turns have others.
	return before === 'byAnotherNode' && refused.length === entries.length
		? `If the cause is in this node, fix it and save: 'Executions > Retry with currently saved workflow' goes on here. ${newRun}`
		: `Set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others. ${newRun}`;
}

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
): NodeOperationError {
	const place = placeOf(ctx);
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const before = earlierSender(ctx);
	const message = `Nothing ${before ? 'more ' : ''}was sent: ${messageOf(refused, entries.length)}`;
	const causes = causesOf(refused, place === 'tool' || entries.length === 1);
	const next = before
		? nextStepOfLater(refused, entries, place, before)
		: nextStep(refused, entries.length, place);
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

/** What has to be fixed before another attempt can end in another way; undefined where time may be enough. */
function fixFirst({ reason }: Outcome): string | undefined {
	const { fix } = REASONS[reason];
	if (fix === 'time') return 'Once the window is open,';
	return fix && `Once the ${fix === 'credential' ? fix : 'cause'} is fixed,`;
}

/** Those that a retry sends to. */
function restInWords({ rejected, notSent }: Summary['recipients'], resent: number): string {
	const rest = [...(rejected > 0 ? ['refused'] : []), ...(notSent > 0 ? ['not sent'] : [])];
	if (resent === 0) return `only to those ${rest.join(' and ')}`;
	return `to those ${[...rest, 'unknown'].join(' and ')}, as 'If Outcome Is Unknown' is 'Resend'`;
}

const WITHOUT_THE_RECIPIENT =
	"A retry has the same items. If one of them is the cause, set 'Settings > On Error' to 'Continue', save, and use 'Retry with currently saved workflow': it sends to the others.";

/** Which of n8n's retries sends the rest, and what it needs before; where the editor offers them. */
function aboutRetry(cause: Outcome, rest: string): string {
	const first = fixFirst(cause);
	if (first === undefined) return `'Retry On Fail' and 'Executions > Retry' send ${rest}.`;
	const { fix } = REASONS[cause.reason];
	if (fix === 'items') return WITHOUT_THE_RECIPIENT;
	const button = fix === 'node' ? "'Retry with currently saved workflow'" : "'Executions > Retry'";
	const sends = `${first} ${button} sends ${rest}.`;
	return fix === 'cause' ? `${sends} ${WITHOUT_THE_RECIPIENT}` : sends;
}

/** A new execution knows nothing of this one, except by a key. */
function aboutNewRun(place: Place, entries: readonly Entry[], before: SentBefore): string {
	const isOne = entries.length === 1 && !before;
	const them = isOne ? 'it' : 'to them';
	if (before !== 'byAnotherNode' && entries.every(({ key }) => key !== '')) {
		return `A new run does not send ${them} again, as their 'Deduplication Key' or 'Skip Repeats' is remembered.`;
	}
	const everybody = isOne ? 'it' : 'to everybody';
	const cure =
		"From the next run on, 'Safeguards > Skip Repeats' or a 'Deduplication Key' prevents that.";
	if (place === 'subWorkflow') {
		return `This is a sub-workflow: a retry of its parent sends ${everybody} again. ${cure}`;
	}
	return place === 'engine2'
		? `There is no retry here: a new run sends ${everybody} again. ${cure}`
		: `Do not use 'Execute workflow': it is a new run that sends ${everybody} again. ${cure}`;
}

/** How a run ended, as an error tells it. */
export type Report = Readonly<{
	entries: readonly Entry[];
	outcomes: readonly Outcome[];
	summary: Summary;
	/** Whether a retry sends to those unknown too. */
	uncertain: Uncertain;
	/** Why nothing (more) was sent. */
	refusal?: Outcome;
}>;

/**
 * What sends the rest, and what would send duplicates. Only buttons that are there are named, and a
 * retry only where it can help.
 *
 * @param cause the failure that the error is about
 */
function nextSteps(
	{ entries, summary: { recipients }, uncertain }: Report,
	cause: Outcome,
	place: Place,
	before: SentBefore,
): string {
	const { accepted, rejected, unknown, notSent } = recipients;
	const resent = uncertain === 'resend' ? unknown : 0;
	if (accepted + unknown === 0 && !before) {
		const first = fixFirst(cause);
		return first ? `${first} run it again.` : 'It is safe to run it again.';
	}
	const newRun = aboutNewRun(place, entries, before);
	if (rejected + notSent + resent === 0) return newRun;
	const rest = restInWords(recipients, resent);
	if (place === 'workflow') return `${aboutRetry(cause, rest)} ${newRun}`;
	return place === 'ended'
		? `n8n offers no 'Retry' for a canceled execution, but its API does: that retry sends ${rest}. ${newRun}`
		: newRun;
}

/** Names who ended how, where that differs. */
function forAgent({ entries, outcomes, summary }: Report): string {
	const alike = outcomes.every(({ status }) => status === outcomes[0]!.status);
	const said = [adviceOf(summary), summary.evidence];
	if (!alike) said.unshift(namesInWords(entries, outcomes));
	return said.filter(Boolean).join(' ');
}

/** What the message does not say yet. */
function whatWasSent(
	{ entries, outcomes, summary }: Report,
	message: string,
	before: SentBefore,
): string {
	const { total, accepted, unknown } = summary.recipients;
	if (accepted + unknown === 0) {
		if (/nothing (more )?was sent/i.test(message)) return '';
		if (before) return 'Nothing more was sent.';
		return total === 1
			? 'Nothing was sent.'
			: `Nothing was sent to any of the ${total} recipients.`;
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
	const { outcomes, summary, refusal } = report;
	const [first] = outcomes
		.filter(isFailure)
		.sort((one, other) => tellsLess(one) - tellsLess(other));
	const cause = refusal ?? first!;
	const { accepted, unknown } = summary.recipients;
	const before = earlierSender(ctx);
	// 'Nothing was sent' is true of the request that failed, but not of those before it.
	const said =
		accepted + unknown > 0 || before
			? explain(cause.explanation).replace(/, so nothing was sent\b/, '')
			: explain(cause.explanation);
	const message = before ? said.replace(/\bNothing was sent/, 'Nothing more was sent') : said;
	const place = placeOf(ctx);
	// Another call by the agent is a new run, unlike n8n's retries: it would send to all of them again.
	const description =
		place === 'tool'
			? forAgent(report)
			: [
					whatWasSent(report, message, before),
					before ? SENT_BEFORE[before] : '',
					nextSteps(report, cause, place, before),
				]
					.filter(Boolean)
					.join(' ');
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
		`${names} ${nextSteps(report, cause, 'ended', earlierSender(ctx))}`,
	);
	return { error, names };
}
