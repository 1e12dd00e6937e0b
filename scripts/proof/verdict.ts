import type { Statement } from './subjects';

/** Recipients, counted. */
export interface Verdict {
	/** Got two SMS or more. */
	twice: number;
	/** Got none, and the workflow does not say so. */
	forgotten: number;
	/** The workflow says what is not true of them, or got an SMS that it does not know of. */
	wrong: number;
}

/**
 * @param sent the recipient of each SMS that the service sent
 * @param statements what the workflow says at its end
 */
export function verdictOf(
	phones: readonly string[],
	sent: readonly string[],
	statements: ReadonlyMap<string, Statement>,
): Verdict {
	const verdict = { twice: 0, forgotten: 0, wrong: 0 };
	for (const phone of phones) {
		const count = sent.filter((recipient) => recipient === phone).length;
		const statement = statements.get(phone);
		if (count > 1) verdict.twice++;
		if (count === 0 && (statement === undefined || statement === 'sent')) verdict.forgotten++;
		const denied = statement === undefined || statement === 'notSent';
		if (count > 0 ? denied : statement === 'sent') verdict.wrong++;
	}
	return verdict;
}
