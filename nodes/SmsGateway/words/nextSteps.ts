import { fixOf, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import type { Summary } from './summary';
import type { Whole } from '../n8n/whole';

/** What a new run of the workflow does to those who have got their SMS, or may have. */
export type NewRun =
	| 'sendsAgain'
	/** n8n's store holds all of them under their deduplication keys. */
	| 'keys'
	/** The same of 'Skip Repeats', which knows the text: for ever, or until midnight. */
	| 'repeats'
	| 'repeatsToday';

const HEADS: Readonly<Record<Whole['before'], string>> = {
	nobody: 'Nothing was sent',
	thisNode: 'This node sent nothing more',
	otherNodes: 'This node sent nothing',
	unseen: 'This node sent nothing',
};

export const nothingSent = ({ before }: Whole): string => HEADS[before];

/** What is known of the others: a new run does all of it again. */
function aboutOthers({ place, before }: Whole): string | undefined {
	if (place === 'subWorkflow') {
		return 'This is a sub-workflow: a retry of its parent starts it from the beginning.';
	}
	if (place === 'engine2') return 'There is no retry here: a new run starts from the beginning.';
	if (before === 'thisNode') {
		return 'This node has sent before in this execution, as in a loop. A new run starts from the beginning.';
	}
	return before === 'otherNodes'
		? 'Another node that may send SMS ran before in this execution. A new run runs it again.'
		: undefined;
}

/** In n8n 2, a workflow is saved as it is changed. */
const thenSave = ({ hasSaveButton }: Whole): string => (hasSaveButton ? ' and save' : '');

const canRetry = ({ place, isSaved }: Whole): boolean => place === 'workflow' && isSaved;

const CONTINUE = "set 'Settings > On Error' to 'Continue'";
const CURRENT = "'Retry with currently saved workflow'";

/** What was found wrong before anything was sent. */
export type Refused = Readonly<{
	/** Whether it passes at a known time. */
	passes: boolean;
	isOne: boolean;
	/** Whether it concerns all recipients. */
	isAll: boolean;
}>;

export function stepsBeforeSending({ passes, isOne, isAll }: Refused, whole: Whole): string {
	if (whole.place === 'tool') return 'Correct or omit what is named here, then send.';
	const fix = `Fix or remove ${isOne ? 'it' : 'these'}`;
	const sendToOthers = `${CONTINUE}${thenSave(whole)}: 'Executions > ${CURRENT.slice(1)} then sends to the others.`;
	if (whole.before === 'nobody') {
		if (passes) return 'Run it again when the window is open.';
		if (isAll) return 'Fix this, then run it again.';
		// A retry has the same items, so what was corrected meanwhile does not reach it.
		return `${fix}, then run the workflow again. Or ${canRetry(whole) ? sendToOthers : `${CONTINUE} to send to the others.`}`;
	}
	const others = aboutOthers(whole)!;
	if (!canRetry(whole)) return `${fix}, or ${CONTINUE} to send to the others. ${others}`;
	if (passes) return `Once the window is open, 'Executions > Retry' sends the rest. ${others}`;
	// In a loop, later turns have others.
	return whole.before === 'otherNodes' && isAll
		? `If the cause is in this node, fix it${thenSave(whole)}: 'Executions > ${CURRENT.slice(1)} goes on here. ${others}`
		: `S${sendToOthers.slice(1)} ${others}`;
}

/** What has to be fixed before another attempt can end in another way; undefined where time may be enough. */
function fixFirst(cause: Outcome): string | undefined {
	const fix = fixOf(cause);
	if (fix === 'time') return 'Once the window is open,';
	return fix && `Once the ${fix === 'credential' ? fix : 'cause'} is fixed,`;
}

/** Those that a retry sends to. */
function restInWords({ rejected, notSent }: Summary['recipients'], resent: number): string {
	const rest = [...(rejected > 0 ? ['refused'] : []), ...(notSent > 0 ? ['not sent'] : [])];
	if (resent === 0) return `only to those ${rest.join(' and ')}`;
	return `to those ${[...rest, 'unknown'].join(' and ')}, as 'If Outcome Is Unknown' is 'Resend'`;
}

/** Which of n8n's retries sends the rest, and what it needs before; undefined where there is none. */
function aboutRetry(cause: Outcome, rest: string, whole: Whole): string | undefined {
	const { place, isSaved } = whole;
	if (place !== 'workflow') return undefined;
	if (!isSaved) {
		return "This execution is not saved ('Workflow Settings'), so there is no 'Retry' of it.";
	}
	const first = fixFirst(cause);
	if (first === undefined) return `'Retry On Fail' and 'Executions > Retry' send ${rest}.`;
	const withoutTheRecipient = `A retry has the same items. If one of them is the cause, ${CONTINUE}${thenSave(whole)}, and use ${CURRENT}: it sends to the others.`;
	const fix = fixOf(cause);
	if (fix === 'items') return withoutTheRecipient;
	const button = fix === 'node' ? CURRENT : "'Executions > Retry'";
	const sends = `${first} ${button} sends ${rest}.`;
	return fix === 'cause' ? `${sends} ${withoutTheRecipient}` : sends;
}

const PROMISES = {
	keys: (to: string) => `No run sends ${to} again under the same 'Deduplication Key'.`,
	repeats: (to: string) => `'Skip Repeats' is on: no run sends the same text ${to} again.`,
	repeatsToday: (to: string) =>
		`'Skip Repeats' is on: no run sends the same text ${to} again today.`,
} as const;

/** A new execution knows nothing of this one, but for what the store holds. */
function aboutNewRun(whole: Whole, newRun: NewRun, isOne: boolean): string {
	if (newRun !== 'sendsAgain') return PROMISES[newRun](isOne ? 'it' : 'to them');
	const again = isOne ? 'sends it again' : 'sends to everybody again';
	const warnings = {
		subWorkflow: `That ${again}.`,
		engine2: `That ${again}.`,
		workflow: `Do not use 'Execute workflow' or 'Execute step': each is a new run, which ${again}.`,
	};
	const warning = warnings[whole.place as keyof typeof warnings] ?? warnings.workflow;
	const cure = canRetry(whole)
		? `To prevent that, add 'Safeguards > Skip Repeats'${thenSave(whole)}, and use ${CURRENT}: it records who got the SMS.`
		: "'Safeguards > Skip Repeats' or a 'Deduplication Key' prevents that from the second run with it on; the first one still sends to everybody.";
	return `${warning} ${cure}`;
}

export type Situated = Readonly<{
	summary: Summary;
	/** Whether a retry sends to those unknown too. */
	uncertain: Uncertain;
	whole: Whole;
	newRun: NewRun;
}>;

/**
 * What sends the rest, and what would send duplicates. Only buttons that are there are named, and a
 * retry only where it can help.
 *
 * @param cause the failure that the error is about
 */
export function nextSteps({ summary, uncertain, whole, newRun }: Situated, cause: Outcome): string {
	const { recipients } = summary;
	const { total, accepted, rejected, unknown, notSent } = recipients;
	const hasSent = accepted + unknown > 0;
	const resent = uncertain === 'resend' ? unknown : 0;
	if (!hasSent && whole.before === 'nobody') {
		const first = fixFirst(cause);
		return first ? `${first} run it again.` : 'It is safe to run it again.';
	}
	const isRest = rejected + notSent + resent > 0;
	const isOne = total === 1 && whole.before === 'nobody';
	return [
		isRest ? aboutRetry(cause, restInWords(recipients, resent), whole) : undefined,
		aboutOthers(whole),
		hasSent ? aboutNewRun(whole, newRun, isOne) : undefined,
	]
		.filter(Boolean)
		.join(' ');
}
