import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError } from '../domain/entry';
import { addExcluded } from '../domain/recipient/excluded';
import type { Plan } from '../domain/recipient/plans';
import { isFilledIn, readField } from './parameters';

const NAME = 'safeguards.excludedRecipients';

/**
 * The recipients that any item excludes: whoever opted out in one of them gets nothing by the others.
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
		addExcluded(excluded, list, home);
	}
	if (!hasValue && isFilledIn(ctx, NAME)) {
		throw new Error(
			"The expression of 'Excluded Recipients' returned no value. Fix the expression or remove the option.",
		);
	}
	return excluded;
}
