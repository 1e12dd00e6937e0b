import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { numbersFoundIn, parseRecipient } from '../domain/recipient/parse';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import type { Reader } from './reader';

/** How numbers are read that have no country code. */
const readingBy = remembered((home: NumberingPlan | undefined) => ({
	parse: (given: unknown) => parseRecipient(given, home),
	/** Every number that can be found in it. */
	findAll: (given: unknown) => numbersFoundIn(given, home),
}));

export type NumberReading = ReturnType<typeof readingBy>;

/** By the country that the user chose, if any. */
export type Homes = Readonly<{
	/** @throws ProblemError where it cannot be read */
	of(item: number): NumberReading;
	/** For a list: by that of the item that it stands in, or of all items, where they have the same. */
	ofList(item?: number): NumberReading;
}>;

/** The default country of each item, as a sheet has a column for it. */
export function readHomes(reader: Reader): Homes {
	const label = SETTINGS.defaultCountry;
	const country = reader.column({ name: 'options.defaultCountry', label });
	const planOf = remembered((name: string) => (name === '' ? undefined : homePlan(name)));
	const of = (item: number) => readingBy(planOf(String(country.of(item) ?? '').trim()));
	const ifRead = (item: number) => {
		if (country.read.length === 1) return of(item);
		try {
			return of(item);
		} catch {
			// What is wrong with it is said for each item.
			return readingBy(undefined);
		}
	};
	const isSame = () => country.read.every((item) => ifRead(item) === ifRead(0));
	return {
		of,
		ofList: (item) => (item !== undefined || isSame() ? ifRead(item ?? 0) : readingBy(undefined)),
	};
}
