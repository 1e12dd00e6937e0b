import type { BalanceRule } from '../trigger/rule';
import { amountInWords } from '../domain/service/balance';

/** Where a check had no balance to compare. */
export const NOTHING_COMPARED =
	'The balance could not be read, so nothing was compared. The next check will try again.';

/** Of a test, which outputs the balance whatever it is. */
export function noteOfTest(rule: BalanceRule): string {
	const how =
		rule.event === 'balanceChanges' ? 'changes' : `falls below ${amountInWords(rule.threshold)}`;
	return `This is a test. Once published, the workflow starts when the balance ${how}.`;
}
