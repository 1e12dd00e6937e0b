import type { Entry, Problem } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome } from '../domain/outcome';
import { numbersWithSeveralTexts, type Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { SETTINGS } from '../domain/settings';
import { nameOf, segmentsOf, smsCountOf, unicodeCharactersOf } from '../domain/text/segments';
import { ordinal, sentences } from '../domain/text/sentences';
import { explain } from './causes';
import { NOTHING_SENT } from './errors';
import { counted, countedWith } from './list';
import { aboutOtherCountries } from './numbers';
import { countsInWords, endInWords } from './summary';

/** Every kind of hint, in the order in which they are shown. */
export type HintKind =
	| 'nobody'
	| 'sample'
	| 'counts'
	| 'executingAgain'
	| 'executeOnce'
	| 'noKey'
	| 'otherCountry'
	| 'severalTexts'
	| 'cost'
	| 'testRun'
	| 'evaluation'
	| 'lockTaken';

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

const hintOf =
	(kind: HintKind, type: Hint['type'] = 'warning') =>
	(message: string | undefined): Hint | undefined =>
		message === undefined ? undefined : { kind, message, type };

/** What the user should not overlook. Only a problem is a warning: what is on purpose is information. */
export function hintsFor(situation: Situation): Hint[] {
	const { plan, outcomes } = situation;
	const ofItems = outcomes.filter((_, index) => !plan.entries[index]!.isSample);
	const nothing = aboutNobody(situation, ofItems);
	const sample = aboutSamples(situation);
	return [
		hintOf('nobody')(nothing),
		sample,
		nothing === undefined ? aboutOutcomes(ofItems) : undefined,
		situation.isByHand ? aboutExecutingAgain(plan, outcomes) : undefined,
		aboutExecuteOnce(situation.itemsBefore),
		situation.asksForKeys ? aboutEmptyKeys(plan) : undefined,
		hintOf('otherCountry')(aboutOtherCountries(plan.entries.filter(isToSendIn(plan)))),
		aboutSeveralTexts(plan, outcomes),
		aboutDearText(plan),
		sample ? undefined : aboutTest(situation),
		situation.isLockTaken ? LOCK_TAKEN : undefined,
	].filter((hint) => hint !== undefined);
}

/** A run that sent nothing, and was not meant to send nothing. */
function aboutNobody(situation: Situation, ofItems: readonly Outcome[]): string | undefined {
	const { outcomes, isEvaluation, isTestOver, problem, refusal } = situation;
	const hasSent = outcomes.some(mayHaveArrived);
	const why = refusal?.explanation ?? problem?.causes;
	if (why) return sentences(explain(why), hasSent ? undefined : NOTHING_SENT);
	if (hasSent || isEvaluation || isTestOver || outcomes.length === 0) return undefined;
	const ends = ofItems.length === 1 ? endInWords(ofItems[0]!) : countsInWords(ofItems);
	return `Nobody got an SMS: ${ends}. See the output for details.`;
}

/** How many ended how. */
function aboutOutcomes(outcomes: readonly Outcome[]): Hint {
	const counts = countsInWords(outcomes);
	const sms = outcomes.reduce((sum, { replayed, smsCount }) => sum + (replayed ? 0 : smsCount), 0);
	if (outcomes.every(({ status, replayed }) => status === 'accepted' && !replayed)) {
		return { kind: 'counts', message: `${counts}, ${sms} SMS.`, type: 'info' };
	}
	const message =
		outcomes.length === 1
			? `1 recipient: ${endInWords(outcomes[0]!)}. See the output for details.`
			: `Of ${outcomes.length} recipients: ${counts}. See the output for details.`;
	return { kind: 'counts', message, type: outcomes.some(isFailure) ? 'warning' : 'info' };
}

/** Who has tried it out tends to correct something, and to execute all of it again. */
function aboutExecutingAgain({ entries }: Plan, outcomes: readonly Outcome[]): Hint | undefined {
	const again = outcomes.filter(
		(one, index) => mayHaveArrived(one) && entries[index]!.key === '' && !entries[index]!.isSample,
	).length;
	if (again === 0) return undefined;
	return hintOf(
		'executingAgain',
		outcomes.some(isFailure) ? 'warning' : 'info',
	)(
		`If you execute again, ${counted(again, 'recipient')} may get a second SMS. '${SETTINGS.skipRepeats}' prevents that from then on.`,
	);
}

export const aboutExecuteOnce = (itemsBefore: number | undefined): Hint | undefined =>
	hintOf('executeOnce')(
		itemsBefore === undefined
			? undefined
			: `'Execute Once' is on: only the first ${itemsBefore > 1 ? `of ${itemsBefore} items` : 'item'} was used.`,
	);

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys({ entries }: Plan): Hint | undefined {
	const isWithout = ({ key, problem, isSample }: Entry) => key === '' && !problem && !isSample;
	const without = entries.filter(isWithout).length;
	if (without === 0) return undefined;
	return hintOf('noKey')(
		`${counted(without, 'recipient')} without a '${SETTINGS.deduplicationKey}': another execution sends to them again.`,
	);
}

const isToSendIn =
	({ settled }: Plan) =>
	({ problem }: Entry, index: number): boolean =>
		!problem && !settled[index];

/** One phone may be in the list under two names. */
function aboutSeveralTexts(plan: Plan, outcomes: readonly Outcome[]): Hint | undefined {
	const several = numbersWithSeveralTexts(plan);
	if (several.size === 0) return undefined;
	const reached = new Set<string>();
	plan.entries.forEach(({ recipient }, index) => {
		if (mayHaveArrived(outcomes[index]!)) reached.add(phoneOf(recipient));
	});
	const size = [...several].filter((phone) => reached.has(phone)).length;
	if (size === 0) return undefined;
	return hintOf('severalTexts')(
		`${countedWith(size, 'number', 'get')} several different messages.`,
	);
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

/** The first text that costs more than its length suggests, with what makes it so. */
function aboutDearText({ requests }: Plan): Hint | undefined {
	const texts = [...new Set(requests.map(({ message }) => message))].slice(0, MAX_TEXTS);
	const dear = texts.find((text) => segmentsOf(text).segments > smsCountOf(text));
	if (dear === undefined) return undefined;
	const characters = unicodeCharactersOf(dear).slice(0, 5).map(nameOf).join(' ');
	const why = characters === '' ? '' : `, because of: ${characters}`;
	return hintOf('cost')(
		`A message may be billed as ${segmentsOf(dear).segments} SMS instead of ${smsCountOf(dear)}${why}. 'Preview' says more.`,
	);
}

const PUBLISHED = 'The published workflow sends to everyone.';

function aboutSamples({ plan, outcomes }: Situation): Hint | undefined {
	const samples = plan.entries.flatMap((entry, index) =>
		entry.isSample ? [{ entry, outcome: outcomes[index]! }] : [],
	);
	const failed = samples.find(({ outcome }) => isFailure(outcome));
	if (failed) {
		const { entry, outcome } = failed;
		const why = explain(outcome.explanation);
		return hintOf('sample')(`The sample to ${entry.recipient} failed: ${why}`);
	}
	const sent = samples.filter(({ outcome }) => outcome.status === 'accepted');
	if (sent.length === 0) return undefined;
	const who = sent.map(({ entry }) => entry.recipient).join(', ');
	const item = ordinal(sent[0]!.entry.item);
	return hintOf(
		'sample',
		'info',
	)(`Test: ${who} got the SMS of the ${item} item as a sample. ${PUBLISHED}`);
}

function aboutTest({ isEvaluation, isTest }: Situation): Hint | undefined {
	if (isEvaluation) return hintOf('evaluation', 'info')("n8n's evaluations send no SMS.");
	if (isTest === undefined) return undefined;
	return hintOf(
		'testRun',
		'info',
	)(
		isTest
			? `Started by hand: only '${SETTINGS.testRecipients}' get an SMS. ${PUBLISHED}`
			: `Not started by hand: '${SETTINGS.testRecipients}' has no effect.`,
	);
}

/** Where another node has the lock that keys and 'Max SMS per Day' need. */
const LOCK_TAKEN: Hint = {
	kind: 'lockTaken',
	message:
		"A 'Remove Duplicates' node with 'Scope: Workflow' keeps this node from counting reliably. Run one execution at a time.",
	type: 'warning',
};
