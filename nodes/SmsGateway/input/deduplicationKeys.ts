import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Problem } from '../domain/entry';
import { isFilledIn, perItem } from './parameters';

const NAME = 'safeguards.deduplicationKey';

const problem = (explanation: string): Problem => ({ reason: 'invalidParameter', explanation });

const NOT_A_KEY = problem(
	"'Deduplication Key' must be a text or a number, such as an order number.",
);

const NO_VALUE = problem(
	"The expression of 'Deduplication Key' has no value for this item. Fix the expression, or return an empty text for an item without a key.",
);

/**
 * The deduplication key of each item, as a digest: a key of any length costs each of its recipients
 * the same. Empty where the item has none. What n8n makes nothing of (a field that is missing, an
 * expression that fails) is a problem and not "no key", or a typo would lose the protection.
 */
export function deduplicationKeys(ctx: IExecuteFunctions): (item: number) => string | Problem {
	if (!isFilledIn(ctx, NAME)) return () => '';
	const valueOf = perItem(ctx, NAME, '');
	let last = { key: '', digest: '' };
	return (item) => {
		const value = valueOf(item);
		if (value === undefined || value === null) return NO_VALUE;
		const isKey = ['string', 'number', 'bigint'].includes(typeof value) && !Number.isNaN(value);
		if (!isKey) return NOT_A_KEY;
		const key = String(value).trim();
		if (key === '') return '';
		// Often the items have one key together.
		if (key !== last.key)
			last = { key, digest: createHash('sha256').update(key).digest('base64url') };
		return last.digest;
	};
}
