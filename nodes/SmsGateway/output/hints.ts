import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { Plan } from '../domain/plan/plan';
import type { Outcome } from '../domain/outcome';
import { smsCountOf } from '../domain/text/smsCount';
import { nameOf, segmentsOf, unicodeCharactersOf } from '../domain/text/segments';

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MAX_TEXTS = 50;

const REASONS: ReadonlyArray<readonly [(outcome: Outcome) => boolean, string]> = [
	[({ reason }) => reason.startsWith('invalid'), 'invalid'],
	[({ reason }) => reason === 'duplicate', 'duplicate'],
	[({ reason }) => reason === 'excluded', 'excluded'],
	[({ reason }) => reason === 'notAllowed', 'not allowed'],
	[({ reason }) => reason === 'testRun', 'no test recipient'],
	[({ reason }) => reason === 'dryRun', 'not sent in this dry run'],
	[({ reason }) => reason === 'outsideWindow', 'outside the send window'],
	[({ reason }) => reason === 'alreadySent', 'already sent under the same key'],
	[({ status }) => status === 'rejected', 'refused by the service'],
	[({ status }) => status === 'unknown', 'unknown (may have been sent)'],
	[({ status }) => status === 'notSent', 'not sent'],
	[({ replayed }) => replayed === true, 'sent by an earlier try and not again'],
];

/** Each outcome counts once, under the first that fits. */
function aboutOutcomes(outcomes: readonly Outcome[]): string | undefined {
	const counts = REASONS.map(() => 0);
	for (const outcome of outcomes) {
		const index = REASONS.findIndex(([fits]) => fits(outcome));
		if (index >= 0) counts[index]!++;
	}
	const parts = REASONS.flatMap(([, what], index) =>
		counts[index]! > 0 ? [`${counts[index]} ${what}`] : [],
	);
	if (parts.length === 0) return undefined;
	const all = outcomes.length === 1 ? 'The recipient' : `Of ${outcomes.length} recipients`;
	return `${all}: ${parts.join(', ')}. The output says why.`;
}

const REFUSALS: ReadonlyArray<Outcome['reason']> = [
	'invalidCredential',
	'overMaxSms',
	'balanceTooLow',
	'balanceUnreadable',
];

/** What kept all of it from being sent says more than a count. */
const aboutRefusal = (outcomes: readonly Outcome[]): string | undefined =>
	outcomes.find(({ reason }) => REFUSALS.includes(reason))?.explanation;

/** A text that costs more than its length suggests, with what makes it so. */
function aboutText(message: string): string | undefined {
	const { segments } = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = unicodeCharactersOf(message).slice(0, 5).map(nameOf);
	const cause =
		characters.length > 0
			? `because of: ${characters.join(' ')}. The operation Preview shows what to write instead.`
			: 'because the parts of a long text hold less than 160 characters each.';
	return `A text may be billed as ${segments} SMS instead of ${seeming}, ${cause}`;
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

/** n8n makes nothing of an expression that fails, and an empty key protects nobody. */
function aboutKeys({ entries }: Plan): string | undefined {
	const without = entries.filter(({ key, problem }) => key === '' && !problem).length;
	if (without === 0) return undefined;
	const who = without === 1 ? '1 recipient has' : `${without} recipients have`;
	return `${who} an empty Deduplication Key, so running this again would text them again. Check the expression of the key.`;
}

/** Both would keep their data in the same place of n8n's database. */
export const NO_LOCK =
	'A Remove Duplicates node with scope Workflow turns off the lock. Run one execution of this workflow at a time.';

/**
 * What the user should not overlook, one line each.
 *
 * @param asksForKeys whether the option Deduplication Key is filled in at all
 */
export const hintsFor = (
	plan: Plan,
	outcomes: readonly Outcome[],
	asksForKeys: boolean,
): string[] =>
	[
		aboutRefusal(outcomes) ?? aboutOutcomes(outcomes),
		asksForKeys ? aboutKeys(plan) : undefined,
		aboutTexts(plan),
	].filter((hint) => hint !== undefined);

/** Older versions of n8n show no hints; the items say the same. */
export function showHints(ctx: IExecuteFunctions, hints: readonly string[]): void {
	if (typeof ctx.addExecutionHints !== 'function') return;
	ctx.addExecutionHints(
		...hints.map((message): NodeExecutionHint => ({
			message,
			type: 'warning',
			location: 'outputPane',
		})),
	);
}
