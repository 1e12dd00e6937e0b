import * as parse from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import type { NumberingPlan } from '../../../../../nodes/SmsGateway/domain/recipient/numberingPlans';

const digits = (recipient: string): string => recipient.replace(/^\+/, '');

/** What is read, without the +. */
export function parseRecipient(given: unknown, home?: NumberingPlan): parse.ParsedRecipient {
	const parsed = parse.parseRecipient(given, home);
	if (!parsed.valid) {
		return { ...parsed, flaw: { ...parsed.flaw, readings: parsed.flaw.readings.map(digits) } };
	}
	const { recipient, other } = parsed;
	return {
		...parsed,
		recipient: digits(recipient),
		...(other !== undefined && { other: digits(other) }),
	};
}

export const numbersFoundIn = (given: unknown, home?: NumberingPlan): string[] =>
	parse.numbersFoundIn(given, home).map(digits);
