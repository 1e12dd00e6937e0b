import type { Entry, Problem } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome } from '../domain/outcome';
import { numbersWithSeveralTexts, type Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { SETTINGS } from '../domain/settings';
import { ordinal, sentences } from '../domain/text/sentences';
import { explain } from './causes';
import { NOTHING_SENT } from './errors';
import { counted, severalInWords } from './list';
import { aboutOtherCountries } from './numbers';
import { aboutCost } from './preview';
import { countsInWords, endInWords } from './summary';

type OfOutcomes = 'nobody' | 'counts' | 'sample' | 'severalTexts' | 'cost' | 'otherCountry';
type OfNext = 'executingAgain' | 'noKey' | 'lockTaken';
export type HintKind = OfOutcomes | OfNext | 'executeOnce' | 'testRun' | 'evaluation';

export type Hint = Readonly<{ kind: HintKind; message: string; type: 'info' | 'warning' }>;

export type Situation = Readonly<{
	plan: Plan;
	outcomes: readonly Outcome[];
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
	/** Whether another node has the lock of the keys. */
	isLockTaken?: boolean;
	/** How many items 'Execute Once' chose the first of; 0 where that is not known. */
	itemsBefore?: number;
}>;

const warning = (kind: HintKind, message: string): Hint => ({ kind, message, type: 'warning' });
const info = (kind: HintKind, message: string): Hint => ({ kind, message, type: 'info' });

/** What the user should not overlook. Only a problem is a warning: what is on purpose is information. */
export function hintsFor(situation: Situation): Hint[] {
	const { plan, outcomes, asksForKeys, isByHand, itemsBefore } = situation;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const nobody = aboutNobody(situation, ofItems);
	const sample = aboutSamples(situation);
	const toSend = plan.entries.filter(({ problem }, index) => !problem && !plan.settled[index]);
	const otherCountry = aboutOtherCountries(toSend);
	return [
		nobody,
		sample,
		!nobody && aboutOutcomes(ofItems),
		isByHand && aboutExecutingAgain(plan, outcomes),
		aboutExecuteOnce(itemsBefore),
		asksForKeys && aboutEmptyKeys(plan),
		otherCountry && warning('otherCountry', otherCountry),
		aboutSeveralTexts(plan, outcomes),
		aboutDearText(plan),
		!sample && aboutTest(situation),
		situation.isLockTaken && LOCK_TAKEN,
	].filter((hint) => typeof hint === 'object');
}

const DETAILS = 'See the output for details.';

/** A run that sent nothing, and was not meant to send nothing. */
function aboutNobody(situation: Situation, ofItems: readonly Outcome[]): Hint | undefined {
	const { outcomes, isEvaluation, isTestOver, problem, refusal } = situation;
	const hasSent = outcomes.some(mayHaveArrived);
	const why = refusal?.explanation ?? problem?.causes;
	if (why) return warning('nobody', sentences(explain(why), !hasSent && NOTHING_SENT));
	if (hasSent || isEvaluation || isTestOver || outcomes.length === 0) return undefined;
	const ends = ofItems.length === 1 ? endInWords(ofItems[0]!) : countsInWords(ofItems);
	return warning('nobody', `Nobody got an SMS: ${ends}. ${DETAILS}`);
}

/** How many ended how. */
function aboutOutcomes(outcomes: readonly Outcome[]): Hint {
	const counts = countsInWords(outcomes);
	const sms = outcomes.reduce((sum, { replayed, smsCount }) => sum + (replayed ? 0 : smsCount), 0);
	if (outcomes.every(({ status, replayed }) => status === 'accepted' && !replayed)) {
		return info('counts', `${counts}, ${sms} SMS.`);
	}
	const [first, ...others] = outcomes as [Outcome, ...Outcome[]];
	const ends =
		others.length === 0
			? `1 recipient: ${endInWords(first)}`
			: `Of ${outcomes.length} recipients: ${counts}`;
	return (outcomes.some(isFailure) ? warning : info)('counts', `${ends}. ${DETAILS}`);
}

/** Who has tried it out tends to correct something, and to execute all of it again. */
function aboutExecutingAgain({ entries }: Plan, outcomes: readonly Outcome[]): Hint | undefined {
	const hasNoKey = ({ key, isSample }: Entry) => key === '' && !isSample;
	const again = outcomes.filter((one, index) => mayHaveArrived(one) && hasNoKey(entries[index]!));
	if (again.length === 0) return undefined;
	return (outcomes.some(isFailure) ? warning : info)(
		'executingAgain',
		`If you execute again, ${counted(again.length, 'recipient')} may get a second SMS. '${SETTINGS.skipRepeats}' prevents that from then on.`,
	);
}

export function aboutExecuteOnce(itemsBefore: number | undefined): Hint | undefined {
	if (itemsBefore === undefined) return undefined;
	const first = itemsBefore > 1 ? `first of ${itemsBefore} items` : 'first item';
	return warning('executeOnce', `'Execute Once' is on: only the ${first} was used.`);
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys({ entries }: Plan): Hint | undefined {
	const without = entries.filter(({ key, problem, isSample }) => !key && !problem && !isSample);
	if (without.length === 0) return undefined;
	return warning(
		'noKey',
		`${counted(without.length, 'recipient')} without a '${SETTINGS.deduplicationKey}': another execution sends to them again.`,
	);
}

/** One phone may be in the list under two names. */
function aboutSeveralTexts(plan: Plan, outcomes: readonly Outcome[]): Hint | undefined {
	const several = numbersWithSeveralTexts(plan);
	if (several.size === 0) return undefined;
	const reached = plan.entries.filter((_, index) => mayHaveArrived(outcomes[index]!));
	const phones = new Set(reached.map(({ recipient }) => phoneOf(recipient)));
	const { length } = [...several].filter((phone) => phones.has(phone));
	return length === 0 ? undefined : warning('severalTexts', severalInWords(length));
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;
/** 'Preview' tells all of them. */
const MAX_CHARACTERS = 3;

/** The first text that costs more than its length suggests, with what makes it so. */
function aboutDearText({ requests }: Plan): Hint | undefined {
	const texts = [...new Set(requests.map(({ message }) => message))].slice(0, MAX_TEXTS);
	const dear = texts.map((text) => aboutCost(text, 'A message', MAX_CHARACTERS)).find(Boolean);
	return dear === undefined ? undefined : warning('cost', dear);
}

const PUBLISHED = 'The published workflow sends to everyone.';

function aboutSamples({ plan, outcomes }: Situation): Hint | undefined {
	const samples = plan.entries.flatMap((entry, index) =>
		entry.isSample ? [{ entry, outcome: outcomes[index]! }] : [],
	);
	const failed = samples.find(({ outcome }) => isFailure(outcome));
	if (failed) {
		const why = explain(failed.outcome.explanation);
		return warning('sample', `The sample to ${failed.entry.recipient} failed: ${why}`);
	}
	const sent = samples.filter(({ outcome }) => outcome.status === 'accepted');
	if (sent.length === 0) return undefined;
	const who = sent.map(({ entry }) => entry.recipient).join(', ');
	const item = ordinal(sent[0]!.entry.item);
	return info('sample', `Test: ${who} got the SMS of the ${item} item as a sample. ${PUBLISHED}`);
}

function aboutTest({ isEvaluation, isTest }: Situation): Hint | undefined {
	if (isEvaluation) return info('evaluation', "n8n's evaluations send no SMS.");
	if (isTest === undefined) return undefined;
	const who = `'${SETTINGS.testRecipients}'`;
	return info(
		'testRun',
		isTest
			? `Started by hand: only ${who} get an SMS. ${PUBLISHED}`
			: `Not started by hand: ${who} has no effect.`,
	);
}

/** Where another node has the lock that keys and 'Max SMS per Day' need. */
export const LOCK_TAKEN = warning(
	'lockTaken',
	"A 'Remove Duplicates' node with 'Scope: Workflow' keeps this node from counting reliably. Run one execution at a time.",
);
