import { wasDivided } from '../delivery/simulated-service';
import { accountsOf, expectAccounts } from './accounts';
import { cases, law } from './cases';
import { campaigns, fates, settings } from './scenario';
import { countBy, expectOneOutcomeEach, runUntilSettled, turnOf, withStatus } from './turn';

const CASES = cases(1_100);

law(
	'reports as accepted what the service took, as unknown what it may have taken, and sends nothing twice, in every retry',
	CASES,
	[campaigns(), settings({ uncertain: 'doNotResend' }), fates],
	async (campaign, given, future) => {
		const turn = turnOf(campaign, given, future);
		for (let run = 0; run < 3; run++) {
			const round = await turn.run();
			expectOneOutcomeEach(round);
			expectAccounts(campaign, turn.service.log, round);
		}
	},
);

law(
	'with resend, reports accepted only if the service took it, and rejected or not sent only if it never did',
	CASES,
	[campaigns(), settings({ uncertain: 'resend' }), fates],
	async (campaign, given, future) => {
		const turn = turnOf(campaign, given, future);
		for (let run = 0; run < 3; run++) {
			const round = await turn.run();
			expectOneOutcomeEach(round);
			const { names, taken, accepted, unknown, denied } = accountsOf(
				campaign,
				turn.service.log,
				round,
			);
			const untrue = [...names].filter((name) => {
				const isDenied = denied.has(name) && !accepted.has(name) && !unknown.has(name);
				return (taken.get(name) ?? 0) < (accepted.get(name) ?? 0) || (isDenied && taken.has(name));
			});
			expect(untrue).toStrictEqual([]);
		}
	},
);

law(
	'keeps accepted and skipped recipients so in every retry, and never sends to the accepted again',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const turn = turnOf(campaign, given, future);
		let before = await turn.run();
		for (let run = 1; run < 4; run++) {
			const seen = turn.service.log.length;
			const round = await turn.run();
			const forgotten = withStatus(before, 'accepted').filter((index) => {
				const { status, replayed } = round.outcomes[index]!;
				return status !== 'accepted' || !replayed;
			});
			const resumed = withStatus(before, 'skipped').filter(
				// What was a duplicate may be another SMS now, as one with a time in its text.
				(index) =>
					before.outcomes[index]!.reason !== 'duplicate' &&
					round.outcomes[index]!.status !== 'skipped',
			);
			expect({ forgotten, resumed }).toStrictEqual({ forgotten: [], resumed: [] });
			const open = countBy(
				[...round.plan.entries.keys()].filter(
					(index) => before.outcomes[index]!.status !== 'accepted',
				),
				(index) => round.plan.entries[index]!.recipient,
			);
			const log = turn.service.log.slice(seen);
			const countIn = (requests: typeof log) =>
				countBy(
					requests.flatMap(({ recipients }) => recipients),
					(recipient) => recipient,
				);
			const divided = countIn(log.filter(wasDivided));
			const tooOften = [...countIn(log)].filter(([recipient, requests]) => {
				const most = (open.get(recipient) ?? 0) + (divided.get(recipient) ?? 0);
				return requests > most * given.maxAttempts;
			});
			expect(tooOften).toStrictEqual([]);
			before = round;
		}
	},
);

law(
	'forgets nobody: with enough retries every valid recipient was sent to, or may have been',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const turn = turnOf(campaign, given, future);
		// In a run in which its text is that of another item, an entry waits: up to two runs of three.
		const { plan, outcomes } = await runUntilSettled(turn, 3 * future.length + 3);
		const reached = new Set<string>();
		outcomes.forEach(({ status }, index) => {
			if (status === 'accepted' || (status === 'unknown' && given.uncertain === 'doNotResend')) {
				reached.add(plan.entries[index]!.recipient);
			}
		});
		const forgotten = plan.entries.filter(({ recipient, problem }, index) => {
			if (problem || campaign.excluded.includes(recipient)) return false;
			const isSettled = ['accepted', 'unknown', 'skipped'].includes(outcomes[index]!.status);
			return !isSettled || !reached.has(recipient);
		});
		expect(forgotten).toStrictEqual([]);
	},
);

law(
	'never sends to excluded or invalid recipients, nor twice to one number in a request',
	cases(400),
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const turn = turnOf(campaign, given, future);
		const { plan, requests } = await turn.run();
		const sendable = new Set(
			plan.entries
				.filter(({ problem }) => !problem)
				.map(({ senderId, message, recipient }) => `${senderId} ${message} ${recipient}`),
		);
		for (const { senderId, message, recipients } of turn.service.log) {
			expect(new Set(recipients).size).toBe(recipients.length);
			expect(recipients.length).toBeLessThanOrEqual(campaign.batchSize ?? 1);
			for (const recipient of recipients) {
				expect(sendable).toContain(`${senderId} ${message} ${recipient}`);
				expect(campaign.excluded).not.toContain(recipient);
			}
		}
		expect(turn.service.log).toHaveLength(requests);
	},
);
