import type { Cause, StoreFlaw } from './cause';

export const STATUSES = ['accepted', 'rejected', 'unknown', 'notSent', 'skipped'] as const;

/** What became of one recipient. The names are public: saved workflows compare against them. */
export type Status = (typeof STATUSES)[number];

type AboutReason = Readonly<{
	status: Status;
	/** No later request can end in another way: the rest is not sent. */
	haltsRun?: true;
	/** The request provably did not reach the service, and may in a moment: it is made again. */
	attemptedAgain?: true;
	/** It keeps all from being sent, and is what Preview foretells; any other such reason is an error of Preview. */
	isForetold?: true;
}>;

/** In the order in which people read counts, the good first; rows group by facts alone. docs/outcomes.md explains each. */
const TABLE = [
	[['accepted'], { status: 'accepted' }],
	[['refusedByService'], { status: 'rejected' }],
	[['unauthorized', 'forbidden', 'redirected'], { status: 'rejected', haltsRun: true }],
	[['timeout', 'connectionLost', 'serverError'], { status: 'unknown' }],
	[['seeOther'], { status: 'unknown', haltsRun: true }],
	[['unreadableAnswer', 'balanceFell', 'interrupted'], { status: 'unknown' }],
	[['invalidRecipient', 'missingValue', 'invalidMessage', 'invalidSender'], { status: 'notSent' }],
	[['invalidParameter', 'invalidCredential'], { status: 'notSent' }],
	[['overMaxSms', 'overMaxSmsPerDay', 'balanceTooLow'], { status: 'notSent', isForetold: true }],
	[['balanceUnreadable', 'deduplicationUnavailable', 'countryNotAllowed'], { status: 'notSent' }],
	[['expired', 'outsideWindow'], { status: 'notSent' }],
	[['connectionRefused', 'dnsFailure'], { status: 'notSent', attemptedAgain: true }],
	[['tlsFailure', 'connectionBlocked'], { status: 'notSent' }],
	[['proxyRefused', 'rateLimited'], { status: 'notSent', attemptedAgain: true }],
	[['cancelled'], { status: 'notSent' }],
	[['stopped'], { status: 'notSent', isForetold: true }],
	[['duplicate', 'excluded', 'notAllowed', 'testRun'], { status: 'skipped' }],
	[['evaluation', 'alreadySent'], { status: 'skipped' }],
] as const satisfies ReadonlyArray<readonly [readonly string[], AboutReason]>;

/** Why a recipient has its status: a fixed code to compare against in a workflow. */
export type Reason = (typeof TABLE)[number][0][number];

export const REASONS = Object.fromEntries(
	TABLE.flatMap(([reasons, about]) => reasons.map((reason) => [reason, about])),
) as Readonly<Record<Reason, AboutReason>>;

/** What is wrong, or what there is to say: all of it, the reason's cause first. words/ makes sentences of it. */
export type Why = Readonly<{ reason: Reason; causes: readonly Cause[] }>;

/** One object may be shared by all recipients of a request, so it is never changed. */
export type Outcome = Why &
	Readonly<{
		status: Status;
		/** SMS by the service's rule that were, or may have been, spent on the recipient. */
		smsCount: number;
		/** The number of the attempt that carried it, counted from 1 and on from the highest that earlier runs kept. */
		request?: number;
		/** The service's body, untouched. */
		response?: unknown;
		/** When the send window opens next, ISO 8601 with the offset of the workflow's zone. */
		sendAt?: string;
		/** The outcome is of an earlier run of this turn, or of another turn; nothing was sent this time. */
		replayed?: true;
	}>;

const endsAs =
	(...statuses: Status[]) =>
	({ status }: Pick<Outcome, 'status'>): boolean =>
		statuses.includes(status);

/** A failure that provably did not arrive; one that was skipped is none. */
export const didNotArrive = endsAs('rejected', 'notSent');
export const mayHaveArrived = endsAs('accepted', 'unknown');
export const isFailure = endsAs('rejected', 'notSent', 'unknown');

/** A failure for which no SMS was sent; without an outcome it may still be sent. */
export const isNotSent = (outcome: Outcome | undefined): outcome is Outcome =>
	outcome?.status === 'notSent';

export function withoutRequest(reason: Reason, causes: Outcome['causes']): Outcome {
	return { status: REASONS[reason].status, reason, causes, smsCount: 0 };
}

export const storeError = (flaw: StoreFlaw): Error => new Error(flaw);

export const notSaved = ({ message }: Error): Outcome =>
	withoutRequest('deduplicationUnavailable', [{ name: 'notSaved', error: message }]);

export const EVALUATED = withoutRequest('evaluation', [{ name: 'evaluation' }]);
export const ALREADY_SENT = withoutRequest('alreadySent', [{ name: 'alreadySent' }]);
export const INTERRUPTED = withoutRequest('interrupted', [{ name: 'interrupted' }]);
/** Because of what became of others. */
export const STOPPED = withoutRequest('stopped', [{ name: 'stopped' }]);
export const CANCELLED = withoutRequest('cancelled', [{ name: 'cancelled' }]);
