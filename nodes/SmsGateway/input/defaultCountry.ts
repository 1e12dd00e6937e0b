import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import type { Reader } from './reader';

/** The country of numbers that are written without country code; undefined where none was chosen. */
export type Homes = Readonly<{
	/** @throws ProblemError where it cannot be read */
	of(item: number): NumberingPlan | undefined;
	/** For a list: of the item that it stands in, or of all items, where they have the same. */
	ofList(item?: number): NumberingPlan | undefined;
}>;

/**
 * The default country of each item, as a sheet has a column for it.
 *
 * @throws ProblemError, where it is not the items' and cannot be read, or none of them has one
 */
export function readHomes(reader: Reader): Homes {
	const label = SETTINGS.defaultCountry;
	const country = reader.column({ name: 'options.defaultCountry', label });
	const homeOf = remembered((name: string) => homePlan(name));

	function of(item: number): NumberingPlan | undefined {
		const name = String(country.of(item) ?? '').trim();
		return name === '' ? undefined : homeOf(name);
	}

	function ifRead(item: number): NumberingPlan | undefined {
		try {
			return of(item);
		} catch {
			// What is wrong with it is said for each item.
			return undefined;
		}
	}

	const first = country.read.length > 1 ? ifRead(0) : of(0);
	const isSame = country.read.every((item) => ifRead(item) === first);
	const ofAll = isSame ? first : undefined;
	return { of, ofList: (item) => (item === undefined ? ofAll : ifRead(item)) };
}
