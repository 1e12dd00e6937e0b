import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { Entry, Problem } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import { numbersWithSeveralTexts, type Plan } from '../domain/plan/plan';
import { aboutSenderId } from '../words/preview';
import { oddityOf } from '../domain/recipient/parse';
import { phoneOf } from '../domain/recipient/samePhone';
import { aboutOtherCountries, whyUnusual } from '../words/numbers';
import { explain, sentences } from '../words/causes';
import { reasonInWords } from '../words/refused';
import { countsInWords, endInWords } from '../words/summary';
import { aboutReplaced } from '../domain/text/replacements';
import { escapeHtml, ordinal } from '../domain/text/sentences';
import { nameOf, segmentsOf, smsCountOf, unicodeCharactersOf } from '../domain/text/segments';

export type Hint = Readonly<{ message: string; type: 'info' | 'warning' }>;

export type Situation = Readonly<{
	plan: Plan;
	options: { dryRun: boolean };
	outcomes: readonly Outcome[];
	/** What kept all of it from being sent. */
	refusal?: Outcome;
	/** A setting that made all of it unsendable. */
	problem?: Problem;
	/** What the balance shows about those unknown. */
	evidence?: string;
	/** Whether the setting Deduplication Key is filled in at all. */
	asksForKeys: boolean;
	/** Whether a person started the execution in the editor. */
	isByHand: boolean;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** Whether another turn of this execution has sent the same SMS. */
	hasSent?(entry: Entry): boolean;
	/** Whether n8n evaluates the workflow, which sends nothing. */
	isEvaluation?: boolean;
	/** How many items 'Execute Once' chose the first of; 0 where that is not known. */
	itemsBefore?: number;
}>;

/**
 * What the user should not overlook, one line each, and what the safeguards and options did. Only a
 * problem is a warning: what is on purpose is information.
 */
export function hintsFor(situation: Situation): Hint[] {
	const { plan, outcomes, refusal, problem, evidence, asksForKeys, isByHand } = situation;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const firstReplaced = plan.entries.find(({ replaced }) => replaced !== undefined)?.replaced;
	const again = isByHand ? aboutExecutingAgain(plan, outcomes) : undefined;
	return [
		// It says more than a count.
		warning((refusal && aboutRefusal(refusal, outcomes)) ?? aboutSetting(problem)) ??
			warning(aboutNobody(situation)) ??
			aboutOutcomes(ofItems, again),
		warning(outcomes.some(isFailure) ? again : undefined),
		aboutExecuteOnce(situation.itemsBefore),
		info(evidence),
		warning(asksForKeys ? aboutEmptyKeys(plan) : undefined),
		warning(aboutUnusual(plan)),
		warning(aboutOtherCountries(plan.entries.filter((_, index) => isToSend(plan, index)))),
		warning(aboutNumbersWithSeveralTexts(plan, outcomes)),
		warning(aboutSameSms(situation)),
		warning(aboutTexts(plan)),
		aboutSamples(situation) ?? info(aboutTest(situation)),
		info(firstReplaced && aboutReplaced(firstReplaced)),
		info(aboutSenders(plan)),
	].filter((hint) => hint !== undefined);
}

const hintOf =
	(type: Hint['type']) =>
	(message: string | undefined): Hint | undefined =>
		message === undefined ? undefined : { message, type };
const info = hintOf('info');
const warning = hintOf('warning');

/** Older versions of n8n show no hints; the items say the same. */
export function showHints(ctx: IExecuteFunctions, hints: readonly Hint[]): void {
	if (typeof ctx.addExecutionHints !== 'function') return;
	ctx.addExecutionHints(
		...hints.map(({ message, type }): NodeExecutionHint => ({
			message: escapeHtml(message),
			type,
			location: 'outputPane',
		})),
	);
}

export const aboutExecuteOnce = (itemsBefore: number | undefined): Hint | undefined =>
	warning(
		itemsBefore === undefined
			? undefined
			: `'Execute Once' is on: only the first ${itemsBefore > 1 ? `of ${itemsBefore} items` : 'item'} was used. Turn it off in the node's settings to use all.`,
	);

function aboutRefusal(refusal: Outcome, outcomes: readonly Outcome[]): string {
	const hasSent = outcomes.some(({ status }) => status === 'accepted' || status === 'unknown');
	const { message, detail } = reasonInWords(refusal, hasSent ? 'Not sent' : 'Nothing was sent');
	return sentences(message, detail);
}

const aboutSetting = (problem: Problem | undefined): string | undefined =>
	problem && `${explain(problem.causes)} Nothing was sent.`;

/** A run that sent nothing, and was not meant to send nothing. */
function aboutNobody({ plan, outcomes, options, isTest }: Situation): string | undefined {
	if (options.dryRun || outcomes.length === 0) return undefined;
	if (outcomes.some(({ status }) => status === 'accepted' || status === 'unknown'))
		return undefined;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const has = (reason: Outcome['reason']) => outcomes.some((one) => one.reason === reason);
	const step =
		isTest && has('testRun')
			? "Another safeguard keeps the 'Test Recipients' out, too: check these."
			: has('alreadySent')
				? 'To send again, change the key or the text.'
				: 'See the output for details.';
	const ends = ofItems.length === 1 ? endInWords(ofItems[0]!) : countsInWords(ofItems);
	return `Nobody got an SMS: ${ends}. ${step}`;
}

/** How many ended how. */
function aboutOutcomes(outcomes: readonly Outcome[], again: string | undefined): Hint {
	const counts = countsInWords(outcomes);
	const sms = outcomes.reduce((sum, { replayed, smsCount }) => sum + (replayed ? 0 : smsCount), 0);
	if (outcomes.every(({ status, replayed }) => status === 'accepted' && !replayed)) {
		const said = [`${counts}, ${sms} SMS.`, again];
		return { message: said.filter(Boolean).join(' '), type: 'info' };
	}
	const said =
		outcomes.length === 1
			? `1 recipient: ${endInWords(outcomes[0]!)}`
			: `Of ${outcomes.length} recipients: ${counts}`;
	return {
		message: `${said}. See the output for details.`,
		type: outcomes.some(isFailure) ? 'warning' : 'info',
	};
}

/** Who has tried it out tends to correct something, and to execute all of it again. */
function aboutExecutingAgain({ entries }: Plan, outcomes: readonly Outcome[]): string | undefined {
	const again = (status: Outcome['status']): number =>
		outcomes.filter((one, index) => {
			const { key, isSample } = entries[index]!;
			return one.status === status && key === '' && !isSample;
		}).length;
	const accepted = again('accepted');
	const unknown = again('unknown');
	if (accepted + unknown === 0) return undefined;
	if (!outcomes.some(isFailure)) {
		return "Executing again sends again. 'Skip Repeats' prevents that, from the second run with it on.";
	}
	const who = [
		...(accepted > 0 ? [`${accepted} accepted`] : []),
		...(unknown > 0 ? [`${unknown} unknown`] : []),
	].join(' and ');
	return `Executing again also sends to the ${who}. Remove them first. 'Skip Repeats' helps from the second run with it.`;
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys({ entries }: Plan): string | undefined {
	const without = entries.filter(({ key, problem }) => key === '' && !problem).length;
	if (without === 0) return undefined;
	const who = without === 1 ? '1 recipient has' : `${without} recipients have`;
	return `${who} an empty 'Deduplication Key', so running this again would send duplicates. Check the expression of the key.`;
}

const isToSend = ({ entries, settled }: Plan, index: number): boolean =>
	!entries[index]!.problem && !settled[index];

/** Numbers that are sent to, but deserve a second look: one of them, and why. */
function aboutUnusual(plan: Plan): string | undefined {
	let count = 0;
	let first: string | undefined;
	plan.entries.forEach((entry, index) => {
		const isOdd = isToSend(plan, index) && oddityOf(entry) !== undefined;
		const why = isOdd ? whyUnusual(entry) : undefined;
		if (why === undefined) return;
		count++;
		first ??= `+${entry.recipient} (${why})`;
	});
	if (first === undefined) return undefined;
	return count === 1
		? `An unusual number: ${first}. Check it for typos.`
		: `${count} unusual numbers, such as ${first}. 'Preview' lists them.`;
}

/** A dry run shows what a real one would do. */
const countsAsSent = ({ status, reason }: Outcome): boolean =>
	status === 'accepted' || status === 'unknown' || reason === 'dryRun';

/** One phone may be in the list under two names. */
function aboutNumbersWithSeveralTexts(
	plan: Plan,
	outcomes: readonly Outcome[],
): string | undefined {
	const several = numbersWithSeveralTexts(plan);
	if (several.size === 0) return undefined;
	const reached = new Set<string>();
	plan.entries.forEach(({ recipient }, index) => {
		if (countsAsSent(outcomes[index]!)) reached.add(phoneOf(recipient));
	});
	const size = [...several].filter((phone) => reached.has(phone)).length;
	if (size === 0) return undefined;
	const who = size === 1 ? '1 number gets' : `${size} numbers get`;
	return `${who} several different messages. Check your list for one person under two names.`;
}

/** With a key it was meant so. */
function aboutSameSms({ plan, outcomes, hasSent }: Situation): string | undefined {
	const again = plan.entries.filter((entry, index) => {
		const { status, replayed } = outcomes[index]!;
		const wasSent = (status === 'accepted' || status === 'unknown') && !replayed;
		return wasSent && entry.key === '' && hasSent?.(entry);
	}).length;
	if (again === 0) return undefined;
	const who = again === 1 ? '1 recipient' : `${again} recipients`;
	return `${who} got this same SMS earlier in this execution. If that isn't meant, add a 'Deduplication Key'.`;
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

/** A text that costs more than its length suggests, with what makes it so. */
function aboutText(message: string): string | undefined {
	const { segments } = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = unicodeCharactersOf(message).slice(0, 5).map(nameOf);
	const cause =
		characters.length > 0
			? `because of: ${characters.join(' ')}. 'Preview' shows what to write instead.`
			: 'because each part of a long text holds less than 160 characters.';
	return `A message may be billed as ${segments} SMS instead of ${seeming}, ${cause}`;
}

function aboutTexts({ requests }: Plan): string | undefined {
	const texts = new Set<string>();
	for (const { message } of requests) {
		if (texts.size >= MAX_TEXTS) break;
		texts.add(message);
	}
	for (const message of texts) {
		const hint = aboutText(message);
		if (hint !== undefined) return hint;
	}
	return undefined;
}

/** Asking would record an answer, and what only shows what would be sent records nothing. */
export const BEFORE_UNKNOWN = 'Those who got it before would be skipped.';

const PUBLISHED = 'The published workflow sends to everyone.';

function aboutSamples({ plan, outcomes }: Situation): Hint | undefined {
	const samples = plan.entries.flatMap((entry, index) =>
		entry.isSample ? [{ entry, outcome: outcomes[index]! }] : [],
	);
	const failed = samples.find(({ outcome }) => isFailure(outcome));
	if (failed) {
		const { entry, outcome } = failed;
		return warning(`The sample to +${entry.recipient} failed: ${explain(outcome.explanation)}`);
	}
	const sent = samples.filter(({ outcome }) => outcome.status === 'accepted');
	if (sent.length === 0) return undefined;
	const who = sent.map(({ entry }) => `+${entry.recipient}`).join(', ');
	const item = ordinal(sent[0]!.entry.item);
	return info(`Test: ${who} got the SMS of the ${item} item as a sample. ${PUBLISHED}`);
}

function aboutTest({ isEvaluation, isTest, options, plan }: Situation): string | undefined {
	if (isEvaluation) return "n8n's evaluations send no SMS: the items are those of a 'Dry Run'.";
	if (options.dryRun) {
		const hasKeys = plan.entries.some(({ key }) => key !== '');
		return `'Dry Run' is on: nothing was sent.${hasKeys ? ` ${BEFORE_UNKNOWN}` : ''}`;
	}
	if (isTest === undefined) return undefined;
	return isTest
		? `Started by hand: only the 'Test Recipients' get an SMS. ${PUBLISHED}`
		: "Not started by hand: 'Test Recipients' has no effect.";
}

function aboutSenders({ requests }: Plan): string | undefined {
	const senders = new Set(requests.map(({ senderId }) => senderId));
	for (const senderId of senders) {
		const hint = aboutSenderId(senderId);
		if (hint !== undefined) return hint;
	}
	return undefined;
}

/** Where another node has the lock that keys and 'Max SMS per Day' need. */
export const LOCK_TAKEN: Hint = {
	message:
		"A 'Remove Duplicates' node with 'Scope: Workflow' keeps this node from counting reliably. Run one execution at a time.",
	type: 'warning',
};
