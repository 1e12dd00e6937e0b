import type { Entry } from '../domain/entry';
import { isFailure, mayHaveArrived, type Outcome, type Reason, type Why } from '../domain/outcome';
import { entriesOf, numbersWithSeveralTexts, requestedRows, type Plan } from '../domain/plan/plan';
import { outcomesOf, smsSpent, type EndedRow } from '../domain/summary';
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
	rows: readonly EndedRow[];
	/** What kept all of it from being sent, such as a setting, the `problem`. */
	refusal?: Outcome;
	problem?: Why;
	/** Whether the setting Deduplication Key is filled in at all. */
	asksForKeys: boolean;
	isByHand: boolean;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	isLockTaken?: boolean;
	leavesItemsOut?: boolean;
}>;

/** Those that there are; a mere sentence is a warning. */
export const asHints = (all: ReadonlyArray<Hint | string | false | undefined>): Hint[] =>
	all
		.filter((one) => one !== undefined && one !== false)
		.map((one) => (typeof one === 'string' ? { message: one, type: 'warning' } : one));

/** What the user should not overlook. Only a problem is a warning: what is on purpose is information. */
export function hintsFor(situation: Situation): Hint[] {
	const { plan, rows, asksForKeys, isByHand, isLockTaken, leavesItemsOut } = situation;
	const toSend = requestedRows(plan.requests).sort((one, other) => one.index - other.index);
	return asHints([
		aboutOutcomes(situation),
		isByHand && aboutExecutingAgain(rows),
		leavesItemsOut && ONLY_FIRST,
		asksForKeys && aboutEmptyKeys(rows),
		...secondLooks(plan, entriesOf(toSend)),
		aboutTest(situation),
		isLockTaken && LOCK_TAKEN,
	]);
}

const MEANT_TO_SEND_NOTHING: ReadonlySet<Reason> = new Set(['testRun', 'evaluation']);

/** How many ended how, or why nothing was sent. */
function aboutOutcomes({ rows, refusal, problem }: Situation): Hint {
	const hasSent = outcomesOf(rows).some(mayHaveArrived);
	const why = refusal?.causes ?? problem?.causes;
	if (why) return { message: sentences(explain(why), !hasSent && NOTHING_SENT), type: 'warning' };
	const ofItems = outcomesOf(rows.filter(({ entry }) => !entry.isSample));
	const isOnPurpose = ofItems.every(({ reason }) => MEANT_TO_SEND_NOTHING.has(reason));
	const isFine = (hasSent || isOnPurpose) && !ofItems.some(isFailure);
	const message = countsHint(ofItems, hasSent, smsSpent(rows));
	return { message, type: isFine ? 'info' : 'warning' };
}

const hasNoKey = ({ entry }: EndedRow): boolean => entry.key === '' && !entry.isSample;

/** Who has tried it out tends to correct something, and to execute all of it again. */
function aboutExecutingAgain(rows: readonly EndedRow[]): Hint | undefined {
	const mayRepeat = rows.some((row) => mayHaveArrived(row.outcome) && hasNoKey(row));
	const type = outcomesOf(rows).some(isFailure) ? 'warning' : 'info';
	return mayRepeat ? { message: EXECUTING_AGAIN, type } : undefined;
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys(rows: readonly EndedRow[]): string | undefined {
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
function aboutTest({ rows, isTest }: Situation): Hint | string | undefined {
	if (!isTest) return undefined;
	const samples = rows.filter(({ entry }) => entry.isSample);
	const failed = samples.find(({ outcome }) => isFailure(outcome));
	if (failed) return aboutSample(failed.entry.recipient, explain(failed.outcome.causes));
	const sent = samples.filter(({ outcome }) => outcome.status === 'accepted');
	return { message: testHint(sent.map(({ entry }) => entry)), type: 'info' };
}
