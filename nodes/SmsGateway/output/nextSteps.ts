import type { Entry } from '../domain/entry';
import { REASONS, type Outcome, type Reason } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Summary } from '../domain/summary';

/** What has to be fixed before another attempt can end in another way. */
function fixFirst(reason: Reason): string | undefined {
	const { fix, saysFix } = REASONS[reason];
	if (saysFix) return 'Once that is done,';
	return fix && `Fix the ${fix === 'credential' ? fix : 'cause'} first. Then`;
}

/** A refusal of everything, in a retry of what was sent to some before. */
export const refusalInRetry = (
	refusal: Outcome,
	earlier: ReadonlyArray<Outcome | undefined>,
): Outcome =>
	earlier.some((outcome) => outcome?.replayed)
		? {
				...refusal,
				explanation: refusal.explanation.replace('Nothing was sent', 'Nothing more was sent'),
			}
		: refusal;

/** A new execution knows nothing of this one, except by a key. */
function aboutExecute(entries: readonly Entry[]): string {
	const isOne = entries.length === 1;
	return entries.every(({ key }) => key !== '')
		? `With the 'Deduplication Key', 'Execute' does not send ${isOne ? 'it' : 'to them'} again either.`
		: `Do not use 'Execute': it is a new run that sends ${isOne ? 'it' : 'to everybody'} again.`;
}

/** Those that a retry sends to. */
function restInWords({ rejected, notSent }: Summary['recipients'], resent: number): string {
	const rest = [...(rejected > 0 ? ['refused'] : []), ...(notSent > 0 ? ['not sent'] : [])];
	if (resent === 0) return `only to those ${rest.join(' and ')}.`;
	return `to those ${[...rest, 'unknown'].join(' and ')}, as 'Uncertain Outcome' is 'Resend'.`;
}

/**
 * Which button sends the rest, and which would send duplicates; a retry is named only where it
 * can help.
 *
 * @param cause the failure that the error is about
 */
export function nextSteps(
	entries: readonly Entry[],
	cause: Outcome,
	{ recipients }: Summary,
	uncertain: Uncertain,
): string {
	const { accepted, rejected, unknown, notSent } = recipients;
	const resent = uncertain === 'resend' ? unknown : 0;
	const first = fixFirst(cause.reason);
	if (accepted + unknown === 0) {
		return first ? `${first} run it again.` : 'It is safe to run it again.';
	}
	if (rejected + notSent + resent === 0) return aboutExecute(entries);
	const rest = restInWords(recipients, resent);
	const retry =
		first === undefined
			? `'Retry On Fail' and 'Executions > Retry' send ${rest}`
			: `${first} 'Executions > Retry' sends ${rest}`;
	return `${retry} ${aboutExecute(entries)}`;
}
