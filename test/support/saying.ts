import { whyOf } from '../../nodes/SmsGateway/domain/refusal';
import type { Outcome } from '../../nodes/SmsGateway/domain/outcome';
import { SETTINGS } from '../../nodes/SmsGateway/domain/settings';
import type { Cause } from '../../nodes/SmsGateway/domain/cause';

/** Causes as text, with their facts but without words: 'credential {"flaw":"noToken"}'. */
export const codesOf = (causes: readonly Cause[]): string =>
	causes.map(({ name, ...facts }) => `${name} ${JSON.stringify(facts)}`).join(' ');

const sentenceError = (error: unknown): Error => new Error(codesOf(whyOf(error).causes));

/** Runs it, and throws a problem as the codes of its causes. */
export function saying<T>(run: () => T): T {
	try {
		return run();
	} catch (error) {
		const sentence = sentenceError(error);
		throw sentence;
	}
}

export const inWords = (outcome: Outcome | undefined) =>
	outcome && { ...outcome, causes: codesOf(outcome.causes) };

/** A setting with where it is, as sentences name it: "Safeguards > Max SMS". */
export const placed = (label: string): string =>
	Object.values<string>(SETTINGS).find((path) => path.endsWith(` > ${label}`)) ?? label;
