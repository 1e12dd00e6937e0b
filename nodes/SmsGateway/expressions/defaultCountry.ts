import { whyOf, refuse } from '../domain/refusal';
import { homePlan } from '../domain/recipient/countries';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { isInternational, numbersFoundIn, parseRecipient } from '../domain/recipient/parse';
import { splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { isBlankText } from '../domain/text/blank';
import type { Column } from './fieldValue';

/** Also with a + in front of nothing. */
const isEmptyCell = (cell: unknown): boolean =>
	cell === false || isBlankText(String(cell ?? '').replace('+', ''));

/** How numbers are read that have no country code. */
const readingBy = remembered((home: NumberingPlan | undefined) => {
	const parse = (given: unknown) => parseRecipient(given, home);
	return {
		parse,
		/**
		 * @param takes `all`: of a value that is refused, every number that can be found in it
		 * @throws RefusedError: a number in the list must not be overlooked
		 */
		numbersIn(field: string, list: unknown, takes?: 'all'): string[] {
			const numbers = splitRecipients(list).filter((one) => !isEmptyCell(one));
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

/** A number with + or 00 needs no country, so one that cannot be read does not refuse it. */
function readingWithout(error: unknown): NumberReading {
	const { causes, reason } = whyOf(error);
	const parse = (given: unknown) =>
		isInternational(given) ? abroad.parse(given) : refuse(causes[0]!, reason);
	return { ...abroad, parse };
}

/** @param isFixed whether it is one country for all, which a list then needs too */
export function numberReadings(country: Column, isFixed: boolean) {
	const planOf = remembered((name: string) => (name === '' ? undefined : homePlan(name)));
	const inCountry = (item: number) => readingBy(planOf(String(country.of(item) ?? '').trim()));
	const readingOf = (item: number, otherwise: typeof readingWithout) => {
		try {
			return inCountry(item);
		} catch (error) {
			return otherwise(error);
		}
	};
	/** Without a country where it cannot be read: that is not refused here, as it is said for each item. */
	const ofItemOrNone = (item: number) => readingOf(item, () => abroad);
	return {
		/** Its `parse` throws a RefusedError where the country cannot be read, and is needed. */
		ofItem: (item: number) => readingOf(item, readingWithout),
		ofItemOrNone,
		// By the country that is set for all; else by that of the list's item, or that all items have, or by none.
		ofList(item?: number): NumberReading {
			if (isFixed || country.hasFailed) return inCountry(0);
			const own = ofItemOrNone(item ?? 0);
			const isOne = item !== undefined || country.items.every((one) => ofItemOrNone(one) === own);
			return isOne ? own : abroad;
		},
	};
}
