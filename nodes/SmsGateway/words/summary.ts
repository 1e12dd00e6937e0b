import type { Entry } from '../domain/entry';
import {
	isFailure,
	REASONS,
	STATUSES,
	type Outcome,
	type Reason,
	type Status,
} from '../domain/outcome';
import { capitalized, sentences } from '../domain/text/sentences';
import { explain, sayToModel, tellWho } from './causes';
import { counted, listInWords } from './list';

type Failed = { recipient: string; explanation: string } & Pick<Outcome, 'status' | 'reason'>;

export type Summary = Readonly<{
	recipients: { total: number } & Record<Status, number>;
	/** "100 accepted, 2 not sent": the counts that are not 0. */
	inWords: string;
	/** SMS that were, or may have been, spent in this run; replayed ones were spent before. */
	smsCount: number;
	/** In the order of the input. */
	failures: readonly Failed[];
}>;

export const MAX_FAILURES = 100;

/** Counts what became of the recipients. Nobody waits for the outcome of a sample, but it costs an SMS. */
export function summarize(
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	toModel = false,
): Summary {
	const recipients = { total: 0 } as Summary['recipients'];
	for (const status of STATUSES) recipients[status] = 0;
	let smsCount = 0;
	const failures: Failed[] = [];
	const reasons: Array<Pick<Outcome, 'reason'>> = [];
	outcomes.forEach((outcome, index) => {
		const { recipient, isSample } = entries[index]!;
		const { reason, status } = outcome;
		if (!outcome.replayed) smsCount += outcome.smsCount;
		if (isSample) return;
		recipients.total++;
		recipients[status]++;
		reasons.push({ reason });
		if (!isFailure(outcome) || failures.length === MAX_FAILURES) return;
		const explanation = toModel ? sayToModel(outcome) : explain(outcome.causes);
		failures.push({ recipient, status, reason, explanation });
	});
	return { recipients, inWords: countsInWords(reasons), smsCount, failures };
}

const WORDS_OF_STATUS: Readonly<Record<Status, string>> = {
	accepted: 'accepted',
	rejected: 'refused',
	unknown: 'unknown',
	notSent: 'not sent',
	skipped: 'skipped',
};

/** As recipients are counted, where it is not as the status says: "3 expired". */
const WORDS_OF_REASON: Readonly<Partial<Record<Reason, string>>> = {
	invalidRecipient: 'with an invalid number',
	missingValue: 'with a missing value',
	invalidMessage: 'with an invalid field',
	invalidSender: 'with an invalid field',
	invalidParameter: 'with an invalid field',
	overMaxSmsPerDay: "over 'Max SMS per Day'",
	countryNotAllowed: 'in a country that is not allowed',
	expired: "past 'Do Not Send After'",
	outsideWindow: 'outside the send window',
	duplicate: 'duplicate',
	excluded: 'excluded',
	notAllowed: "not in 'Allowed Recipients'",
	testRun: "not in 'Test Recipients'",
	evaluation: 'not sent in an evaluation',
	alreadySent: 'already sent before',
};

const EARLIER = 'accepted in an earlier attempt and not sent again';

type Counted = Pick<Outcome, 'reason' | 'replayed'>;

/** How one recipient ended, as it reads behind a count. */
const endInWords = ({ reason, replayed }: Counted): string =>
	reason === 'accepted' && replayed
		? EARLIER
		: (WORDS_OF_REASON[reason] ?? WORDS_OF_STATUS[REASONS[reason].status]);

/** Every way to end, each once, in the order in which people read counts. */
const WAYS_TO_END = (Object.keys(REASONS) as Reason[]).flatMap((reason) =>
	[{ reason }, { reason, replayed: true } as const].map(endInWords),
);

/** "100 accepted, 2 not sent": the counts that are not 0. */
export function countsInWords(outcomes: readonly Counted[]): string {
	const counts = new Map(WAYS_TO_END.map((end) => [end, 0]));
	for (const end of outcomes.map(endInWords)) counts.set(end, counts.get(end)! + 1);
	const known = [...counts].filter(([, count]) => count > 0);
	return known.map(([end, count]) => `${count} ${end}`).join(', ') || 'no recipients';
}

/** Who ended how: "Accepted: +46701740611. Not sent: +46701740612, +46701740613." */
export const endsInWords = (
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	max: number,
): string =>
	sentences(
		...STATUSES.map((status) => {
			const ended = entries.filter((_, index) => outcomes[index]!.status === status);
			const names = ended.map(({ recipient }) => recipient);
			const words = capitalized(WORDS_OF_STATUS[status]);
			return names.length > 0 && `${words}: ${listInWords(names, max)}.`;
		}),
	);

export const SEND_TO_MISSING = 'Send to only those refused or not sent.';

/** The whole run in a few sentences, and what to do next: to a model, each failure says that itself. */
export function sentenceOf({ recipients, inWords, failures }: Summary, toModel = false): string {
	const { total, rejected, notSent } = recipients;
	const missed = rejected + notSent;
	const toMissing = toModel ? tellWho(total) : SEND_TO_MISSING;
	const toAll = !toModel && 'Fix that, then send again.';
	const [first] = failures;
	return sentences(
		`${counted(total, 'recipient')}: ${inWords}.`,
		first && total > 1 && 'First not accepted:',
		first && `${first.recipient || 'no number'}. ${first.explanation}`,
		missed === 0 ? 'Do not send this again.' : missed === total ? toAll : toMissing,
	);
}
