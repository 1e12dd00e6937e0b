import type { Entry } from '../domain/entry';
import type { Outcome, Reason } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Summary } from '../domain/summary';

/** What has to be fixed before another attempt can end in another way. */
const FIRST: Partial<Record<Reason, string>> = {
	unauthorized: 'Fix the credential first.',
	forbidden: 'Fix the credential first.',
	invalidCredential: 'Fix the credential first.',
	overMaxSms: 'Raise the limit or send less first.',
	overMaxSmsPerRecipient: 'Shorten the message first.',
	balanceTooLow: 'Top up first.',
	balanceUnreadable: 'Make the balance readable first.',
	refusedByService: 'Fix the cause first.',
	redirected: 'Fix the credential first.',
	tlsFailure: 'Fix the cause first.',
	connectionBlocked: 'Fix the cause first.',
};

const ASK =
	"Ask your SMS service what was sent. No retry sends to them again, unless 'Uncertain Outcome' is 'Resend'.";

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
	return entries.every(({ key }) => key !== '')
		? "With the 'Deduplication Key', 'Execute' does not send to them again either."
		: "Do not use 'Execute': it is a new run that sends to everybody again.";
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
	const first = FIRST[cause.reason];
	if (accepted + unknown === 0) {
		return first ? `${first} Then run it again.` : 'It is safe to run it again.';
	}
	if (rejected + notSent + resent === 0) return `${ASK} ${aboutExecute(entries)}`;
	const sendsRest =
		resent === 0
			? 'only to the rest.'
			: "to the rest, and again to those unknown, as 'Uncertain Outcome' is 'Resend'.";
	const retry =
		first === undefined
			? `'Retry On Fail' and 'Executions > Retry' send ${sendsRest}`
			: `${first} Then 'Executions > Retry' sends ${sendsRest}`;
	return `${retry} ${aboutExecute(entries)}`;
}
