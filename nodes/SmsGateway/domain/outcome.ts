import type { Cause, Halt } from './cause';

export const STATUSES = ['accepted', 'rejected', 'unknown', 'notSent', 'skipped'] as const;

/** What became of one recipient. The names are public: saved workflows compare against them. */
export type Status = (typeof STATUSES)[number];

/** What has to change before another attempt can end in another way. */
export type Fix =
	/** The credential, which every attempt reads again. */
	| 'credential'
	/** Something outside of n8n, such as the account at the SMS service. */
	| 'service'
	/** A setting of the node. A retry reads it only from the workflow as it is saved now. */
	| 'node'
	/** The items. A retry has those of the first attempt. */
	| 'items'
	/** Nothing: it passes at a known time. */
	| 'time'
	/** Only those who read the explanation can tell: one of these. */
	| 'cause';

type AboutReason = Readonly<{
	status: Status;
	/** As recipients are counted, where it is not as the status says: "3 expired". */
	words?: string;
	/** Absent where time may be enough. */
	fix?: Fix;
	/** Why no later request can end in another way: the rest is not sent. */
	haltsRun?: Halt;
	/** The request provably did not reach the service, and may in a moment: it is made again. */
	attemptedAgain?: true;
}>;

/**
 * Every reason, in the order in which people read counts: the good first. docs/outcomes.md says when
 * each occurs.
 */
const TABLE = {
	accepted: { status: 'accepted' },
	refusedByService: { status: 'rejected', fix: 'cause' },
	unauthorized: { status: 'rejected', fix: 'credential', haltsRun: 'tokenRefused' },
	forbidden: { status: 'rejected', fix: 'credential', haltsRun: 'tokenRefused' },
	redirected: { status: 'rejected', fix: 'credential', haltsRun: 'redirected' },
	timeout: { status: 'unknown' },
	connectionLost: { status: 'unknown' },
	serverError: { status: 'unknown' },
	seeOther: { status: 'unknown', fix: 'credential', haltsRun: 'redirected' },
	unreadableAnswer: { status: 'unknown' },
	balanceFell: { status: 'unknown' },
	interrupted: { status: 'unknown' },
	invalidRecipient: { status: 'notSent', words: 'invalid', fix: 'items' },
	missingValue: { status: 'notSent', words: 'with a missing value', fix: 'items' },
	invalidMessage: { status: 'notSent', words: 'invalid', fix: 'items' },
	invalidSender: { status: 'notSent', words: 'invalid', fix: 'items' },
	invalidParameter: { status: 'notSent', words: 'invalid', fix: 'node' },
	invalidCredential: { status: 'notSent', fix: 'credential' },
	overMaxSms: { status: 'notSent', fix: 'node' },
	overMaxSmsPerDay: { status: 'notSent', words: "over 'Max SMS per Day'", fix: 'time' },
	balanceTooLow: { status: 'notSent', fix: 'service' },
	balanceUnreadable: { status: 'notSent', fix: 'cause' },
	deduplicationUnavailable: { status: 'notSent' },
	countryNotAllowed: { status: 'notSent', words: 'in a country that is not allowed', fix: 'node' },
	expired: { status: 'notSent', words: "past 'Do Not Send After'", fix: 'node' },
	outsideWindow: { status: 'notSent', words: 'outside the send window', fix: 'time' },
	connectionRefused: { status: 'notSent', attemptedAgain: true },
	dnsFailure: { status: 'notSent', attemptedAgain: true },
	tlsFailure: { status: 'notSent', fix: 'service' },
	connectionBlocked: { status: 'notSent', fix: 'service' },
	proxyRefused: { status: 'notSent', attemptedAgain: true },
	rateLimited: { status: 'notSent', attemptedAgain: true },
	cancelled: { status: 'notSent' },
	stopped: { status: 'notSent' },
	duplicate: { status: 'skipped', words: 'duplicate' },
	excluded: { status: 'skipped', words: 'excluded' },
	notAllowed: { status: 'skipped', words: "not in 'Allowed Recipients'" },
	testRun: { status: 'skipped', words: "not in 'Test Recipients'" },
	evaluation: { status: 'skipped', words: 'not sent in an evaluation' },
	alreadySent: { status: 'skipped', words: 'already sent before' },
} satisfies Record<string, AboutReason>;

/** Why a recipient has its status: a fixed code to compare against in a workflow. */
export type Reason = keyof typeof TABLE;

export const REASONS: Readonly<Record<Reason, AboutReason>> = TABLE;

const WORDS_OF_STATUS: Readonly<Record<Status, string>> = {
	accepted: 'accepted',
	rejected: 'refused by the service',
	unknown: 'unknown (may have been sent)',
	notSent: 'not sent',
	skipped: 'skipped',
};

/** As recipients are counted: "3 not sent". */
export const wordsOf = (reason: Reason): string =>
	REASONS[reason].words ?? WORDS_OF_STATUS[REASONS[reason].status];

/** One object may be shared by all recipients of a request, so it is never changed. */
export type Outcome = Readonly<{
	status: Status;
	reason: Reason;
	/** What words/ makes sentences of. */
	explanation: readonly Cause[];
	/** SMS by the service's rule that were, or may have been, spent on the recipient. */
	smsCount: number;
	/** The number of the request that carried it, counted from 1 and on through the retries of a run. */
	request?: number;
	/** The service's body, untouched. */
	response?: unknown;
	/** When the send window opens next, ISO 8601 with the offset of the workflow's zone. */
	sendAt?: string;
	/** The outcome is of an earlier run of this turn, or of another turn; nothing was sent this time. */
	replayed?: true;
}>;

export const isFailure = ({ status }: Pick<Outcome, 'status'>): boolean =>
	status === 'rejected' || status === 'unknown' || status === 'notSent';

/** The SMS was accepted, or may have been. */
export const mayHaveArrived = ({ status }: Pick<Outcome, 'status'>): boolean =>
	status === 'accepted' || status === 'unknown';

/** What has to change before another attempt can end in another way; undefined where time may be enough. */
export function fixOf(outcome: Pick<Outcome, 'reason' | 'explanation'>): Fix | undefined {
	const isForEver = outcome.explanation.some(
		(cause) =>
			(cause.name === 'outsideWindow' && cause.opens === undefined) ||
			(cause.name === 'overDailyLimit' && cause.sms > cause.most),
	);
	return isForEver ? 'node' : REASONS[outcome.reason].fix;
}

/** An outcome that no request was made for. */
export const withoutRequest = (reason: Reason, explanation: Outcome['explanation']): Outcome => ({
	status: REASONS[reason].status,
	reason,
	explanation,
	smsCount: 0,
});

export const alsoSaying = (outcome: Outcome, ...causes: readonly Cause[]): Outcome => ({
	...outcome,
	explanation: [...outcome.explanation, ...causes],
});

/** n8n's store failed. */
export const notSaved = (what: 'key' | 'count', { message }: Error): Outcome =>
	withoutRequest('deduplicationUnavailable', [{ name: 'notSaved', what, error: message }]);

export const EVALUATED = withoutRequest('evaluation', [{ name: 'evaluation' }]);

export const CANCELLED = withoutRequest('cancelled', [{ name: 'cancelled' }]);
