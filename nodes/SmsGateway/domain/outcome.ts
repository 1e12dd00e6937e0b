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
	/** When it occurs, as docs/outcomes.md says it. */
	when: string;
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
 * Every reason, in the order in which people read counts: the good first. Outcomes, Preview, hints,
 * errors and the lists in docs/outcomes.md are made from it.
 */
const TABLE = {
	accepted: {
		status: 'accepted',
		when: 'HTTP 200 with an empty body, or a JSON object with no sign of failure; another 2xx with `status: "success"`',
	},
	refusedByService: {
		status: 'rejected',
		when: 'HTTP 200 with `status: "error"` in any case of letters, or a 4xx except 401, 403, 408 and 429',
		fix: 'cause',
	},
	unauthorized: {
		status: 'rejected',
		when: 'HTTP 401',
		fix: 'credential',
		haltsRun: 'tokenRefused',
	},
	forbidden: { status: 'rejected', when: 'HTTP 403', fix: 'credential', haltsRun: 'tokenRefused' },
	redirected: {
		status: 'rejected',
		when: 'HTTP 301, 307, 308, or 302 to the same path elsewhere; none is followed',
		fix: 'credential',
		haltsRun: 'redirected',
	},
	timeout: { status: 'unknown', when: 'no response within *Timeout*' },
	connectionLost: {
		status: 'unknown',
		when: 'the connection was lost after the request may have been sent',
	},
	serverError: { status: 'unknown', when: 'HTTP 5xx or 408, whatever the body says' },
	seeOther: {
		status: 'unknown',
		when: 'HTTP 303 or another redirect, as servers send after the work is done',
		fix: 'credential',
		haltsRun: 'redirected',
	},
	unreadableAnswer: {
		status: 'unknown',
		when: 'HTTP 200 that is no JSON object, is cut off, is larger than 1 MB, or says that it failed without `status: "error"`: a `status` of `failed`, `failure`, `fail`, `rejected`, `denied`, `invalid`, `false` or a number from 400 on, `success: false`, an `error` or `errors`; another 2xx',
	},
	balanceFell: {
		status: 'unknown',
		when: 'the service refused a request of several recipients, but took more from the balance than the accepted SMS cost (*Check Balance*)',
	},
	interrupted: { status: 'unknown', when: 'an earlier run ended while the SMS was in progress' },
	invalidRecipient: {
		status: 'notSent',
		when: 'it is not a phone number, or not exactly one',
		words: 'invalid',
		fix: 'items',
	},
	missingValue: {
		status: 'notSent',
		when: 'a field or an expression gave no value',
		words: 'with a missing value',
		fix: 'items',
	},
	invalidMessage: {
		status: 'notSent',
		when: 'the message is empty or not a text',
		words: 'invalid',
		fix: 'items',
	},
	invalidSender: {
		status: 'notSent',
		when: 'the sender ID is empty or not a text',
		words: 'invalid',
		fix: 'items',
	},
	invalidParameter: {
		status: 'notSent',
		when: 'a setting cannot be read or used',
		words: 'invalid',
		fix: 'node',
	},
	invalidCredential: {
		status: 'notSent',
		when: 'the credential is missing or cannot be used',
		fix: 'credential',
	},
	overMaxSms: {
		status: 'notSent',
		when: 'with it, this execution would need more than *Max SMS per Execution*',
		fix: 'node',
	},
	overMaxSmsPerDay: {
		status: 'notSent',
		when: 'with it, this node would send more than *Max SMS per Day*',
		words: "over 'Max SMS per Day'",
		fix: 'time',
	},
	balanceTooLow: {
		status: 'notSent',
		when: 'all of it costs more than the balance (*Check Balance*)',
		fix: 'service',
	},
	balanceUnreadable: {
		status: 'notSent',
		when: 'the balance could not be read (*Check Balance*)',
		fix: 'cause',
	},
	deduplicationUnavailable: {
		status: 'notSent',
		when: 'the key, or the count of the day, could not be stored',
	},
	countryNotAllowed: {
		status: 'notSent',
		when: 'its country is not in *Allowed Countries*',
		words: 'in a country that is not allowed',
		fix: 'node',
	},
	expired: {
		status: 'notSent',
		when: '*Do Not Send After* has passed',
		words: "past 'Do Not Send After'",
		fix: 'node',
	},
	outsideWindow: {
		status: 'notSent',
		when: 'outside the *Send Window*; `sendAt` says when it opens next',
		words: 'outside the send window',
		fix: 'time',
	},
	connectionRefused: {
		status: 'notSent',
		when: 'no connection, after three attempts',
		attemptedAgain: true,
	},
	dnsFailure: {
		status: 'notSent',
		when: 'the host name was not found, after three attempts',
		attemptedAgain: true,
	},
	tlsFailure: {
		status: 'notSent',
		when: 'no secure connection, such as with an expired certificate',
		fix: 'service',
	},
	connectionBlocked: {
		status: 'notSent',
		when: 'n8n does not allow requests to this address',
		fix: 'service',
	},
	proxyRefused: {
		status: 'notSent',
		when: 'a proxy refused the connection to an https address, after three attempts',
		attemptedAgain: true,
	},
	rateLimited: {
		status: 'notSent',
		when: 'HTTP 429 after three attempts or after too long a wait',
		attemptedAgain: true,
	},
	cancelled: {
		status: 'notSent',
		when: 'the execution was stopped or timed out before its request started',
	},
	stopped: { status: 'notSent', when: 'an earlier failure ended the run' },
	duplicate: {
		status: 'skipped',
		when: 'an earlier item sends the same SMS to this number, and their keys do not differ',
		words: 'duplicate',
	},
	excluded: { status: 'skipped', when: 'it is among *Excluded Recipients*', words: 'excluded' },
	notAllowed: {
		status: 'skipped',
		when: 'it is not among *Allowed Recipients*',
		words: "not in 'Allowed Recipients'",
	},
	testRun: {
		status: 'skipped',
		when: 'started by hand, and not among *Test Recipients*',
		words: "not in 'Test Recipients'",
	},
	evaluation: {
		status: 'skipped',
		when: 'n8n evaluates the workflow',
		words: 'not sent in an evaluation',
	},
	alreadySent: {
		status: 'skipped',
		when: 'an SMS with this key, or the same SMS with *Skip Repeats*, was accepted earlier; or another retry of this execution has sent it',
		words: 'already sent before',
	},
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
	/** When the send window opens next, ISO 8601. */
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
