/** What became of one recipient. The names are public: saved workflows compare against them. */
export type Status = 'accepted' | 'rejected' | 'unknown' | 'notSent' | 'skipped';

export const STATUSES: readonly Status[] = [
	'accepted',
	'rejected',
	'unknown',
	'notSent',
	'skipped',
];

/** Why a recipient has its status: a fixed code to compare against in a workflow. */
export type Reason =
	// accepted
	| 'accepted'
	// rejected
	| 'refusedByService'
	| 'unauthorized'
	| 'forbidden'
	| 'redirected'
	// unknown
	| 'timeout'
	| 'connectionLost'
	| 'serverError'
	| 'unreadableAnswer'
	| 'interrupted'
	// notSent
	| 'invalidRecipient'
	| 'invalidMessage'
	| 'invalidSender'
	| 'invalidParameter'
	| 'invalidCredential'
	| 'connectionRefused'
	| 'connectionBlocked'
	| 'dnsFailure'
	| 'tlsFailure'
	| 'rateLimited'
	| 'cancelled'
	| 'stopped'
	| 'overMaxSms'
	| 'balanceTooLow'
	| 'balanceUnreadable'
	| 'deduplicationUnavailable'
	| 'countryNotAllowed'
	| 'overMaxSmsPerRecipient'
	| 'expired'
	| 'outsideWindow'
	// skipped
	| 'duplicate'
	| 'excluded'
	| 'alreadySent'
	| 'notAllowed'
	| 'testRun'
	| 'dryRun';

/** One object may be shared by all recipients of a request, so it is never changed. */
export type Outcome = Readonly<{
	status: Status;
	reason: Reason;
	/** For people; the service's own words first, where it gave any. */
	explanation: string;
	/** SMS by the service's rule that were, or may have been, spent on the recipient. */
	smsCount: number;
	/** The number of the request that carried it, counted from 1 and on through the retries of a run. */
	request?: number;
	/** The service's body, untouched. */
	response?: unknown;
	/** When the send window opens next, ISO 8601. */
	sendAt?: string;
	/** The outcome is of an earlier run of the same turn; nothing was sent this time. */
	replayed?: true;
}>;

export const isFailure = ({ status }: Pick<Outcome, 'status'>): boolean =>
	status === 'rejected' || status === 'unknown' || status === 'notSent';

/** An outcome that no request was made for. */
export const withoutRequest = (
	status: 'notSent' | 'skipped' | 'unknown',
	reason: Reason,
	explanation: string,
): Outcome => ({ status, reason, explanation, smsCount: 0 });
