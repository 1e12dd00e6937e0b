import type { Cause } from '../cause';
import { shorten } from '../text/sentences';
import { factsOf, findingOf, readBody, verdictIn, type ServiceResult } from './result';

/** What a number of SMS costs, with fewer digits than floating point adds: 3 × 0.1 is 0.3. */
export const costOf = (sms: number, price: number): number => Number((sms * price).toPrecision(14));

/** As it would be on paper: 0.3 − 0.1 is 0.2, and 0 only for equal amounts. */
export function difference(one: number, other: number): number {
	const digits = 14 - Math.ceil(Math.log10(Math.max(Math.abs(one), Math.abs(other))));
	return Number((one - other).toFixed(Math.min(100, Math.max(0, digits))));
}

export const suffices = (balance: number, cost: number): boolean => difference(balance, cost) >= 0;

/** As it reads in a sentence: 0.10, and 0.0000001, not 1e-7. */
export const amountInWords = (amount: number): string =>
	amount.toLocaleString('en', {
		useGrouping: false,
		minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
		maximumFractionDigits: 20,
	});

export type Balance =
	| Readonly<{ read: true; balance: number; response: unknown }>
	| Readonly<{ read: false; causes: readonly Cause[]; response?: unknown }>;

function asAmount(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim());
	const amount = isText ? Number(value) : value;
	return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined;
}

/**
 * `balance` as documented (sandbox/openapi.yaml, Balance), and only where there is none a numeric `data`, which some
 * accounts return instead. Anything else is unread, never 0.
 */
export function balanceOf(result: ServiceResult): Balance {
	if (result.kind === 'failure')
		return { read: false, causes: [{ name: 'service', ...result.facts }] };
	const body = readBody(result.body);
	const { fields, response } = body;
	const fault = findingOf(result, body);
	const { balance, data } = (verdictIn(body) ?? 'success') === 'success' ? fields : {};
	const amount = asAmount(balance ?? data);
	if (fault === undefined && amount !== undefined) return { read: true, balance: amount, response };
	const found = fault ?? (balance ? 'noAmount' : 'noBalance');
	const value = found === 'noAmount' && { value: shorten(balance) };
	const facts = factsOf(result, found, body);
	return { read: false, causes: [{ name: 'service', ...facts, ...value }], response };
}

/** Whether more was taken from the balance than what was sent meanwhile can have cost. */
export const fellByMore = (before: number, after: number, cost: number): boolean =>
	!suffices(cost, difference(before, after));
