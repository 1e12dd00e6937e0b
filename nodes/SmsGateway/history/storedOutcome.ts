import type { Outcome } from '../domain/outcome';

/** An outcome as the ledger keeps it: recipients that ended alike share one. */
export type StoredOutcome = Omit<Outcome, 'request' | 'replayed'>;

/** Characters of JSON for outcomes that differ, as where each response has its own number. */
export const ROOM_FOR_DIFFERENCES = 300_000;

/** A body larger than this is not worth its place in every saved execution. Characters of JSON. */
const MAX_KEPT_RESPONSE = 2_000;

const MAX_EXPLANATION = 1_000;

const shortened = (text: string): string =>
	text.length > MAX_EXPLANATION ? `${text.slice(0, MAX_EXPLANATION)}…` : text;

const NOT_KEPT =
	'This is the outcome of an earlier attempt. Its response was not kept, because too many responses differed.';

/** What is kept of an outcome where there is no room for its own words. */
export const brief = ({ status, reason, smsCount }: StoredOutcome): StoredOutcome => ({
	status,
	reason,
	explanation: NOT_KEPT,
	smsCount,
});

export const isBrief = ({ explanation }: StoredOutcome): boolean => explanation === NOT_KEPT;

/** What is kept of an outcome where n8n is to redact the execution's data. */
export const redacted = ({ status, reason, smsCount }: StoredOutcome): StoredOutcome => ({
	status,
	reason,
	explanation:
		'This is the outcome of an earlier attempt. Its words were not kept, because this workflow redacts execution data.',
	smsCount,
});

/** What is kept of an outcome, without what its group says. */
export function stored({
	status,
	reason,
	explanation,
	smsCount,
	response,
}: Outcome): StoredOutcome {
	const kept = { status, reason, explanation: shortened(explanation), smsCount };
	if (response === undefined || JSON.stringify(response).length > MAX_KEPT_RESPONSE) {
		return kept;
	}
	return { ...kept, response };
}
