import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError } from '../domain/entry';
import { parseRecipient } from '../domain/recipient/parse';
import type { Plan } from '../domain/recipient/plans';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { isFilledIn, readField } from './parameters';

const NAME = 'safeguards.excludedRecipients';

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || value === false || String(value).trim() === '';

/**
 * The phones of an opt-out list, and where a spelling may be two numbers, those of both.
 *
 * @throws Error with a sentence for the user: an opt-out that cannot be read must not be overlooked
 */
function phonesIn(list: unknown, home?: Plan): string[] {
	const given = splitRecipients(list).filter((one) => !isBlank(one));
	return given.flatMap((one) => {
		const parsed = parseRecipient(one, home);
		const readings = parsed.valid ? [parsed.recipient] : parsed.readings;
		if (!parsed.valid && readings.length === 0) {
			throw new Error(`'Excluded Recipients': ${parsed.explanation}`);
		}
		return readings.map(phoneOf);
	});
}

/**
 * The phones that any item excludes: whoever opted out in one of them gets nothing by the others.
 *
 * @throws Error with a sentence for the user
 */
export function readExcluded(ctx: IExecuteFunctions, items: number, home?: Plan): Set<string> {
	const excluded = new Set<string>();
	const listOf = readField(ctx, {
		name: NAME,
		label: 'Excluded Recipients',
		fallback: null,
		mayBeEmpty: true,
		takes: 'anything',
	});
	let last: unknown;
	let hasValue = false;
	for (let item = 0; item < items; item++) {
		const given = listOf(item);
		if (given.problem) throw new ProblemError(given.problem);
		const list = given.value;
		hasValue ||= list !== undefined && list !== null;
		// The same list for all items is read once.
		if (item > 0 && list === last) continue;
		last = list;
		for (const phone of phonesIn(list, home)) excluded.add(phone);
	}
	if (!hasValue && isFilledIn(ctx, NAME)) {
		throw new Error(
			"The expression of 'Excluded Recipients' returned no value. Fix the expression or remove the option.",
		);
	}
	return excluded;
}
