import type { Entry } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome, type Reason, type Why } from '../domain/outcome';
import {
	entriesOf,
	numbersWithSeveralTexts,
	requestedRows,
	type Plan,
	type Row,
} from '../domain/plan/plan';
import { sentences } from '../domain/text/sentences';
import { explain } from '../words/causes';
import { NOTHING_SENT } from '../words/errors';
import {
	aboutSample,
	countsHint,
	EXECUTING_AGAIN,
	LOCK_TAKEN,
	ONLY_FIRST,
	severalTexts,
	testHint,
	withoutKey,
} from '../words/hints';
import { aboutOddNumbers, aboutOtherCountries } from '../words/numbers';
import { aboutCost, aboutLeftovers, aboutSenderIds } from '../words/preview';

export type Hint = Readonly<{ message: string; type: 'info' | 'warning' }>;

export type Situation = Readonly<{
	plan: Plan;
	outcomes: readonly Outcome[];
	/** What kept all of it from being sent. */
	refusal?: Outcome;
	/** A setting that made all of it unsendable. */
	problem?: Why;
	/** Whether the setting Deduplication Key is filled in at all. */
	asksForKeys: boolean;
	/** Whether a person started the execution in the editor. */
	isByHand: boolean;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** Whether another node has the lock of the keys. */
	isLockTaken?: boolean;
	/** Whether 'Execute Once' chose the first of several items. */
	leavesItemsOut?: boolean;
}>;

/** Those that there are; a mere sentence is a warning. */
export const asHints = (all: ReadonlyArray<Hint | string | false | undefined>): Hint[] =>
	all
		.filter((one) => one !== undefined && one !== false)
		.map((one) => (typeof one === 'string' ? { message: one, type: 'warning' } : one));

/** What the user should not overlook. Only a problem is a warning: what is on purpose is information. */
export function hintsFor(situation: Situation): Hint[] {
	const { plan, outcomes, asksForKeys, isByHand, isLockTaken, leavesItemsOut } = situation;
	const toSend = entriesOf(
		requestedRows(plan.requests).sort((one, other) => one.index - other.index),
	);
	return asHints([
		aboutOutcomes(situation),
		isByHand && aboutExecutingAgain(plan, outcomes),
		leavesItemsOut && ONLY_FIRST,
		asksForKeys && aboutEmptyKeys(plan),
		...secondLooks(plan, toSend),
		aboutTest(situation),
		isLockTaken && LOCK_TAKEN,
	]);
}

const MEANT_TO_SEND_NOTHING: ReadonlySet<Reason> = new Set(['testRun', 'evaluation']);

/** How many ended how, or why nothing was sent. */
function aboutOutcomes({ plan, outcomes, refusal, problem }: Situation): Hint {
	const hasSent = outcomes.some(mayHaveArrived);
	const why = refusal?.causes ?? problem?.causes;
	if (why) return { message: sentences(explain(why), !hasSent && NOTHING_SENT), type: 'warning' };
	const ofItems = outcomes.filter((_, index) => !plan.rows[index]!.entry.isSample);
	const isOnPurpose = ofItems.every(({ reason }) => MEANT_TO_SEND_NOTHING.has(reason));
	const isFine = (hasSent || isOnPurpose) && !ofItems.some(isFailure);
	const sms = outcomes.reduce((sum, { replayed, smsCount }) => sum + (replayed ? 0 : smsCount), 0);
	return { message: countsHint(ofItems, hasSent, sms), type: isFine ? 'info' : 'warning' };
}

const hasNoKey = ({ entry }: Row): boolean => entry.key === '' && !entry.isSample;

/** Who has tried it out tends to correct something, and to execute all of it again. */
function aboutExecutingAgain({ rows }: Plan, outcomes: readonly Outcome[]): Hint | undefined {
	const mayRepeat = outcomes.some((one, index) => mayHaveArrived(one) && hasNoKey(rows[index]!));
	const type = outcomes.some(isFailure) ? 'warning' : 'info';
	return mayRepeat ? { message: EXECUTING_AGAIN, type } : undefined;
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys({ rows }: Plan): string | undefined {
	const without = rows.filter((row) => hasNoKey(row) && !row.entry.problem);
	return without.length > 0 ? withoutKey(without.length) : undefined;
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

/** What deserves a second look in what is sent, or would be, each said once. */
export function secondLooks(plan: Plan, toSend: readonly Entry[]): Array<string | undefined> {
	const messages = toSend.map(({ message }) => message);
	const several = numbersWithSeveralTexts(plan).size;
	return [
		aboutOtherCountries(toSend),
		aboutOddNumbers(toSend),
		aboutSenderIds(toSend),
		aboutLeftovers(messages),
		[...new Set(messages)].slice(0, MAX_TEXTS).map(aboutCost).find(Boolean),
		several > 0 ? severalTexts(several) : undefined,
	];
}

/** What a test sent to, and the failure of a sample, which no item shows. */
function aboutTest({ plan, outcomes, isTest }: Situation): Hint | string | undefined {
	if (!isTest) return undefined;
	const samples = plan.rows.flatMap(({ entry: { item, recipient, isSample }, index }) =>
		isSample ? [{ item, recipient, ...outcomes[index]! }] : [],
	);
	const failed = samples.find(isFailure);
	if (failed) return aboutSample(failed.recipient, explain(failed.causes));
	const sent = samples.filter(({ status }) => status === 'accepted');
	return { message: testHint(sent), type: 'info' };
}
