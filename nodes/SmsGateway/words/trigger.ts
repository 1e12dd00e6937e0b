import { amountInWords } from '../domain/service/balance';

/** Where a check had no balance to compare. */
export const NOTHING_COMPARED =
	'The balance could not be read, so nothing was compared. The next check will try again.';

/**
 * Of a test, which outputs the balance whatever it is.
 *
 * @param threshold null where any change starts the workflow
 */
export const noteOfTest = (threshold: number | null): string =>
	`This is a test. Once published, the workflow starts when the balance ${
		threshold === null ? 'changes' : `falls below ${amountInWords(threshold)}`
	}.`;
