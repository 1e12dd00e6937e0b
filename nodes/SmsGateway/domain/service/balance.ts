import type { Cause, CauseOf } from '../cause';
import { shorten } from '../text/sentences';
import {
	factsOf,
	factsOfFailure,
	failingStatus,
	findingOf,
	hasStatus,
	readBody,
	responseOf,
	type ServiceResult,
} from './result';

/** Fewer digits than floating point adds to an amount, and more than any price or balance has. */
const exact = (amount: number): number => Number(amount.toPrecision(14));

/** What a number of SMS costs: 3 × 0.1 is 0.3, and a small price is never rounded to 0. */
export const costOf = (sms: number, price: number): number => exact(sms * price);

/** As it would be on paper: 0.3 − 0.1 is 0.2, and 0 only for equal amounts. */
export function difference(one: number, other: number): number {
	const digits = 14 - Math.ceil(Math.log10(Math.max(Math.abs(one), Math.abs(other))));
	return Number((one - other).toFixed(Math.min(100, Math.max(0, digits))));
}

export const suffices = (balance: number, cost: number): boolean => difference(balance, cost) >= 0;

/** As it reads in a sentence: 0.0000001, not 1e-7. */
export const amountInWords = (amount: number): string =>
	amount.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });

export type Balance =
	| Readonly<{ read: true; balance: number; response: unknown }>
	| Readonly<{
			read: false;
			causes: readonly Cause[];
			response?: unknown;
			/** Whether nothing but another credential can help. */
			credentialRefused?: true;
	  }>;

function asAmount(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim());
	const amount = isText ? Number(value) : value;
	return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
}

/**
 * The balance from what came back for GET /balance/sms_module: `balance` as documented
 * (sandbox/openapi.yaml, Balance), and only where there is none a numeric `data`, which some accounts
 * return instead. Anything else is unread, never 0.
 */
export function balanceOf(result: ServiceResult, expired?: string): Balance {
	const unread = (facts: Omit<CauseOf<'service'>, 'name'>, response?: unknown) =>
		({
			read: false,
			causes: [{ name: 'service', ...facts }],
			...(response === undefined ? {} : { response }),
		}) as const;
	if (result.kind === 'failure') return unread(factsOfFailure(result));
	const { status, cut } = result;
	const body = readBody(result.body);
	const response = responseOf(body);
	if (status !== 200) {
		const found = findingOf(status, body);
		const isRefused = found === 'unauthorized' || found === 'forbidden';
		const balance = unread(factsOf(status, found, body, expired), response);
		return isRefused ? { ...balance, credentialRefused: true } : balance;
	}
	if (cut) return unread({ found: cut }, response);
	if (body?.json === false) return unread({ found: 'notJson' }, response);
	const { balance: documented, data } = Object(body?.value) as {
		balance?: unknown;
		data?: unknown;
	};
	const given = documented ?? data;
	const isRefused = hasStatus(body, 'error') || failingStatus(body) !== undefined;
	const balance = isRefused ? undefined : asAmount(given);
	if (balance !== undefined) return { read: true, balance, response };
	return isRefused || documented === undefined || documented === null
		? unread(factsOf(status, 'noBalance', body, expired), response)
		: unread({ found: 'noAmount', value: shorten(given) }, response);
}

/**
 * Whether more was taken from the balance than these SMS can have cost.
 *
 * @param sms accepted since `before`, or in progress, by the larger count
 */
export function fellByMore(
	before: number,
	after: Balance,
	sms: number,
	unitsPerSms: number,
): boolean {
	if (!after.read || unitsPerSms === 0) return false;
	return !suffices(costOf(sms, unitsPerSms), difference(before, after.balance));
}
