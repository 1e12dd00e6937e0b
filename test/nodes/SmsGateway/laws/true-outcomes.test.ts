import * as fc from 'fast-check';
import { MAX_ATTEMPTS } from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import type { Round } from '../delivery/harness';
import { wasDivided, type Arrival } from '../delivery/simulated-service';
import { cases, law } from './cases';
import { campaigns, fates, PEOPLE, refusals, refusesNumbers, settings } from './scenario';
import { countBy, expectAccounts, runUntilSettled, turnOf, withStatus } from './turn';

/** Accepted and skipped recipients are so in a retry too. */
function expectKept(before: Round, { outcomes }: Round): void {
	const forgotten = withStatus(before, 'accepted').filter((index) => {
		const { status, replayed } = outcomes[index]!;
		return status !== 'accepted' || !replayed;
	});
	const resumed = withStatus(before, 'skipped').filter(
		// What was a duplicate may be another SMS now, as one with a time in its text.
		(index) =>
			before.outcomes[index]!.reason !== 'duplicate' && outcomes[index]!.status !== 'skipped',
	);
	expect({ forgotten, resumed }).toStrictEqual({ forgotten: [], resumed: [] });
}

/** A retry asks for what is open, three times at most, and for the parts of what was refused. */
function expectFewRequests(before: Round, { plan }: Round, log: readonly Arrival[]): void {
	const open = countBy(
		[...plan.entries.keys()].filter((index) => before.outcomes[index]!.status !== 'accepted'),
		(index) => plan.entries[index]!.recipient,
	);
	const countIn = (requests: typeof log) =>
		countBy(
			requests.flatMap(({ recipients }) => recipients),
			(recipient) => recipient,
		);
	const divided = countIn(log.filter(wasDivided));
	const tooOften = [...countIn(log)].filter(([recipient, requests]) => {
		const most = (open.get(recipient) ?? 0) + (divided.get(recipient) ?? 0);
		return requests > most * MAX_ATTEMPTS;
	});
	expect(tooOften).toStrictEqual([]);
}

law(
	'reports as accepted what the service took, as unknown what it may have taken, and sends nothing twice nor to anybody else, in every retry',
	cases(1_500),
	[campaigns(), settings(), fates, refusals],
	async (campaign, given, future, refuses) => {
		const turn = turnOf(campaign, given, future, refuses);
		let before: Round | undefined;
		for (let run = 0; run < 3; run++) {
			const seen = turn.service.log.length;
			const round = await turn.run();
			const log = turn.service.log.slice(seen);
			expectAccounts(campaign, given, turn.service.log, round);
			expect(log).toHaveLength(round.requests);
			for (const { recipients } of log) {
				expect(recipients.length).toBeLessThanOrEqual(campaign.batchSize ?? 1);
			}
			if (before) {
				expectKept(before, round);
				expectFewRequests(before, round, log);
			}
			before = round;
		}
	},
);

law(
	'forgets nobody: with enough retries every valid recipient was sent to, or may have been',
	cases(800),
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
	'sends to all others of a request where it does to one of them',
	cases(500),
	[campaigns(), settings(), fc.subarray(PEOPLE, { minLength: 1 })],
	async (campaign, given, wrong) => {
		const { plan, outcomes } = await turnOf(campaign, given, [], refusesNumbers(wrong)).run();
		const forgotten = plan.requests.filter(({ entries }) => {
			const right = entries.filter((one) => !wrong.includes(plan.entries[one]!.recipient));
			const accepted = right.filter((one) => outcomes[one]!.status === 'accepted');
			return accepted.length > 0 && accepted.length < right.length;
		});
		expect(forgotten).toStrictEqual([]);
	},
);
