import { REASONS, STATUSES, type Outcome, type Reason, type Status } from '../domain/outcome';
import type { Ended, Summary } from '../domain/summary';
import { capitalized, counted, listInWords, sentences } from '../domain/text/sentences';
import { tally } from '../domain/text/tally';
import { adviceToModel, explain, explainToModel, NOT_AGAIN, tellWho } from './causes';
import plain from './plain.json';

const WORDS_OF_STATUS: Readonly<Record<Status, string>> = plain.status;

/** As recipients are counted, where it is not as the status says; and to a model, which knows no settings. */
const WORDS_OF_REASON: Readonly<Partial<Record<Reason, string>>> = plain.reason;
const REASONS_TO_MODEL: typeof WORDS_OF_REASON = { ...plain.reason, ...plain.reasonToModel };

type Counted = Pick<Outcome, 'reason' | 'replayed'>;

function endInWords({ reason, replayed }: Counted, toModel: boolean): string {
	if (reason === 'accepted' && replayed) return 'accepted in an earlier attempt and not sent again';
	const words = toModel ? REASONS_TO_MODEL : WORDS_OF_REASON;
	return words[reason] ?? WORDS_OF_STATUS[REASONS[reason].status];
}

/** Every way to end, in the order in which people read counts. */
const WAYS_TO_END = (Object.keys(REASONS) as Reason[]).flatMap((reason): Counted[] => [
	{ reason },
	{ reason, replayed: true },
]);

/** "100 accepted, 2 not sent": the counts that are not 0. */
export function countsInWords(outcomes: readonly Counted[], toModel = false): string {
	const inWords = (one: Counted) => endInWords(one, toModel);
	const ends = WAYS_TO_END.map(inWords);
	const counts = tally(outcomes.map(inWords));
	counts.sort(([one], [other]) => ends.indexOf(one) - ends.indexOf(other));
	return counts.map(([end, count]) => `${count} ${end}`).join(', ') || 'no recipients';
}

/** Who ended how: "Accepted: +46701740611. Not sent: +46701740612, +46701740613." */
export const endsInWords = (all: readonly Ended[], max: number, toModel = false): string =>
	sentences(
		...STATUSES.map((status) => {
			const ended = all.filter((one) => one.status === status && one.reason !== 'duplicate');
			const names = ended.map(({ recipient }) => recipient);
			const isDoubtful = toModel && status === 'unknown';
			const words = isDoubtful ? 'May have been sent' : capitalized(WORDS_OF_STATUS[status]);
			return names.length > 0 && `${words}: ${listInWords(names, max)}.`;
		}),
	);

/** Of each way to end. */
export const MAX_NAMED_TO_MODEL = 100;

/** To a model, which knows no node. */
export const NOTHING_NOW = 'Nothing was sent now.';
export const SEND_TO_MISSING = 'Send only to those refused or not sent.';

/** The whole run in a few sentences, and what to do next. */
export function sentenceOf(
	{ recipients, ends, failures, keptOut, smsCount }: Summary,
	toModel = false,
): string {
	const { total, rejected, notSent, skipped, unknown } = recipients;
	const missed = rejected + notSent;
	const first = failures.find(({ reason }) => reason !== 'stopped') ?? failures[0];
	const told = toModel && first ? explainToModel(first.causes).text : undefined;
	const all = failures.flatMap(({ causes }) => causes);
	const toMissing = toModel ? tellWho(total, true) : SEND_TO_MISSING;
	const toAll = toModel ? adviceToModel(all, total) : 'Fix that, then send again.';
	const isNone = toModel && skipped === total;
	const isTest = !toModel && ends.some(({ reason }) => reason === 'testRun');
	const accepted = sentences(toModel && skipped > 0 && 'Tell the user.', NOT_AGAIN);
	const toNobody = toModel && unknown > 0 ? tellWho(total, false) : !isTest && accepted;
	const named = toModel && keptOut.length > 0 && !isNone;
	return sentences(
		`${counted(total, 'recipient')}: ${countsInWords(ends, toModel)}.`,
		named && `Skipped: ${listInWords(keptOut, MAX_NAMED_TO_MODEL)}.`,
		isNone && smsCount === 0 && NOTHING_NOW,
		first && total > 1 && 'First not accepted:',
		first && `${first.recipient || 'no number'}. ${told ?? explain(first.causes)}`,
		missed === 0 ? toNobody : missed === total ? toAll : toMissing,
	);
}
