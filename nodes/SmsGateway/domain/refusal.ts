import type { Cause } from './cause';
import type { Reason, Why } from './outcome';

export class RefusedError extends Error {
	constructor(readonly why: Why) {
		super(why.reason);
	}
}

/**
 * Most causes are about a parameter; where another reason fits better, it is given.
 *
 * @throws RefusedError
 */
export function refuse(cause: Cause, reason: Reason = 'invalidParameter'): never {
	throw new RefusedError({ reason, causes: [cause] });
}

/** Any other error is one of n8n's. */
export const whyOf = (error: unknown): Why =>
	error instanceof RefusedError
		? error.why
		: { reason: 'invalidParameter', causes: [{ name: 'thrown', error: (error as Error).message }] };
