import { fixOf, type Fix, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import { SETTINGS } from '../domain/settings';
import type { RootExecution } from '../n8n/rootExecution';
import { capitalized, sentences } from '../domain/text/sentences';
import type { Summary } from './summary';

/** What a new run of the workflow does to those who have got their SMS, or may have. */
export type NewRun =
	| 'sendsAgain'
	/** n8n's store holds all of them under their deduplication keys. */
	| 'keys'
	/** The same of 'Skip Repeats', which knows the text: for ever, or until midnight. */
	| 'repeats'
	| 'repeatsToday';

const HEADS: Readonly<Record<RootExecution['before'], string>> = {
	nobody: 'Nothing was sent',
	thisNode: 'This node sent nothing more',
	otherNodes: 'This node sent nothing',
	unseen: 'This node sent nothing',
};

export const nothingSent = ({ before }: RootExecution): string => HEADS[before];

/** How the rest can be sent. */
type Way =
	/** By a new run, as nobody has got an SMS. */
	| 'run'
	/** By n8n's retries, which go on where this execution failed. */
	| 'retry'
	/** By nothing that knows what was sent. */
	| 'unsaved'
	| 'none';

function wayIn({ place, before, isSaved }: RootExecution, hasSent: boolean): Way {
	if (!hasSent && before === 'nobody') return 'run';
	if (place !== 'workflow') return 'none';
	return isSaved ? 'retry' : 'unsaved';
}

/**
 * What has to change first; `some`: of some recipients, found before anything was sent; `goOn`: only
 * those unknown are left, and what comes after the node never runs.
 */
type Needed = Fix | 'nothing' | 'some' | 'goOn';

type StepFacts = Readonly<{
	/** Whom a retry sends to: "only to those not sent". */
	rest: string;
	/** "it" or "these", which were found before anything was sent. */
	them?: string;
	/** Whether that is nobody but the one who may be the cause. */
	restIsOne?: boolean;
	/** " and save", where n8n does not do it by itself. */
	andSave: string;
	/** Whether there is a Retry of this execution. */
	canRetry: boolean;
}>;

type Cell = string | ((facts: StepFacts) => string);

const andSaveIn = (hasSaveButton: boolean): string => (hasSaveButton ? ' and save' : '');

const CONTINUE = "set 'Settings > On Error' to 'Continue'";
const CURRENT = "'Retry with currently saved workflow'";
const CAUSE_FIXED = 'Once the cause is fixed,';
const TIME_COME = 'Once that time has come,';
const CREDENTIAL_FIXED = 'Once the credential is fixed,';

const thenToOthers = ({ andSave }: StepFacts): string =>
	`${CONTINUE}${andSave}: 'Executions > Retry with currently saved workflow' then sends to the others.`;
const withoutThem = ({ andSave, restIsOne }: StepFacts): string =>
	`A retry has the same items. If one of them is the cause, ${CONTINUE}${andSave}, and use ${CURRENT}: ${restIsOne ? 'the workflow then goes on' : 'it sends to the others'}.`;

const thenRetry =
	(first: string): Cell =>
	({ rest }) =>
		`${first} 'Executions > Retry' sends ${rest}.`;

const orContinue: Cell = ({ them }) =>
	`Fix or remove ${them}, or ${CONTINUE} to send to the others.`;

/** The next step: in which way the rest is sent, and what has to change first. */
const NEXT_STEPS: Readonly<
	Record<Way, Readonly<Partial<Record<Needed, Cell>> & { otherwise: Cell }>>
> = {
	run: {
		otherwise: `${CAUSE_FIXED} run it again.`,
		nothing: 'It is safe to run it again.',
		credential: `${CREDENTIAL_FIXED} run it again.`,
		time: `${TIME_COME} run it again.`,
		// A retry has the same items, so what was corrected meanwhile does not reach it.
		some: (facts) =>
			`Fix or remove ${facts.them}, then run the workflow again. Or ${facts.canRetry ? thenToOthers(facts) : `${CONTINUE} to send to the others.`}`,
	},
	retry: {
		otherwise: thenRetry(CAUSE_FIXED),
		nothing: ({ rest }) => `'Retry On Fail' and 'Executions > Retry' send ${rest}.`,
		credential: thenRetry(CREDENTIAL_FIXED),
		node: ({ rest }) => `${CAUSE_FIXED} ${CURRENT} sends ${rest}.`,
		items: withoutThem,
		cause: (facts) =>
			`${CAUSE_FIXED} 'Executions > Retry' sends ${facts.rest}. ${withoutThem(facts)}`,
		time: thenRetry(TIME_COME),
		some: (facts) => capitalized(thenToOthers(facts)),
		goOn: ({ andSave }) =>
			`A retry ends here again, as it sends nothing to those unknown. To go on with the workflow, ${CONTINUE}${andSave}, and use ${CURRENT}.`,
	},
	unsaved: {
		otherwise: "This execution is not saved ('Workflow Settings'), so there is no 'Retry' of it.",
		some: orContinue,
		// Only a retry can end here again.
		goOn: '',
	},
	none: { otherwise: '', some: orContinue },
};

/** What is known of the others: a new run does all of it again. */
function aboutOthers({ place, before }: RootExecution): string | undefined {
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

function stepOf(
	root: RootExecution,
	way: Way,
	needed: Needed,
	facts: Omit<StepFacts, 'andSave' | 'canRetry'>,
) {
	const steps = NEXT_STEPS[way];
	const cell = steps[needed] ?? steps.otherwise;
	if (typeof cell === 'string') return cell;
	return cell({
		...facts,
		andSave: andSaveIn(root.hasSaveButton),
		canRetry: root.place === 'workflow' && root.isSaved,
	});
}

/** What to do about recipients that were refused before anything was sent. */
export function stepsBeforeSending(
	refused: readonly Outcome[],
	recipients: number,
	root: RootExecution,
): string {
	const passes = refused.every((outcome) => fixOf(outcome) === 'time');
	if (root.place === 'tool') {
		return passes ? `${TIME_COME} send it.` : 'Correct or omit what is named here, then send.';
	}
	const way = wayIn(root, false);
	const isAll = refused.length === recipients;
	const needed = passes ? 'time' : isAll && way === 'run' ? 'items' : 'some';
	const facts = { rest: 'the rest', them: refused.length === 1 ? 'it' : 'these' };
	return sentences(stepOf(root, way, needed, facts), aboutOthers(root));
}

/** Those that a retry sends to. */
function restInWords({ rejected, notSent }: Summary['recipients'], resent: number): string {
	const rest = [...(rejected > 0 ? ['refused'] : []), ...(notSent > 0 ? ['not sent'] : [])];
	if (resent === 0) return `only to those ${rest.join(' and ')}`;
	return `to those ${[...rest, 'unknown'].join(' and ')}, as '${SETTINGS.uncertain}' is 'Resend'`;
}

const KEPT_BY: Readonly<Record<Exclude<NewRun, 'sendsAgain'>, (them: string) => string>> = {
	keys: (them) => `No run sends ${them} again under the same '${SETTINGS.deduplicationKey}'.`,
	repeats: (them) => `'${SETTINGS.skipRepeats}' is on: no run sends ${them} again.`,
	repeatsToday: (them) => `'${SETTINGS.skipRepeats}' is on: no run sends ${them} again today.`,
};

const PREVENTION = `'${SETTINGS.skipRepeats}' or a '${SETTINGS.deduplicationKey}' prevents that from the second run with it on; the first one still sends to everybody.`;

/** A new execution knows nothing of this one, but for what the store holds. */
function aboutNewRun({ place }: RootExecution, newRun: NewRun, isOne: boolean) {
	if (newRun !== 'sendsAgain') return KEPT_BY[newRun](isOne ? 'this SMS' : 'the same SMS');
	const again = isOne ? 'sends it again' : 'sends to everybody again';
	const warning =
		place === 'subWorkflow' || place === 'engine2'
			? `That ${again}.`
			: `Do not use 'Execute workflow' or 'Execute step': each is a new run, which ${again}.`;
	return `${warning} ${PREVENTION}`;
}

export type FailedRun = Readonly<{
	summary: Summary;
	/** Whether a retry sends to those unknown too. */
	uncertain: Uncertain;
	root: RootExecution;
	/** Undefined where nobody but a tester's sample is concerned. */
	newRun?: NewRun;
}>;

/**
 * What sends the rest, and what would send duplicates. Only buttons that are there are named, and a
 * retry only where it can help.
 *
 * @param cause the failure that the error is about
 */
export function nextSteps({ summary, uncertain, root, newRun }: FailedRun, cause: Outcome): string {
	const { recipients } = summary;
	const { total, accepted, rejected, unknown, notSent } = recipients;
	const hasSent = accepted + unknown > 0;
	const way = wayIn(root, hasSent);
	const resent = uncertain === 'resend' ? unknown : 0;
	const left = rejected + notSent + resent;
	const rest = restInWords(recipients, resent);
	const facts = { rest, restIsOne: left === 1 };
	const isOne = total === 1 && root.before === 'nobody';
	const needed = left > 0 ? (fixOf(cause) ?? 'nothing') : 'goOn';
	return sentences(
		stepOf(root, way, needed, facts),
		aboutOthers(root),
		hasSent && newRun ? aboutNewRun(root, newRun, isOne) : undefined,
	);
}
