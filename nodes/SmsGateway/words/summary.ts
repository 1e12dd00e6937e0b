import type { Entry } from '../domain/entry';
import {
	isFailure,
	REASONS,
	STATUSES,
	wordsOf,
	type Outcome,
	type Reason,
	type Status,
} from '../domain/outcome';
import { capitalized, sentences } from '../domain/text/sentences';
import { explain } from './causes';

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

/** Counts what became of the recipients. */
export function summarize(entries: readonly Entry[], outcomes: readonly Outcome[]): Summary {
	const recipients = { total: entries.length } as Summary['recipients'];
	for (const status of STATUSES) recipients[status] = 0;
	let smsCount = 0;
	const failures: Failed[] = [];
	let why: string | undefined;
	outcomes.forEach((outcome, index) => {
		recipients[outcome.status]++;
		if (!outcome.replayed) smsCount += outcome.smsCount;
		if (!isFailure(outcome) || failures.length === MAX_FAILURES) return;
		const { status, reason } = outcome;
		const { item, recipient } = entries[index]!;
		const explanation = explain(outcome.explanation, item);
		// The explanation of a number quotes it.
		const isQuoted = outcome.explanation[0]?.name === 'number' || recipient === '';
		why ??= isQuoted ? explanation : `${recipient}: ${explanation}`;
		failures.push({ recipient, status, reason, explanation });
	});
	const inWords = countsInWords(outcomes.map(({ reason }) => ({ reason })));
	return {
		recipients,
		inWords,
		smsCount,
		failures,
		why,
	};
}

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

const MAX_NAMED = 20;

/** "A, B and 3 more" */
export function listInWords(names: readonly string[], max: number): string {
	const listed = names.slice(0, max).join(', ');
	return names.length > max ? `${listed} and ${names.length - max} more` : listed;
}

/** Who ended how: "Accepted: +46701740611. Not sent: +46701740612." */
export function namesInWords(
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	max = MAX_NAMED,
): string {
	const ends = WORDS_OF_REASONS.flatMap((words) => {
		const named = entries.filter((_, index) => wordsOf(outcomes[index]!.reason) === words);
		if (named.length === 0) return [];
		const names = named.map(({ recipient }) => recipient);
		return [`${capitalized(words)}: ${listInWords(names, max)}.`];
	});
	return sentences(...ends);
}

/** What to do next, for people and AI agents, in words that are clear about sending again. */
export function adviceOf({ recipients }: Summary): string {
	const { total, accepted, unknown, rejected, notSent } = recipients;
	const missed = rejected + notSent;
	if (missed === 0) {
		if (unknown > 0) return 'Do not send this again: the SMS may have arrived.';
		return accepted > 0
			? 'Do not send this again.'
			: 'All recipients were skipped. Do not send this again.';
	}
	if (missed === total) return 'It was not sent. Send it again only after fixing the cause.';
	return sentences(
		accepted > 0 ? 'Do not send again to those accepted.' : undefined,
		unknown > 0 ? 'Do not send again to those unknown: they may have the SMS already.' : undefined,
		'Those refused or not sent did not get it: send again to them only, after fixing the cause.',
	);
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
