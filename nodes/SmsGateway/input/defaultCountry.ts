import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import type { Reader } from './reader';

/** The country of numbers that are written without country code; undefined where none was chosen. */
export type Homes = Readonly<{
	/** @throws ProblemError where it cannot be read */
	of(item: number): NumberingPlan | undefined;
	/**
	 * For a list: of the item that it stands in, or of all items, where they have the same.
	 *
	 * @throws ProblemError where it is not the items' and cannot be read
	 */
	ofList(item?: number): NumberingPlan | undefined;
}>;

/** The default country of each item, as a sheet has a column for it. */
export function readHomes(reader: Reader): Homes {
	const label = SETTINGS.defaultCountry;
	const country = reader.column({ name: 'options.defaultCountry', label });
	const planOf = remembered((name: string) => (name === '' ? undefined : homePlan(name)));
	const of = (item: number) => planOf(String(country.of(item) ?? '').trim());
	const ifRead = (item: number) => {
		if (country.read.length === 1) return of(item);
		try {
			return of(item);
		} catch {
			// What is wrong with it is said for each item.
			return undefined;
		}
	};
	const isSame = () => country.read.every((item) => ifRead(item) === ifRead(0));
	return { of, ofList: (item) => (item !== undefined || isSame() ? ifRead(item ?? 0) : undefined) };
}
