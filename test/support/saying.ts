import { problemOf } from '../../nodes/SmsGateway/domain/entry';
import type { Outcome } from '../../nodes/SmsGateway/domain/outcome';
import { SETTINGS } from '../../nodes/SmsGateway/domain/settings';
import { explain } from '../../nodes/SmsGateway/words/causes';

const sentenceError = (error: unknown): Error => new Error(explain(problemOf(error).causes));

/** Runs it, and throws a problem as the sentence that the user reads of it. */
export function saying<T>(run: () => T): T {
	try {
		return run();
	} catch (error) {
		const sentence = sentenceError(error);
		throw sentence;
	}
}

/** An outcome with the words that its item has. */
export const inWords = (outcome: Outcome | undefined) =>
	outcome && { ...outcome, explanation: explain(outcome.explanation) };

/** A setting with where it is, as sentences name it: "Safeguards > Max SMS". */
export const placed = (label: string): string =>
	Object.values<string>(SETTINGS).find((path) => path.endsWith(` > ${label}`)) ?? label;
