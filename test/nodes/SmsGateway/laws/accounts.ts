import type { Round } from '../delivery/harness';
import type { Arrival } from '../delivery/simulated-service';
import { letterOf, type Campaign } from './scenario';
import { countBy, withStatus } from './turn';

/** Letters, each as often as it was taken, or has that status. */
export function accountsOf(campaign: Campaign, log: readonly Arrival[], round: Round) {
	const letter = letterOf(campaign);
	const letters = log
		.filter(({ took }) => took)
		.flatMap(({ recipients, message }) => recipients.map((one) => letter(one, message)));
	const count = (status: 'accepted' | 'unknown' | 'rejected' | 'notSent') =>
		countBy(withStatus(round, status), (index) => {
			const { recipient, message } = round.plan.entries[index]!;
			return letter(recipient, message);
		});
	return {
		names: new Set(round.plan.entries.map((one) => letter(one.recipient, one.message))),
		taken: countBy(letters, (name) => name),
		accepted: count('accepted'),
		unknown: count('unknown'),
		denied: new Set([...count('rejected').keys(), ...count('notSent').keys()]),
	};
}

/**
 * Without resending, what the service took of a letter lies between the accepted and the accepted
 * or unknown: nothing was sent twice, nothing is told that is not so.
 */
export function expectAccounts(campaign: Campaign, log: readonly Arrival[], round: Round): void {
	const { names, taken, accepted, unknown } = accountsOf(campaign, log, round);
	const untrue = [...names].filter((name) => {
		const times = taken.get(name) ?? 0;
		const least = accepted.get(name) ?? 0;
		return times < least || times > least + (unknown.get(name) ?? 0);
	});
	expect(untrue).toStrictEqual([]);
}
