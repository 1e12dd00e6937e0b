import type { Cause } from './cause';
import type { Reason, Why } from './outcome';

export class RefusedError extends Error {
	constructor(readonly why: Why) {
		super(why.reason);
	}
}

/** @throws RefusedError. Most causes are about a parameter, so that is the reason unless given. */
export function refuse(cause: Cause, reason: Reason = 'invalidParameter'): never {
	throw new RefusedError({ reason, causes: [cause] });
}

/** Any other error is one of n8n's. */
export const whyOf = (error: unknown): Why =>
	error instanceof RefusedError
		? error.why
		: { reason: 'invalidParameter', causes: [{ name: 'thrown', error: (error as Error).message }] };
