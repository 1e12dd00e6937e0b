import { whyOf, refuse } from '../domain/refusal';
import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { isInternational, numbersFoundIn, parseRecipient } from '../domain/recipient/parse';
import { splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import type { Column } from './fieldValue';

const isNobody = (value: unknown): boolean => value === false || String(value ?? '').trim() === '';

/** How numbers are read that have no country code. */
const readingBy = remembered((home: NumberingPlan | undefined) => {
	const parse = (given: unknown) => parseRecipient(given, home);
	return {
		parse,
		/**
		 * The numbers that a list has.
		 *
		 * @param takes `all`: of a value that is refused, every number that can be found in it
		 * @throws RefusedError: who is listed must not be overlooked
		 */
		numbersIn(field: string, list: unknown, takes?: 'all'): string[] {
			const numbers = splitRecipients(list).filter((one) => !isNobody(one));
			return numbers.flatMap((one) => {
				const parsed = parse(one);
				if (parsed.valid) {
					const { recipient, other } = parsed;
					return takes === 'all' && other !== undefined ? [recipient, other] : [recipient];
				}
				const found = takes === 'all' ? numbersFoundIn(one, home) : [];
				if (found.length > 0) return found;
				return refuse({ name: 'number', field, given: parsed.given, flaw: parsed.flaw });
			});
		},
	};
});

export type NumberReading = ReturnType<typeof readingBy>;

const abroad = readingBy(undefined);

/** By the country that the user chose, if any. */
export type Homes = Readonly<{
	/** Its `parse` throws a RefusedError where the country cannot be read, and is needed. */
	of(item: number): NumberReading;
	/** The same, where nothing is to be refused: without a country. */
	ofRows(item: number): NumberReading;
	/** For a list: by the one for all, which may throw a RefusedError; by that of the item that it stands in, or of all items, where they have the same. */
	ofList(item?: number): NumberReading;
}>;

/**
 * @param country the default country of each item, as a sheet has a column for it
 * @param isFixed whether it is one for all, which a list then needs too
 */
export function readHomes(country: Column, isFixed: boolean): Homes {
	const planOf = remembered((name: string) => (name === '' ? undefined : homePlan(name)));
	const inCountry = (item: number) => readingBy(planOf(String(country.of(item) ?? '').trim()));
	/** A number with + or 00 needs no country, so a bad one does not refuse it. */
	const of = (item: number): NumberReading => {
		try {
			return inCountry(item);
		} catch (error) {
			const { causes, reason } = whyOf(error);
			const parse = (given: unknown) =>
				isInternational(given) ? abroad.parse(given) : refuse(causes[0]!, reason);
			return { ...abroad, parse };
		}
	};
	const ofRows = (item: number) => {
		try {
			return inCountry(item);
		} catch {
			// What is wrong with it is said for each item.
			return abroad;
		}
	};
	const isSame = () => country.read.every((item) => ofRows(item) === ofRows(0));
	return {
		of,
		ofRows,
		ofList(item) {
			if (isFixed || country.hasFailed) return inCountry(0);
			return item !== undefined || isSame() ? ofRows(item ?? 0) : abroad;
		},
	};
}
