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
import { explain } from './causes';
import { listInWords } from './list';

export type Failed = { recipient: string; explanation: string } & Pick<
	Outcome,
	'status' | 'reason'
>;

export type Summary = Readonly<{
	recipients: { total: number } & Record<Status, number>;
	/** "100 accepted, 2 not sent": the counts that are not 0. */
	inWords: string;
	/** SMS that were, or may have been, spent in this run; replayed ones were spent before. */
	smsCount: number;
	/** In the order of the input. */
	failures: readonly Failed[];
	/** Why the first of them failed, as sentences. */
	why?: string;
}>;

export const MAX_FAILURES = 100;

/** Counts what became of the recipients. Nobody waits for the outcome of a sample, but it costs an SMS. */
export function summarize(entries: readonly Entry[], outcomes: readonly Outcome[]): Summary {
	const recipients = { total: 0 } as Summary['recipients'];
	for (const status of STATUSES) recipients[status] = 0;
	let smsCount = 0;
	const failures: Failed[] = [];
	const reasons: Array<Pick<Outcome, 'reason'>> = [];
	let why: string | undefined;
	outcomes.forEach((outcome, index) => {
		const { recipient, isSample } = entries[index]!;
		const { status, reason } = outcome;
		if (!outcome.replayed) smsCount += outcome.smsCount;
		if (isSample) return;
		recipients.total++;
		recipients[status]++;
		reasons.push({ reason });
		if (!isFailure(outcome) || failures.length === MAX_FAILURES) return;
		const explanation = explain(outcome.explanation);
		// The explanation of a number quotes it.
		const isQuoted = outcome.explanation[0]?.name === 'number' || recipient === '';
		why ??= isQuoted ? explanation : `${recipient}: ${explanation}`;
		failures.push({ recipient, status, reason, explanation });
	});
	return { recipients, inWords: countsInWords(reasons), smsCount, failures, why };
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
	invalidRecipient: 'invalid',
	missingValue: 'with a missing value',
	invalidMessage: 'invalid',
	invalidSender: 'invalid',
	invalidParameter: 'invalid',
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

const wordsOf = (reason: Reason): string =>
	WORDS_OF_REASON[reason] ?? WORDS_OF_STATUS[REASONS[reason].status];

/** All words of the reasons, each once, in the order of their table. */
const WORDS_OF_REASONS = [...new Set((Object.keys(REASONS) as Reason[]).map(wordsOf))];

const EARLIER = 'accepted in an earlier attempt and not sent again';

type Counted = Pick<Outcome, 'reason' | 'replayed'>;

/** How one recipient ended, as it reads behind a count or a colon. */
export const endInWords = ({ reason, replayed }: Counted): string =>
	reason === 'accepted' && replayed ? EARLIER : wordsOf(reason);

/**
 * "100 accepted, 2 not sent": the counts that are not 0.
 *
 * @param examples of some of the words, behind them in parentheses
 */
export function countsInWords(
	outcomes: readonly Counted[],
	examples: ReadonlyMap<string, string> = new Map(),
): string {
	const counts = new Map<string, number>();
	for (const outcome of outcomes) {
		const words = endInWords(outcome);
		counts.set(words, (counts.get(words) ?? 0) + 1);
	}
	const [first, ...others] = WORDS_OF_REASONS;
	const known = [first!, EARLIER, ...others].filter((words) => counts.has(words));
	return known.length === 0
		? 'no recipients'
		: known
				.map((words) => {
					const example = examples.get(words);
					return `${counts.get(words)} ${words}${example === undefined ? '' : ` (${example})`}`;
				})
				.join(', ');
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
			const words = `${capitalized(WORDS_OF_STATUS[status])}: ${listInWords(names, max)}.`;
			return names.length === 0 ? undefined : words;
		}),
	);

/** What to do next, for people and AI agents: who may get it again. */
export function adviceOf({ recipients }: Summary): string {
	const { total, rejected, notSent } = recipients;
	const missed = rejected + notSent;
	if (missed === 0) return 'Do not send this again.';
	return missed === total ? 'It was not sent.' : 'Send again only to those refused or not sent.';
}

/** The whole run in a few sentences. */
export function sentenceOf(summary: Summary): string {
	const { recipients, inWords, why } = summary;
	const isOne = recipients.total === 1;
	return sentences(
		`${recipients.total} ${isOne ? 'recipient' : 'recipients'}: ${inWords}.`,
		why && (isOne ? why : `First not accepted: ${why}`),
		adviceOf(summary),
	);
}
