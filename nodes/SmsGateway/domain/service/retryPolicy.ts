import { DateTime } from 'luxon';
import { HOUR, MINUTE } from '../../clock';
import { REASONS, type Outcome } from '../outcome';
import type { ServiceResult } from './result';

/** Milliseconds. A service that asks for more than this is not waited for. */
export const MAX_WAIT = 5 * MINUTE;
/** Milliseconds. A run that would have to wait longer than this in all, for any number of 429s, ends. */
export const MAX_TOTAL_WAIT = HOUR;
/** Of a request that provably did not reach the service, or that only reads; with Resend of one that may have. */
export const MAX_ATTEMPTS = 3;

const FIRST_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/**
 * Exponential backoff with full jitter, in milliseconds.
 *
 * @param attempts made so far, 1 or more
 * @param random 0 to 1
 */
export const backoff = (attempts: number, random: number): number =>
	Math.ceil(random * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempts - 1)));

export type Uncertain = 'doNotResend' | 'resend';

/** Sends are not idempotent: only what provably did not reach the service is repeated, or what the user chose to. */
export function mayRetry(outcome: Outcome, uncertain: Uncertain): boolean {
	if (outcome.status === 'unknown') return uncertain === 'resend';
	return REASONS[outcome.reason].attemptedAgain === true;
}

/** In parts: the service provably took none of the request, and its refusal may be about one recipient. */
export const mayDivide = ({ reason }: Outcome, recipients: number): boolean =>
	reason === 'refusedByService' && recipients > 1;

export const mayReadAgain = (result: ServiceResult): boolean =>
	result.kind === 'failure'
		? !['tlsFailure', 'connectionBlocked'].includes(result.facts.found)
		: result.status === 408 || result.status === 429 || result.status >= 500;

/**
 * Milliseconds that a 429 asks the whole run to wait, by Retry-After (RFC 9110 section 10.2.3: seconds or an HTTP
 * date); undefined where the header is absent or malformed.
 */
export function askedToWait(result: ServiceResult, now: number): number | undefined {
	if (result.kind === 'failure' || result.status !== 429) return undefined;
	const value = result.headers['retry-after']?.trim() ?? '';
	// However many digits there are.
	if (/^\d+$/.test(value)) return Math.min(Number(value), 99_999_999) * 1000;
	const date = DateTime.fromHTTP(value);
	return date.isValid ? Math.max(0, date.toMillis() - now) : undefined;
}
