import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError, problemOf, refuse, type Problem } from '../domain/entry';
import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { SETTINGS } from '../domain/settings';
import { areSeveral, valuesWithEach } from './allItems';
import {
	inSingleQuotes,
	itemsToRead,
	placeholdersIn,
	rawOf,
	readsOf,
	withItem,
} from './dependence';
import { readField } from './parameters';
import { inBraces } from './template';

export const COUNTRY_FIELD = 'options.defaultCountry';

/** The country of numbers that are written without country code; none where none was chosen. */
type DefaultCountry = Readonly<{ home?: NumberingPlan; problem?: Problem }>;

export type Homes = Readonly<{
	/** For the numbers of an item. */
	of(item: number): DefaultCountry;
	/** For a list that is written once for all items: their country, where they have the same. */
	ofAll(): NumberingPlan | undefined;
}>;

/** The country of the first item alone would make a stranger's number of one that is written in another. */
function refuseCountryOfOne(ctx: IExecuteFunctions, raw: unknown): void {
	for (const { code, sources } of placeholdersIn(raw)) {
		for (const source of sources) {
			const countries = valuesWithEach(ctx, code, source, true);
			if (!areSeveral(countries.map((value) => String(value ?? '').toUpperCase()))) continue;
			const field = SETTINGS.defaultCountry;
			const written = inSingleQuotes(code);
			const each = inBraces(withItem(written, `${source}.item`));
			refuse({ name: 'countryOfOne', field, expression: inBraces(written), each });
		}
	}
}

/**
 * The default country of each item, as a sheet has a column for it.
 *
 * @throws ProblemError, where it is not the items' and cannot be read
 */
export function readHomes(ctx: IExecuteFunctions, items: number): Homes {
	const raw = rawOf(ctx, COUNTRY_FIELD);
	const countryOf = readField(ctx, {
		name: COUNTRY_FIELD,
		label: SETTINGS.defaultCountry,
		mayBeEmpty: true,
	});

	function readHome(item: number): NumberingPlan | undefined {
		const given = countryOf(item);
		if (given.problem) throw new ProblemError(given.problem);
		const country = String(given.value).trim();
		return country === '' ? undefined : homePlan(country);
	}

	const reads = readsOf(ctx, raw);
	if (reads === undefined) {
		refuseCountryOfOne(ctx, raw);
		const home = readHome(0);
		return { of: () => ({ home }), ofAll: () => home };
	}

	const known = new Map<string, NumberingPlan | undefined>();
	function of(item: number): DefaultCountry {
		const key = reads!(item);
		try {
			// What is wrong with it is said for each item.
			if (!known.has(key)) known.set(key, readHome(item));
			return { home: known.get(key) };
		} catch (error) {
			return { problem: problemOf(error) };
		}
	}

	function ofAll(): NumberingPlan | undefined {
		const homes = itemsToRead(ctx, items, raw).map((item) => of(item).home);
		return homes.every((home) => home === homes[0]) ? homes[0] : undefined;
	}

	return { of, ofAll };
}
