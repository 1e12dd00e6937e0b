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
	/** As recipients are counted: "3 not sent". */
	words: string;
	/** For docs/outcomes.md. */
	when: string;
	/** Absent where time may be enough. */
	fix?: Fix;
	/** Why no later request can end in another way: the rest is not sent. */
	haltsRun?: string;
	/** The request provably did not reach the service, and may in a moment: it is made again. */
	attemptedAgain?: true;
}>;

const REFUSED = 'refused by the service';
const UNKNOWN = 'unknown (may have been sent)';
const TOKEN_REFUSED = 'the service does not accept the access token';
const REDIRECTED = 'the service redirects to another address';

/**
 * Every reason, in the order in which people read counts: the good first. Outcomes, Preview, hints,
 * errors and the lists in docs/outcomes.md are made from it.
 */
const TABLE = {
	accepted: {
		status: 'accepted',
		words: 'accepted',
		when: 'HTTP 200 with an empty body or JSON without `status: "error"`; another 2xx with `status: "success"`',
	},
	refusedByService: {
		status: 'rejected',
		words: REFUSED,
		when: 'HTTP 200 with `status: "error"`, or a 4xx except 401, 403, 408 and 429',
		fix: 'cause',
	},
	unauthorized: {
		status: 'rejected',
		words: REFUSED,
		when: 'HTTP 401',
		fix: 'credential',
		haltsRun: TOKEN_REFUSED,
	},
	forbidden: {
		status: 'rejected',
		words: REFUSED,
		when: 'HTTP 403',
		fix: 'credential',
		haltsRun: TOKEN_REFUSED,
	},
	redirected: {
		status: 'rejected',
		words: REFUSED,
		when: 'HTTP 301, 307, 308, or 302 to the same path elsewhere; none is followed',
		fix: 'credential',
		haltsRun: REDIRECTED,
	},
	timeout: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'no response within *Timeout*',
	},
	connectionLost: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'the connection was lost after the request may have been sent',
	},
	serverError: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'HTTP 5xx or 408, whatever the body says',
	},
	seeOther: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'HTTP 303 or another redirect, as servers send after the work is done',
		fix: 'credential',
		haltsRun: REDIRECTED,
	},
	unreadableAnswer: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'HTTP 200 that is not JSON or is larger than 1 MB, or another 2xx',
	},
	interrupted: {
		status: 'unknown',
		words: UNKNOWN,
		when: 'an earlier run ended while the SMS was in progress',
	},
	invalidRecipient: {
		status: 'notSent',
		words: 'invalid',
		when: 'it is not a phone number, or not exactly one',
		fix: 'items',
	},
	missingValue: {
		status: 'notSent',
		words: 'with a missing value',
		when: 'a field or an expression gave no value',
		fix: 'items',
	},
	invalidMessage: {
		status: 'notSent',
		words: 'invalid',
		when: 'the message is empty or not a text',
		fix: 'items',
	},
	invalidSender: {
		status: 'notSent',
		words: 'invalid',
		when: 'the sender ID is empty or not a text',
		fix: 'items',
	},
	invalidParameter: {
		status: 'notSent',
		words: 'invalid',
		when: 'a setting cannot be read or used',
		fix: 'node',
	},
	invalidCredential: {
		status: 'notSent',
		words: 'not sent',
		when: 'the credential is missing or cannot be used',
		fix: 'credential',
	},
	overMaxSms: {
		status: 'notSent',
		words: 'not sent',
		when: 'all of it needs more than *Max SMS*',
		fix: 'node',
	},
	balanceTooLow: {
		status: 'notSent',
		words: 'not sent',
		when: 'all of it costs more than the balance (*Check Balance*)',
		fix: 'service',
	},
	balanceUnreadable: {
		status: 'notSent',
		words: 'not sent',
		when: 'the balance could not be read (*Check Balance*)',
		fix: 'cause',
	},
	deduplicationUnavailable: {
		status: 'notSent',
		words: 'not sent',
		when: 'the key could not be stored',
	},
	countryNotAllowed: {
		status: 'notSent',
		words: 'in a country that is not allowed',
		when: 'its country is not in *Allowed Countries*',
		fix: 'node',
	},
	overMaxSmsPerRecipient: {
		status: 'notSent',
		words: 'with a message that is too long',
		when: 'the message needs more than *Max SMS per Recipient*',
		fix: 'node',
	},
	expired: {
		status: 'notSent',
		words: 'expired',
		when: '*Do Not Send After* has passed',
		fix: 'node',
	},
	outsideWindow: {
		status: 'notSent',
		words: 'outside the send window',
		when: 'outside the *Send Window*; `sendAt` says when it opens next',
		fix: 'time',
	},
	connectionRefused: {
		status: 'notSent',
		words: 'not sent',
		when: 'no connection, after *Max Attempts*',
		attemptedAgain: true,
	},
	dnsFailure: {
		status: 'notSent',
		words: 'not sent',
		when: 'the host name was not found, after *Max Attempts*',
		attemptedAgain: true,
	},
	tlsFailure: {
		status: 'notSent',
		words: 'not sent',
		when: 'no secure connection, such as with an expired certificate',
		fix: 'service',
	},
	connectionBlocked: {
		status: 'notSent',
		words: 'not sent',
		when: 'n8n does not allow requests to this address',
		fix: 'service',
	},
	rateLimited: {
		status: 'notSent',
		words: 'not sent',
		when: 'HTTP 429 after *Max Attempts* or after too long a wait',
		attemptedAgain: true,
	},
	cancelled: {
		status: 'notSent',
		words: 'not sent',
		when: 'the execution was stopped or timed out before its request started',
	},
	stopped: {
		status: 'notSent',
		words: 'not sent',
		when: 'an earlier failure ended the run',
	},
	duplicate: {
		status: 'skipped',
		words: 'duplicate',
		when: 'an earlier item sends the same SMS to this number, and their keys do not differ',
	},
	excluded: {
		status: 'skipped',
		words: 'excluded',
		when: 'it is among *Excluded Recipients*',
	},
	notAllowed: {
		status: 'skipped',
		words: "not in 'Allowed Recipients'",
		when: 'it is not among *Allowed Recipients*',
	},
	testRun: {
		status: 'skipped',
		words: "not in 'Test Recipients'",
		when: 'started by hand, and not among *Test Recipients*',
	},
	dryRun: {
		status: 'skipped',
		words: 'not sent in this dry run',
		when: '*Dry Run* is on',
	},
	alreadySent: {
		status: 'skipped',
		words: 'already sent before',
		when: 'an SMS with this key, or the same SMS with *Skip Repeats*, was accepted earlier',
	},
} satisfies Record<string, AboutReason>;

/** Why a recipient has its status: a fixed code to compare against in a workflow. */
export type Reason = keyof typeof TABLE;

export const REASONS: Readonly<Record<Reason, AboutReason>> = TABLE;

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
