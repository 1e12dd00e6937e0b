import type { Entry } from '../entry';
import { withoutRequest } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { planRequests, type Plan, type PlanRules } from './plan';

export type Testers = Readonly<{
	/** The only ones that a test sends to. */
	recipients: readonly string[];
	/** Whether the recipient got an SMS in this execution before. */
	hasGotOne(recipient: string): boolean;
}>;

const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);

/**
 * Plans a test, which sends to its recipients and to nobody else. Of its recipients, whoever is not in the list gets the SMS of the first entry that
 * could be sent, as a sample, behind all entries: without a key, as it is not the SMS of that entry.
 */
export function planTest(
	entries: readonly Entry[],
	others: PlanRules,
	{ recipients, hasGotOne }: Testers,
): Plan {
	const tested = new Set(recipients.map(phoneOf));
	const testRefusalOf = ({ recipient }: Entry) =>
		tested.has(phoneOf(recipient)) ? undefined : TEST_RUN;
	const rules = { ...others, testRefusalOf };
	const plan = planRequests(entries, rules);
	const first = entries.find((_, index) => {
		const outcome = plan.settled[index];
		return outcome === undefined || outcome.reason === 'testRun';
	});
	if (first === undefined) return plan;
	const { item, senderId, message, expiresAt, replaced } = first;
	const listed = new Set(entries.map(({ recipient }) => phoneOf(recipient)));
	const samples = recipients
		.filter((one) => !listed.has(phoneOf(one)) && !hasGotOne(one))
		.map((recipient): Entry => {
			const sms = { item, senderId, message, expiresAt, replaced };
			return { ...sms, recipient, key: '', isSample: true };
		})
		.filter((sample) => rules.refusalOf?.(sample) === undefined);
	return samples.length === 0 ? plan : planRequests([...entries, ...samples], rules);
}
