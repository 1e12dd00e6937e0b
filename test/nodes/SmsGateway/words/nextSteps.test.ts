import {
	REASONS,
	withoutRequest,
	type Outcome,
	type Reason,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import type { Place } from '../../../../nodes/SmsGateway/n8n/place';
import type { RootExecution } from '../../../../nodes/SmsGateway/n8n/rootExecution';
import {
	nextSteps,
	stepsBeforeSending,
	type NewRun,
} from '../../../../nodes/SmsGateway/words/nextSteps';
import { summarize } from '../../../../nodes/SmsGateway/words/summary';
import { entryTo } from '../../../fixtures/entries';

/** Each place, with what can be known there of others that have sent. */
const BEFORE: Record<Place, Array<RootExecution['before']>> = {
	workflow: ['nobody', 'thisNode', 'otherNodes'],
	ended: ['nobody', 'thisNode', 'otherNodes'],
	subWorkflow: ['unseen'],
	engine2: ['unseen'],
	tool: ['unseen'],
};
const NEW_RUNS: NewRun[] = ['sendsAgain', 'keys', 'repeats', 'repeatsToday'];
const BOOLEANS = [true, false];

const ROOT_EXECUTIONS = (Object.keys(BEFORE) as Place[]).flatMap((place) =>
	BEFORE[place].flatMap((before) =>
		BOOLEANS.flatMap((isSaved) =>
			BOOLEANS.map((hasSaveButton): RootExecution => ({
				place,
				before,
				isSaved,
				hasSaveButton,
			})),
		),
	),
);

/** One reason for each thing that may have to change before the rest can be sent. */
const CAUSES: Reason[] = [
	...new Map(
		(Object.keys(REASONS) as Reason[])
			.filter((reason) => ['rejected', 'notSent'].includes(REASONS[reason].status))
			.map((reason) => [REASONS[reason].fix, reason]),
	).values(),
];

const outcome = (reason: Reason): Outcome => ({
	...withoutRequest(reason, [{ name: 'thrown', error: 'Value 0612345678.' }]),
});
const OF: Record<Status, Outcome> = {
	accepted: outcome('accepted'),
	rejected: outcome('refusedByService'),
	unknown: outcome('timeout'),
	notSent: outcome('connectionRefused'),
	skipped: outcome('duplicate'),
};

const SENT: Status[][] = [
	[],
	['notSent'],
	['rejected', 'notSent'],
	['accepted'],
	['unknown'],
	['accepted', 'unknown', 'rejected', 'notSent'],
];

function stepsAfter(
	root: RootExecution,
	cause: Outcome,
	others: readonly Outcome[],
	newRun: NewRun = 'sendsAgain',
	uncertain: 'doNotResend' | 'resend' = 'doNotResend',
): string {
	const outcomes = [cause, ...others];
	const entries = outcomes.map((_, item) => entryTo(`${46_701_740_600 + item}`, { item }));
	const summary = summarize(entries, outcomes);
	return nextSteps({ summary, uncertain, root, newRun }, cause);
}

/** What is wrong with the words of a cell: only what is there may be named, and no value. */
function flawsIn(
	text: string,
	{ place, isSaved, hasSaveButton }: RootExecution,
	isOne: boolean,
): string[] {
	const sentences = text.split(/(?<=\.) /);
	const flaws: Array<[boolean, string]> = [
		[!/^$|^([A-Z'].*[^.]\.)$/.test(text), 'no sentence'],
		[/undefined| {2}|\. [a-z]|\.\.|,,| ,|\bit (are|have)\b|only to those\./.test(text), 'broken'],
		[/\d{2}/.test(text), 'a value'],
		[new Set(sentences).size < sentences.length, 'said twice'],
		[
			(place !== 'workflow' || !isSaved) && /Executions >|currently saved|On Fail/.test(text),
			'no such button',
		],
		[!hasSaveButton && text.includes('and save'), 'no save button'],
		[/subW|engine2/.test(place) && /'Execute|safe/.test(text), 'no such button'],
		[!isOne && /sends it again|remove it\b/.test(text), 'singular'],
	];
	return flaws.flatMap(([isWrong, flaw]) => (isWrong ? [`${flaw}: ${text}`] : []));
}

describe.each(ROOT_EXECUTIONS)('in %j', (root) => {
	it('says what to do after each failure', () => {
		const flaws: string[] = [];
		for (const reason of CAUSES) {
			for (const sent of SENT) {
				const others = sent.map((status) => OF[status]);
				const hasSent = sent.includes('accepted') || sent.includes('unknown');
				for (const newRun of NEW_RUNS) {
					for (const uncertain of ['doNotResend', 'resend'] as const) {
						const text = stepsAfter(root, outcome(reason), others, newRun, uncertain);
						flaws.push(...flawsIn(text, root, sent.length === 0));
						if (text === '' && root.place !== 'tool') flaws.push(`nothing after ${reason}`);
						const isNew = hasSent || root.before !== 'nobody';
						if (isNew && /run it again|safe/.test(text)) flaws.push(`unsafe: ${text}`);
					}
				}
			}
		}
		expect(flaws).toStrictEqual([]);
	});

	it('says what to do about what was found before anything is sent', () => {
		const flaws = CAUSES.flatMap((reason) =>
			[1, 3, 5].flatMap((refused) =>
				[refused, 7].flatMap((total) => {
					const outcomes = new Array<Outcome>(refused).fill(outcome(reason));
					const text = stepsBeforeSending(outcomes, total, root);
					return text === '' ? ['nothing'] : flawsIn(text, root, refused === 1);
				}),
			),
		);
		expect(flaws).toStrictEqual([]);
	});
});

const IN_WORKFLOW: RootExecution = {
	place: 'workflow',
	before: 'nobody',
	isSaved: true,
	hasSaveButton: true,
};
const WITHOUT_THEM =
	"A retry has the same items. If one of them is the cause, set 'Settings > On Error' to 'Continue' and save, and use 'Retry with currently saved workflow': the workflow then goes on.";

it.each<[Reason, string, string]>([
	[
		'connectionRefused',
		'It is safe to run it again.',
		"'Retry On Fail' and 'Executions > Retry' send REST.",
	],
	[
		'unauthorized',
		'Once the credential is fixed, run it again.',
		"Once the credential is fixed, 'Executions > Retry' sends REST.",
	],
	[
		'tlsFailure',
		'Once the cause is fixed, run it again.',
		"Once the cause is fixed, 'Executions > Retry' sends REST.",
	],
	[
		'expired',
		'Once the cause is fixed, run it again.',
		"Once the cause is fixed, 'Retry with currently saved workflow' sends REST.",
	],
	['invalidRecipient', 'Once the cause is fixed, run it again.', WITHOUT_THEM],
	[
		'refusedByService',
		'Once the cause is fixed, run it again.',
		`Once the cause is fixed, 'Executions > Retry' sends REST. ${WITHOUT_THEM}`,
	],
	[
		'outsideWindow',
		'Once that time has come, run it again.',
		"Once that time has come, 'Executions > Retry' sends REST.",
	],
])('after %s: where nothing was sent, and where something was', (reason, again, retry) => {
	expect(stepsAfter(IN_WORKFLOW, outcome(reason), [])).toBe(again);
	const rest = reason === 'refusedByService' || reason === 'unauthorized' ? 'refused' : 'not sent';
	const text = stepsAfter(IN_WORKFLOW, outcome(reason), [OF.accepted], 'keys');
	expect(text).toBe(
		`${retry.replace('REST', `only to those ${rest}`)} No run sends the same SMS again under the same 'Safeguards > Deduplication Key'.`,
	);
});

it('says that unknown ones are sent again where that was chosen', () => {
	expect(stepsAfter(IN_WORKFLOW, OF.notSent, [OF.unknown], 'keys', 'resend')).toContain(
		"send to those not sent and unknown, as 'Options > If Outcome Is Unknown' is 'Resend'.",
	);
});

it('warns of a new run, and says what prevents it', () => {
	const prevented =
		"'Safeguards > Skip Repeats' or a 'Safeguards > Deduplication Key' prevents that from the second run with it on; the first one still sends to everybody.";
	expect(stepsAfter(IN_WORKFLOW, OF.unknown, [])).toBe(
		`A retry ends here again, as it sends nothing to those unknown. To go on with the workflow, set 'Settings > On Error' to 'Continue' and save, and use 'Retry with currently saved workflow'. Do not use 'Execute workflow' or 'Execute step': each is a new run, which sends it again. ${prevented}`,
	);
	expect(
		stepsAfter({ ...IN_WORKFLOW, place: 'subWorkflow', before: 'unseen' }, OF.unknown, [
			OF.accepted,
		]),
	).toBe(
		"This is a sub-workflow: a retry of its parent starts it from the beginning. That sends to everybody again. 'Safeguards > Skip Repeats' or a 'Safeguards > Deduplication Key' prevents that from the second run with it on; the first one still sends to everybody.",
	);
});

it('says so of one SMS, unless other runs of this node have sent too', () => {
	const keys = (root: RootExecution) => stepsAfter(root, OF.unknown, [], 'keys');
	expect(keys(IN_WORKFLOW)).toContain('No run sends this SMS again');
	expect(keys({ ...IN_WORKFLOW, before: 'thisNode' })).toContain('No run sends the same SMS again');
});

it.each<[Reason, refused: number, total: number, before: RootExecution['before'], string]>([
	['outsideWindow', 2, 2, 'nobody', 'Once that time has come, run it again.'],
	['outsideWindow', 1, 2, 'nobody', 'Once that time has come, run it again.'],
	['invalidRecipient', 2, 2, 'nobody', 'Once the cause is fixed, run it again.'],
	[
		'outsideWindow',
		1,
		2,
		'thisNode',
		"Once that time has come, 'Executions > Retry' sends the rest. This node has sent before in this execution, as in a loop. A new run starts from the beginning.",
	],
	[
		'invalidRecipient',
		2,
		2,
		'unseen',
		"Fix or remove these, or set 'Settings > On Error' to 'Continue' to send to the others. This is a sub-workflow: a retry of its parent starts it from the beginning.",
	],
])(
	'where %s refuses %i of %i recipients, and %s got one',
	(reason, refused, total, before, step) => {
		const place = before === 'unseen' ? 'subWorkflow' : 'workflow';
		const outcomes = new Array<Outcome>(refused).fill(outcome(reason));
		expect(stepsBeforeSending(outcomes, total, { ...IN_WORKFLOW, place, before })).toBe(step);
	},
);

it('waits for nothing that does not pass', () => {
	const outcomes = [outcome('outsideWindow'), outcome('invalidRecipient')];
	expect(stepsBeforeSending(outcomes, 5, IN_WORKFLOW)).toMatch(/^Fix or remove these, then run/);
});

it('has two ways to go on where some were refused before anything was sent', () => {
	expect(stepsBeforeSending([outcome('invalidRecipient')], 5, IN_WORKFLOW)).toBe(
		"Fix or remove it, then run the workflow again. Or set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others.",
	);
	expect(
		stepsBeforeSending([outcome('invalidRecipient')], 5, { ...IN_WORKFLOW, before: 'thisNode' }),
	).toBe(
		"Set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others. This node has sent before in this execution, as in a loop. A new run starts from the beginning.",
	);
});

it('tells an agent to wait where only time has to pass', () => {
	const steps = (...refused: Outcome[]) =>
		stepsBeforeSending(refused, 2, { ...IN_WORKFLOW, place: 'tool', before: 'unseen' });
	const [late, wrong] = [outcome('outsideWindow'), outcome('invalidRecipient')];

	expect(steps(late, late)).toBe('Once that time has come, send it.');
	expect(steps(late, wrong)).toBe('Correct or omit what is named here, then send.');
});
