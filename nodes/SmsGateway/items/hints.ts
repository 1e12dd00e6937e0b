import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { Plan } from '../domain/plan';
import type { Outcome } from '../domain/outcome';
import { smsCountOf } from '../domain/message';
import { segmentsOf } from '../domain/segments';

/** Looking closely at each of 10,000 personal texts would take longer than sending them. */
const MOST_TEXTS = 50;

const count = (outcomes: readonly Outcome[], test: (outcome: Outcome) => boolean): number =>
	outcomes.reduce((sum, outcome) => (test(outcome) ? sum + 1 : sum), 0);

function aboutOutcomes(outcomes: readonly Outcome[]): string | undefined {
	const by = (reason: Outcome['reason']) => count(outcomes, (one) => one.reason === reason);
	const parts = [
		[by('invalidRecipient'), 'invalid'],
		[by('duplicate'), 'duplicate'],
		[by('excluded'), 'excluded'],
		[by('alreadySent'), 'already sent under the same key'],
		[count(outcomes, (one) => one.status === 'rejected'), 'refused by the service'],
		[
			count(outcomes, (one) => one.status === 'unknown'),
			'unknown (may have been sent, not sent again)',
		],
	]
		.filter(([number]) => Number(number) > 0)
		.map(([number, what]) => `${number} ${what}`);
	if (parts.length === 0) return undefined;
	return `Of ${outcomes.length} recipients: ${parts.join(', ')}. The explanation of each stands in its item.`;
}

/** A text that costs more than its length suggests, with what makes it so. */
function aboutText(message: string): string | undefined {
	const { segments, unicodeCharacters } = segmentsOf(message);
	if (unicodeCharacters.length === 0 || segments <= smsCountOf(message)) return undefined;
	const shown = unicodeCharacters.slice(0, 5).join(' ');
	return `A text may be billed as ${segments} SMS instead of ${smsCountOf(message)}, because of ${shown} (Unicode halves what fits). Preview shows what to replace.`;
}

function aboutTexts({ requests }: Plan): string | undefined {
	const texts = new Set<string>();
	for (const { message } of requests) {
		if (texts.size >= MOST_TEXTS) break;
		texts.add(message);
	}
	for (const message of texts) {
		const hint = aboutText(message);
		if (hint !== undefined) return hint;
	}
	return undefined;
}

/** What the user should not overlook, one line each. */
export const hintsFor = (plan: Plan, outcomes: readonly Outcome[]): string[] =>
	[aboutOutcomes(outcomes), aboutTexts(plan)].filter((hint) => hint !== undefined);

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
