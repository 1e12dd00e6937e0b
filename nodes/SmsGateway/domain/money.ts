/** Fewer digits than floating point adds to an amount, and more than any price or balance has. */
const exact = (amount: number): number => Number(amount.toPrecision(14));

/** What a number of SMS costs: 3 × 0.1 is 0.3, and a small price is never rounded to 0. */
export const costOf = (sms: number, price: number): number => exact(sms * price);

/** Digits behind the point, as the number is written: 2 for 0.25, 7 for 1e-7. */
function decimalsOf(amount: number): number {
	const [mantissa = '', exponent = '0'] = String(amount).split('e');
	return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

/** The difference as it would be on paper: 0.3 − 0.1 is 0.2, and 0 only for equal amounts. */
export function difference(one: number, other: number): number {
	const [a, b] = [exact(one), exact(other)];
	return Number((a - b).toFixed(Math.min(100, Math.max(decimalsOf(a), decimalsOf(b)))));
}

export const suffices = (balance: number, cost: number): boolean => difference(balance, cost) >= 0;

/** As it reads in a sentence: 0.0000001, not 1e-7. */
export const amountInWords = (amount: number): string =>
	amount.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
