import type { Entry } from '../domain/entry';
import { REASONS, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Summary } from '../domain/summary';
import type { Place } from './place';

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

/** What has to be fixed before another attempt can end in another way; undefined where time may be enough. */
function fixFirst({ reason }: Outcome): string | undefined {
	const { fix, saysFix } = REASONS[reason];
	if (saysFix) return 'Once that is done,';
	if (fix === 'time') return 'Once the window is open,';
	return fix && `Fix the ${fix === 'credential' ? fix : 'cause'} first. Then`;
}

/** Those that a retry sends to. */
function restInWords({ rejected, notSent }: Summary['recipients'], resent: number): string {
	const rest = [...(rejected > 0 ? ['refused'] : []), ...(notSent > 0 ? ['not sent'] : [])];
	if (resent === 0) return `only to those ${rest.join(' and ')}`;
	return `to those ${[...rest, 'unknown'].join(' and ')}, as 'If Outcome Is Unknown' is 'Resend'`;
}

const WITHOUT_THE_RECIPIENT =
	"A retry has the same items. If one of them is the cause, set 'Settings > On Error' to 'Continue', save, and use 'Retry with currently saved workflow': it sends to the others.";

/** Which of n8n's retries sends the rest, and what it needs before; where the editor offers them. */
function aboutRetry(cause: Outcome, rest: string): string {
	const first = fixFirst(cause);
	if (first === undefined) return `'Retry On Fail' and 'Executions > Retry' send ${rest}.`;
	const { fix } = REASONS[cause.reason];
	if (fix === 'items') return WITHOUT_THE_RECIPIENT;
	const button = fix === 'node' ? "'Retry with currently saved workflow'" : "'Executions > Retry'";
	const sends = `${first} ${button} sends ${rest}.`;
	return fix === 'cause' ? `${sends} ${WITHOUT_THE_RECIPIENT}` : sends;
}

/** A new execution knows nothing of this one, except by a key. */
function aboutNewRun(place: Place, entries: readonly Entry[]): string {
	const isOne = entries.length === 1;
	const them = isOne ? 'it' : 'to them';
	if (entries.every(({ key }) => key !== '')) {
		return `A new run does not send ${them} again, as their 'Deduplication Key' or 'Skip Repeats' is remembered.`;
	}
	const everybody = isOne ? 'it' : 'to everybody';
	const cure =
		"From the next run on, 'Safeguards > Skip Repeats' or a 'Deduplication Key' prevents that.";
	if (place === 'subWorkflow') {
		return `This is a sub-workflow: a retry of its parent sends ${everybody} again. ${cure}`;
	}
	return place === 'engine2'
		? `There is no retry here: a new run sends ${everybody} again. ${cure}`
		: `Do not use 'Execute workflow': it is a new run that sends ${everybody} again. ${cure}`;
}

/**
 * What sends the rest, and what would send duplicates. Only buttons that are there are named, and a
 * retry only where it can help.
 *
 * @param cause the failure that the error is about
 */
export function nextSteps(
	place: Place,
	entries: readonly Entry[],
	cause: Outcome,
	{ recipients }: Summary,
	uncertain: Uncertain,
): string {
	const { accepted, rejected, unknown, notSent } = recipients;
	const resent = uncertain === 'resend' ? unknown : 0;
	if (accepted + unknown === 0) {
		const first = fixFirst(cause);
		return first ? `${first} run it again.` : 'It is safe to run it again.';
	}
	const newRun = aboutNewRun(place, entries);
	if (rejected + notSent + resent === 0) return newRun;
	const rest = restInWords(recipients, resent);
	if (place === 'workflow') return `${aboutRetry(cause, rest)} ${newRun}`;
	return place === 'ended'
		? `n8n offers no 'Retry' for a canceled execution, but its API does: that retry sends ${rest}. ${newRun}`
		: newRun;
}
