import type { Cause } from './cause';

export const STATUSES = ['accepted', 'rejected', 'unknown', 'notSent', 'skipped'] as const;

/** What became of one recipient. The names are public: saved workflows compare against them. */
export type Status = (typeof STATUSES)[number];

type AboutReason = Readonly<{
	status: Status;
	/** No later request can end in another way: the rest is not sent. */
	haltsRun?: true;
	/** The request provably did not reach the service, and may in a moment: it is made again. */
	attemptedAgain?: true;
}>;

/** In the order in which people read counts: the good first. docs/outcomes.md says when each occurs. */
const TABLE = {
	accepted: { status: 'accepted' },
	refusedByService: { status: 'rejected' },
	unauthorized: { status: 'rejected', haltsRun: true },
	forbidden: { status: 'rejected', haltsRun: true },
	redirected: { status: 'rejected', haltsRun: true },
	timeout: { status: 'unknown' },
	connectionLost: { status: 'unknown' },
	serverError: { status: 'unknown' },
	seeOther: { status: 'unknown', haltsRun: true },
	unreadableAnswer: { status: 'unknown' },
	balanceFell: { status: 'unknown' },
	interrupted: { status: 'unknown' },
	invalidRecipient: { status: 'notSent' },
	missingValue: { status: 'notSent' },
	invalidMessage: { status: 'notSent' },
	invalidSender: { status: 'notSent' },
	invalidParameter: { status: 'notSent' },
	invalidCredential: { status: 'notSent' },
	overMaxSms: { status: 'notSent' },
	overMaxSmsPerDay: { status: 'notSent' },
	balanceTooLow: { status: 'notSent' },
	balanceUnreadable: { status: 'notSent' },
	deduplicationUnavailable: { status: 'notSent' },
	countryNotAllowed: { status: 'notSent' },
	expired: { status: 'notSent' },
	outsideWindow: { status: 'notSent' },
	connectionRefused: { status: 'notSent', attemptedAgain: true },
	dnsFailure: { status: 'notSent', attemptedAgain: true },
	tlsFailure: { status: 'notSent' },
	connectionBlocked: { status: 'notSent' },
	proxyRefused: { status: 'notSent', attemptedAgain: true },
	rateLimited: { status: 'notSent', attemptedAgain: true },
	cancelled: { status: 'notSent' },
	stopped: { status: 'notSent' },
	duplicate: { status: 'skipped' },
	excluded: { status: 'skipped' },
	notAllowed: { status: 'skipped' },
	testRun: { status: 'skipped' },
	evaluation: { status: 'skipped' },
	alreadySent: { status: 'skipped' },
} satisfies Record<string, AboutReason>;

/** Why a recipient has its status: a fixed code to compare against in a workflow. */
export type Reason = keyof typeof TABLE;

export const REASONS: Readonly<Record<Reason, AboutReason>> = TABLE;

/** What is wrong, or what there is to say: all of it, the reason's cause first. words/ makes sentences of it. */
export type Why = Readonly<{ reason: Reason; causes: readonly Cause[] }>;

/** One object may be shared by all recipients of a request, so it is never changed. */
export type Outcome = Why &
	Readonly<{
		status: Status;
		/** SMS by the service's rule that were, or may have been, spent on the recipient. */
		smsCount: number;
		/** The number of the attempt that carried it, counted from 1 and on through the retries of a run. */
		request?: number;
		/** The service's body, untouched. */
		response?: unknown;
		/** When the send window opens next, ISO 8601 with the offset of the workflow's zone. */
		sendAt?: string;
		/** The outcome is of an earlier run of this turn, or of another turn; nothing was sent this time. */
		replayed?: true;
	}>;

/** A failure in which the SMS provably did not arrive. */
export const didNotArrive = ({ status }: Pick<Outcome, 'status'>): boolean =>
	status === 'rejected' || status === 'notSent';

export const isFailure = (outcome: Pick<Outcome, 'status'>): boolean =>
	didNotArrive(outcome) || outcome.status === 'unknown';

/**
 * It provably did not reach the service, or was not to.
 *
 * @param outcome undefined where it may still be sent
 */
export const isNotSent = (outcome: Outcome | undefined): outcome is Outcome =>
	outcome?.status === 'notSent';

/** The SMS was accepted, or may have been. */
export const mayHaveArrived = ({ status }: Pick<Outcome, 'status'>): boolean =>
	status === 'accepted' || status === 'unknown';

/** An outcome that no request was made for. */
export const withoutRequest = (reason: Reason, causes: Outcome['causes']): Outcome => ({
	status: REASONS[reason].status,
	reason,
	causes,
	smsCount: 0,
});

/** n8n's store failed. */
export const notSaved = ({ message }: Error): Outcome =>
	withoutRequest('deduplicationUnavailable', [{ name: 'notSaved', error: message }]);

export const EVALUATED = withoutRequest('evaluation', [{ name: 'evaluation' }]);

/** An SMS with the same key was. */
export const ALREADY_SENT = withoutRequest('alreadySent', [{ name: 'alreadySent' }]);

export const INTERRUPTED = withoutRequest('interrupted', [{ name: 'interrupted' }]);

/** Because of what became of others. */
export const STOPPED = withoutRequest('stopped', [{ name: 'stopped' }]);

export const CANCELLED = withoutRequest('cancelled', [{ name: 'cancelled' }]);
