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
	haltsRun?: string;
	/** The request provably did not reach the service, and may in a moment: it is made again. */
	attemptedAgain?: true;
}>;

const TOKEN_REFUSED = 'the service does not accept the access token';
const REDIRECTED = 'the service redirects to another address';

/**
 * Every reason, in the order in which people read counts: the good first. Outcomes, Preview, hints
 * and errors are made from it; docs/outcomes.md names each.
 */
const TABLE = {
	accepted: { status: 'accepted' },
	refusedByService: { status: 'rejected', fix: 'cause' },
	unauthorized: { status: 'rejected', fix: 'credential', haltsRun: TOKEN_REFUSED },
	forbidden: { status: 'rejected', fix: 'credential', haltsRun: TOKEN_REFUSED },
	redirected: { status: 'rejected', fix: 'credential', haltsRun: REDIRECTED },
	timeout: { status: 'unknown' },
	connectionLost: { status: 'unknown' },
	serverError: { status: 'unknown' },
	seeOther: { status: 'unknown', fix: 'credential', haltsRun: REDIRECTED },
	unreadableAnswer: { status: 'unknown' },
	interrupted: { status: 'unknown' },
	invalidRecipient: { status: 'notSent', words: 'invalid', fix: 'items' },
	missingValue: { status: 'notSent', words: 'with a missing value', fix: 'items' },
	invalidMessage: { status: 'notSent', words: 'invalid', fix: 'items' },
	invalidSender: { status: 'notSent', words: 'invalid', fix: 'items' },
	invalidParameter: { status: 'notSent', words: 'invalid', fix: 'node' },
	invalidCredential: { status: 'notSent', fix: 'credential' },
	overMaxSms: { status: 'notSent', fix: 'node' },
	balanceTooLow: { status: 'notSent', fix: 'service' },
	balanceUnreadable: { status: 'notSent', fix: 'cause' },
	deduplicationUnavailable: { status: 'notSent' },
	countryNotAllowed: { status: 'notSent', words: 'in a country that is not allowed', fix: 'node' },
	overMaxSmsPerRecipient: {
		status: 'notSent',
		words: 'with a message that is too long',
		fix: 'node',
	},
	expired: { status: 'notSent', words: 'expired', fix: 'node' },
	outsideWindow: { status: 'notSent', words: 'outside the send window', fix: 'time' },
	connectionRefused: { status: 'notSent', attemptedAgain: true },
	dnsFailure: { status: 'notSent', attemptedAgain: true },
	tlsFailure: { status: 'notSent', fix: 'service' },
	connectionBlocked: { status: 'notSent', fix: 'service' },
	rateLimited: { status: 'notSent', attemptedAgain: true },
	cancelled: { status: 'notSent' },
	stopped: { status: 'notSent' },
	duplicate: { status: 'skipped', words: 'duplicate' },
	excluded: { status: 'skipped', words: 'excluded' },
	notAllowed: { status: 'skipped', words: "not in 'Allowed Recipients'" },
	testRun: { status: 'skipped', words: "not in 'Test Recipients'" },
	dryRun: { status: 'skipped', words: 'not sent in this dry run' },
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
export const withoutRequest = (reason: Reason, explanation: string): Outcome => ({
	status: REASONS[reason].status,
	reason,
	explanation,
	smsCount: 0,
});

export const CANCELLED = withoutRequest(
	'cancelled',
	'Not sent: the execution was cancelled before its request started.',
);
