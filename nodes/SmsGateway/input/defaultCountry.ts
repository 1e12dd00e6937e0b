import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError, problemOf, refuse, type Problem } from '../domain/entry';
import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { isExpression, itemsToRead, rawOf } from './expression';
import { readField } from './readField';

const COUNTRY_FIELD = 'options.defaultCountry';

/** The country of numbers that are written without country code; none where none was chosen. */
type DefaultCountry = Readonly<{ home?: NumberingPlan; problem?: Problem }>;

export type Homes = Readonly<{
	/** For the numbers of an item. */
	of(item: number): DefaultCountry;
	/** For a list that is written once for all items: their country, where they have the same. */
	ofAll(): NumberingPlan | undefined;
}>;

/**
 * The default country of each item, as a sheet has a column for it.
 *
 * @throws ProblemError, where it is not the items' and cannot be read, or none of them has one
 */
export function readHomes(ctx: IExecuteFunctions, items: number): Homes {
	const field = SETTINGS.defaultCountry;
	const countryOf = readField(ctx, { name: COUNTRY_FIELD, label: field, takes: 'anything' });
	const homeOf = remembered((country: string) => homePlan(country));

	let isGiven = false;

	function readHome(item: number): NumberingPlan | undefined {
		const given = countryOf(item);
		isGiven ||= given.problem !== undefined || (given.value ?? null) !== null;
		if (given.problem) throw new ProblemError(given.problem);
		const country = String(given.value ?? '').trim();
		return country === '' ? undefined : homeOf(country);
	}

	const of = remembered((item: number): DefaultCountry => {
		try {
			// What is wrong with it is said for each item.
			return { home: readHome(item) };
		} catch (error) {
			return { problem: problemOf(error) };
		}
	});

	const raw = rawOf(ctx, COUNTRY_FIELD);
	const read = itemsToRead(items, raw);
	const isOfItem = read.length > 1;
	const { home: first, problem } = of(0);
	const isSame = read.every((item) => of(item).home === first);
	if (isExpression(raw) && !isGiven) refuse({ name: 'failedExpression', field });
	if (!isOfItem && problem) throw new ProblemError(problem);
	return {
		of: isOfItem ? of : () => ({ home: first }),
		ofAll: () => (isSame ? first : undefined),
	};
}
