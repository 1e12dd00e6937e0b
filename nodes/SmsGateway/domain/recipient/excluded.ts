import { formsOf } from './changedPlans';
import { parseRecipient } from './parse';
import type { Plan } from './plans';
import { splitRecipients } from './split';

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';

/**
 * Adds the numbers of an opt-out list to those that are excluded: in all forms that they have had,
 * and where a spelling may be two numbers, both.
 *
 * @throws Error with a sentence for the user: an opt-out that cannot be read must not be overlooked
 */
export function addExcluded(excluded: Set<string>, list: unknown, home?: Plan): void {
	for (const one of splitRecipients(list)) {
		if (isBlank(one)) continue;
		const parsed = parseRecipient(one, home);
		const readings = parsed.valid ? [parsed.recipient] : parsed.readings;
		if (!parsed.valid && readings.length === 0) {
			throw new Error(`'Excluded Recipients': ${parsed.explanation}`);
		}
		for (const form of readings.flatMap(formsOf)) excluded.add(form);
	}
}
