import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { didNotArrive, isFailure, mayHaveArrived, type Reason, type Why } from '../domain/outcome';
import { entriesOf, numbersWithSeveralTexts, requestedRows, type Plan } from '../domain/plan/plan';
import { ofItems, summarize, type Ended } from '../domain/summary';
import { escapeHtml, sentences } from '../domain/text/sentences';
import { explain } from '../words/causes';
import { RUN_SENT_NOTHING } from '../words/errors';
import { aboutSample, countsHint, HINTS, severalTexts, testHint, withoutKey } from '../words/hints';
import { aboutOddNumbers, aboutOtherCountries } from '../words/numbers';
import { aboutCost, aboutLeftovers, aboutSenderIds } from '../words/preview';
import type { Sent } from './items';

export type Hint = Readonly<{ message: string; type: 'info' | 'warning' }>;

export type Situation = Pick<Sent, 'all' | 'refusal'> &
	Readonly<{
		plan: Plan;
		/** A setting that made all of it unsendable. */
		problem?: Why;
		/** Whether the setting Deduplication Key is filled in at all. */
		asksForKeys: boolean;
		/** Where Test Recipients are set: whether only they are sent to. */
		isTest?: boolean;
		/** Whether a person started the execution in the editor. */
		isByHand: boolean;
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
	const { plan, all, asksForKeys, isByHand, isLockTaken, leavesItemsOut } = situation;
	const requested = requestedRows(plan.requests).sort((one, other) => one.index - other.index);
	return asHints([
		aboutOutcomes(situation),
		isByHand && aboutExecutingAgain(all),
		leavesItemsOut && HINTS.onlyFirst,
		asksForKeys && aboutEmptyKeys(all),
		...secondLooks(plan, entriesOf(requested)),
		aboutTest(situation),
		isLockTaken && HINTS.lockTaken,
	]);
}

const MEANT_NOT_TO_SEND: ReadonlySet<Reason> = new Set(['testRun', 'evaluation', 'alreadySent']);

function aboutOutcomes({ all, refusal, problem }: Situation): Hint {
	const hasSent = all.some(mayHaveArrived);
	const why = refusal?.causes ?? problem?.causes;
	const nothing = !hasSent && `${RUN_SENT_NOTHING}.`;
	if (why) return { message: sentences(explain(why), nothing), type: 'warning' };
	const own = ofItems(all);
	const isOnPurpose = own.every(({ reason }) => MEANT_NOT_TO_SEND.has(reason));
	const isFine = (hasSent || isOnPurpose) && !own.some(isFailure);
	const message = countsHint(own, hasSent, summarize(all).smsCount);
	return { message, type: isFine ? 'info' : 'warning' };
}

const hasNoKey = ({ key, isSample }: Ended): boolean => key === '' && !isSample;

/** After a first execution, people tend to correct something and to execute all of it again. */
function aboutExecutingAgain(all: readonly Ended[]): Hint | undefined {
	const mayRepeat = all.some((one) => mayHaveArrived(one) && hasNoKey(one));
	const hasFailed = all.some(didNotArrive);
	const message = hasFailed ? HINTS.executingForRest : HINTS.executingAgain;
	return mayRepeat ? { message, type: hasFailed ? 'warning' : 'info' } : undefined;
}

/** An empty key is no key, and often an expression that failed. */
function aboutEmptyKeys(all: readonly Ended[]): string | undefined {
	const without = all.filter((one) => hasNoKey(one) && mayHaveArrived(one));
	return without.length > 0 ? withoutKey(without.length) : undefined;
}

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

/** What deserves a second look in what is sent, or would be, each said once. To a model, what it may have written. */
export function secondLooks(plan: Plan, toSend: readonly Entry[], toModel = false) {
	const messages = toSend.map(({ message }) => message);
	const texts = [...new Set(messages)].slice(0, MAX_TEXTS);
	const several = numbersWithSeveralTexts(plan).size;
	return [
		aboutOtherCountries(toSend, toModel),
		aboutOddNumbers(toSend),
		!toModel && aboutSenderIds(toSend),
		aboutLeftovers(messages, toModel),
		texts.map((one) => aboutCost(one, toModel)).find(Boolean),
		several > 0 && !toModel && severalTexts(several),
	];
}

/** What a test sent to, and the failure of a sample, which no item shows. */
function aboutTest({ all, isTest }: Situation): Hint | string | undefined {
	if (!isTest) return undefined;
	const samples = all.filter(({ isSample }) => isSample);
	const failed = samples.find(isFailure);
	if (failed) return aboutSample(explain(failed.causes), failed.recipient);
	const sent = samples.filter(({ status }) => status === 'accepted');
	return { message: testHint(sent), type: 'info' };
}

export function showHints(ctx: IExecuteFunctions, hints: readonly Hint[]): void {
	const location = 'outputPane' as const;
	// Older versions of n8n show none; after a send that must not be an error.
	ctx.addExecutionHints?.(
		...hints.map(({ message, type }) => ({ message: escapeHtml(message), type, location })),
	);
}
