import type { Cause } from './cause';
import type { Reason } from './outcome';

/** What makes an entry unsendable, found before anything is sent: all that is wrong with it, the reason's cause first. */
export type Problem = Readonly<{ reason: Reason; causes: readonly Cause[] }>;

/** Carries a problem to where it is told. */
export class ProblemError extends Error {
	constructor(readonly problem: Problem) {
		super(problem.reason);
	}
}

/** @throws ProblemError */
export function refuse(cause: Cause, reason: Reason = 'invalidParameter'): never {
	throw new ProblemError({ reason, causes: [cause] });
}

/** Any other error is one of n8n's. */
export const problemOf = (error: unknown): Problem =>
	error instanceof ProblemError
		? error.problem
		: { reason: 'invalidParameter', causes: [{ name: 'thrown', error: (error as Error).message }] };

/** One recipient of one input item: the unit that ends with exactly one outcome. */
export type Entry = {
	/** Index of the input item it came from. */
	readonly item: number;
	readonly senderId: string;
	readonly message: string;
	/** E.164 with its +; where it is invalid, the value as it was given, shortened. */
	readonly recipient: string;
	/** As `phoneOf` names it. */
	readonly phone: string;
	/** Another country's mobile that its digits are too, where the default country decided. */
	readonly other?: string;
	/** Deduplication key; empty means off. */
	readonly key: string;
	/** Whether 'Skip Repeats' has made the key. */
	readonly isRepeatKey?: true;
	/** What makes it the same SMS, where the message has a link too. */
	readonly text?: string;
	/** Items behind its own that ask for the same SMS. */
	readonly equals?: readonly number[];
	/** In a Retry of the execution, its keys beside its own one. */
	readonly retryKeys?: readonly string[];
	/** From this instant on it is not sent, in milliseconds since 1970. */
	readonly expiresAt?: number;
	/** Nobody in the list: one who tries the workflow gets the SMS of this item. No item is output. */
	readonly isSample?: true;
	/** What was replaced in the message by plain characters, such as "’ → '". */
	readonly replaced?: string;
	readonly problem?: Problem;
};

/** One request's worth: a text from a sender to one or many recipients. */
export type Message = Readonly<{
	senderId: string;
	message: string;
	recipients: readonly string[];
}>;
