import type { Cause, Halt } from './cause';

export const STATUSES = ['accepted', 'rejected', 'unknown', 'notSent', 'skipped'] as const;

/** What became of one recipient. The names are public: saved workflows compare against them. */
export type Status = (typeof STATUSES)[number];

type AboutReason = Readonly<{
	status: Status;
	/** As recipients are counted, where it is not as the status says: "3 expired". */
	words?: string;
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
	refusedByService: { status: 'rejected' },
	unauthorized: { status: 'rejected', haltsRun: 'tokenRefused' },
	forbidden: { status: 'rejected', haltsRun: 'tokenRefused' },
	redirected: { status: 'rejected', haltsRun: 'redirected' },
	timeout: { status: 'unknown' },
	connectionLost: { status: 'unknown' },
	serverError: { status: 'unknown' },
	seeOther: { status: 'unknown', haltsRun: 'redirected' },
	unreadableAnswer: { status: 'unknown' },
	balanceFell: { status: 'unknown' },
	interrupted: { status: 'unknown' },
	invalidRecipient: { status: 'notSent', words: 'invalid' },
	missingValue: { status: 'notSent', words: 'with a missing value' },
	invalidMessage: { status: 'notSent', words: 'invalid' },
	invalidSender: { status: 'notSent', words: 'invalid' },
	invalidParameter: { status: 'notSent', words: 'invalid' },
	invalidCredential: { status: 'notSent' },
	overMaxSms: { status: 'notSent' },
	overMaxSmsPerDay: { status: 'notSent', words: "over 'Max SMS per Day'" },
	balanceTooLow: { status: 'notSent' },
	balanceUnreadable: { status: 'notSent' },
	deduplicationUnavailable: { status: 'notSent' },
	countryNotAllowed: { status: 'notSent', words: 'in a country that is not allowed' },
	expired: { status: 'notSent', words: "past 'Do Not Send After'" },
	outsideWindow: { status: 'notSent', words: 'outside the send window' },
	connectionRefused: { status: 'notSent', attemptedAgain: true },
	dnsFailure: { status: 'notSent', attemptedAgain: true },
	tlsFailure: { status: 'notSent' },
	connectionBlocked: { status: 'notSent' },
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

export const WORDS_OF_STATUS: Readonly<Record<Status, string>> = {
	accepted: 'accepted',
	rejected: 'refused',
	unknown: 'unknown',
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
