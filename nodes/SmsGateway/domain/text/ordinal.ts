const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** An index as people count: 0 is "1st". */
export function ordinal(index: number): string {
	const number = index + 1;
	const isTeen = Math.floor(number / 10) % 10 === 1;
	return `${number}${(!isTeen && ENDINGS[number % 10]) || 'th'}`;
}

/** As a sentence about an expression names the item. */
export const inItem = (index: number): string => ` in the ${ordinal(index)} item`;

/** The same sentence where its item stands before it, or does not matter. */
export const withoutItem = (sentence: string): string =>
	sentence.replace(/(?<=\}\}) in the \d+(?:st|nd|rd|th) item/, '');
