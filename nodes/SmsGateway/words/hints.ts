import type { Entry, Problem } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome } from '../domain/outcome';
import { numbersWithSeveralTexts, type Plan } from '../domain/plan/plan';
import { oddityOf } from '../domain/recipient/parse';
import { phoneOf } from '../domain/recipient/samePhone';
import { SETTINGS } from '../domain/settings';
import { aboutReplaced } from '../domain/text/replacements';
import { nameOf, segmentsOf, smsCountOf, unicodeCharactersOf } from '../domain/text/segments';
import { ordinal, sentences } from '../domain/text/sentences';
import { explain } from './causes';
import { aboutOtherCountries, whyUnusual } from './numbers';
import { aboutSenderId, counted, countedWith } from './preview';
import { reasonInWords } from './refused';
import { countsInWords, endInWords } from './summary';

export type Hint = Readonly<{ message: string; type: 'info' | 'warning' }>;

export type Situation = Readonly<{
	plan: Plan;
	outcomes: readonly Outcome[];
	/** Such as "Nothing was sent": what is true of the whole execution. Asked only where it is told. */
	nothingSent(): string;
	/** What kept all of it from being sent. */
	refusal?: Outcome;
	/** A setting that made all of it unsendable. */
	problem?: Problem;
	/** Whether the setting Deduplication Key is filled in at all. */
	asksForKeys: boolean;
	/** Whether a person started the execution in the editor. */
	isByHand: boolean;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** Whether they all got an SMS in earlier turns. */
	isTestOver?: boolean;
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
	const { plan, outcomes, asksForKeys, isByHand } = situation;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const firstReplaced = plan.entries.find(({ replaced }) => replaced !== undefined)?.replaced;
	const again = isByHand ? aboutExecutingAgain(plan, outcomes) : undefined;
	const isFailed = outcomes.some(isFailure);
	// It says more than a count.
	const nothing = warning(
		aboutRefusal(situation) ?? aboutSetting(situation) ?? aboutNobody(situation),
	);
	const samples = aboutSamples(situation);
	const messages = [...new Set(plan.requests.map(({ message }) => message))];
	const senderIds = [...new Set(plan.requests.map(({ senderId }) => senderId))];
	return [
		nothing,
		// Whoever tries the workflow asks first what was sent.
		samples,
		nothing === undefined ? aboutOutcomes(ofItems, isFailed ? undefined : again) : undefined,
		warning(isFailed ? again : undefined),
		aboutExecuteOnce(situation.itemsBefore),
		warning(asksForKeys ? aboutEmptyKeys(plan) : undefined),
		warning(aboutUnusual(plan)),
		warning(aboutOtherCountries(plan.entries.filter((_, index) => isToSend(plan, index)))),
		warning(aboutNumbersWithSeveralTexts(plan, outcomes)),
		warning(firstHint(messages.slice(0, MAX_TEXTS), aboutText)),
		samples === undefined ? info(aboutTest(situation)) : undefined,
		info(firstReplaced && aboutReplaced(firstReplaced)),
		info(firstHint(senderIds, aboutSenderId)),
	].filter((hint) => hint !== undefined);
}

const hintOf =
	(type: Hint['type']) =>
	(message: string | undefined): Hint | undefined =>
		message === undefined ? undefined : { message, type };
const info = hintOf('info');
const warning = hintOf('warning');

export const aboutExecuteOnce = (itemsBefore: number | undefined): Hint | undefined =>
	warning(
		itemsBefore === undefined
			? undefined
			: `'Execute Once' is on: only the first ${itemsBefore > 1 ? `of ${itemsBefore} items` : 'item'} was used. Turn it off in the node's settings to use all.`,
	);

function aboutRefusal({ refusal, outcomes, nothingSent }: Situation): string | undefined {
	if (refusal === undefined) return undefined;
	const hasSent = outcomes.some(mayHaveArrived);
	const { message, detail } = reasonInWords(refusal, hasSent ? 'Not sent' : nothingSent());
	return sentences(message, detail);
}

const aboutSetting = ({ problem, nothingSent }: Situation): string | undefined =>
	problem && sentences(explain(problem.causes), `${nothingSent()}.`);

/** A run that sent nothing, and was not meant to send nothing. */
function aboutNobody({ plan, outcomes, isEvaluation, ...test }: Situation): string | undefined {
	if (isEvaluation || test.isTestOver || outcomes.length === 0) return undefined;
	if (outcomes.some(mayHaveArrived)) return undefined;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const isTestRun = test.isTest && outcomes.some(({ reason }) => reason === 'testRun');
	const wasTried = outcomes.some(({ request }) => request !== undefined);
	const sentBy = new Set(
		outcomes.flatMap(({ explanation: [cause] }) => (cause?.name === 'alreadySent' ? cause.by : [])),
	);
	// Whatever is changed, no Retry of the execution sends it again.
	const wasRetried = sentBy.has('retry');
	let step = 'See the output for details.';
	if (isTestRun && !wasTried && !wasRetried) {
		step = `Another safeguard keeps '${SETTINGS.testRecipients}' out, too: check these.`;
	} else if (sentBy.size > 0 && !wasRetried) {
		const keeping = [...sentBy].map((by) => (by === 'key' ? 'key' : 'text'));
		step = `To send again, change the ${keeping.join(' or the ')}.`;
	}
	const ends = ofItems.length === 1 ? endInWords(ofItems[0]!) : countsInWords(ofItems);
	return `Nobody got an SMS: ${ends}. ${step}`;
}

/** How many ended how. */
function aboutOutcomes(outcomes: readonly Outcome[], again: string | undefined): Hint {
	const counts = countsInWords(outcomes);
	const sms = outcomes.reduce((sum, { replayed, smsCount }) => sum + (replayed ? 0 : smsCount), 0);
	if (outcomes.every(({ status, replayed }) => status === 'accepted' && !replayed)) {
		return { message: sentences(`${counts}, ${sms} SMS.`, again), type: 'info' };
	}
	const said =
		outcomes.length === 1
			? `1 recipient: ${endInWords(outcomes[0]!)}`
			: `Of ${outcomes.length} recipients: ${counts}`;
	return {
		message: sentences(`${said}. See the output for details.`, again),
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
	const who = [
		...(accepted > 0 ? [`${accepted} accepted`] : []),
		...(unknown > 0 ? [`${unknown} unknown`] : []),
	].join(' and ');
	return sentences(
		`If you execute again, the ${who} ${accepted + unknown === 1 ? 'gets' : 'get'} a second SMS.`,
		outcomes.some(isFailure) ? 'Remove them first.' : undefined,
		`'${SETTINGS.skipRepeats}' prevents that for SMS sent after you add it.`,
	);
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys({ entries }: Plan): string | undefined {
	const isWithout = ({ key, problem, isSample }: Entry) => key === '' && !problem && !isSample;
	const without = entries.filter(isWithout).length;
	if (without === 0) return undefined;
	const have = without === 1 ? 'has' : 'have';
	return `${counted(without, 'recipient')} ${have} an empty '${SETTINGS.deduplicationKey}', so running this again would send duplicates. Check the expression of the key.`;
}

const isToSend = ({ entries, settled }: Plan, index: number): boolean =>
	!entries[index]!.problem && !settled[index];

const isOdd = (entry: Entry): boolean => oddityOf(entry) !== undefined;

/** Numbers that are sent to, but deserve a second look: one of them, and why. */
function aboutUnusual(plan: Plan): string | undefined {
	const unusual = plan.entries.filter((entry, index) => isToSend(plan, index) && isOdd(entry));
	const [first] = unusual;
	if (first === undefined) return undefined;
	const example = `${first.recipient} (${whyUnusual(first)})`;
	return unusual.length === 1
		? `An unusual number: ${example}. Check it for typos.`
		: `${unusual.length} unusual numbers, such as ${example}. 'Preview' lists them.`;
}

/** One phone may be in the list under two names. */
function aboutNumbersWithSeveralTexts(
	plan: Plan,
	outcomes: readonly Outcome[],
): string | undefined {
	const several = numbersWithSeveralTexts(plan);
	if (several.size === 0) return undefined;
	const reached = new Set<string>();
	plan.entries.forEach(({ recipient }, index) => {
		if (mayHaveArrived(outcomes[index]!)) reached.add(phoneOf(recipient));
	});
	const size = [...several].filter((phone) => reached.has(phone)).length;
	if (size === 0) return undefined;
	return `${countedWith(size, 'number', 'get')} several different messages. Check your list for one person under two names.`;
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

/** A text that costs more than its length suggests, with what makes it so. */
function aboutText(message: string): string | undefined {
	const { segments } = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = unicodeCharactersOf(message).slice(0, 5).map(nameOf);
	const inPlainText =
		seeming === 1
			? 'because € [ ] { } \\ ^ | ~ count as two characters each.'
			: 'because each part of a long text holds less than 160 characters.';
	const cause =
		characters.length > 0
			? `because of: ${characters.join(' ')}. 'Preview' shows what to write instead.`
			: inPlainText;
	return `A message may be billed as ${segments} SMS instead of ${seeming}, ${cause}`;
}

/** The first that there is something to say about. */
const firstHint = (all: readonly string[], about: (one: string) => string | undefined) =>
	all.map(about).find((hint) => hint !== undefined);

const PUBLISHED = 'The published workflow sends to everyone.';

function aboutSamples({ plan, outcomes }: Situation): Hint | undefined {
	const samples = plan.entries.flatMap((entry, index) =>
		entry.isSample ? [{ entry, outcome: outcomes[index]! }] : [],
	);
	const failed = samples.find(({ outcome }) => isFailure(outcome));
	if (failed) {
		const { entry, outcome } = failed;
		return warning(`The sample to ${entry.recipient} failed: ${explain(outcome.explanation)}`);
	}
	const sent = samples.filter(({ outcome }) => outcome.status === 'accepted');
	if (sent.length === 0) return undefined;
	const who = sent.map(({ entry }) => entry.recipient).join(', ');
	const item = ordinal(sent[0]!.entry.item);
	return info(`Test: ${who} got the SMS of the ${item} item as a sample. ${PUBLISHED}`);
}

function aboutTest({ isEvaluation, isTest }: Situation): string | undefined {
	if (isEvaluation) return "n8n's evaluations send no SMS.";
	if (isTest === undefined) return undefined;
	return isTest
		? `Started by hand: only '${SETTINGS.testRecipients}' get an SMS. ${PUBLISHED}`
		: `Not started by hand: '${SETTINGS.testRecipients}' has no effect.`;
}

/** Where another node has the lock that keys and 'Max SMS per Day' need. */
export const LOCK_TAKEN: Hint = {
	message:
		"A 'Remove Duplicates' node with 'Scope: Workflow' keeps this node from counting reliably. Run one execution at a time.",
	type: 'warning',
};
