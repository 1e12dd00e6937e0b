import * as fc from 'fast-check';
import { keysOver, memoryMarkStore } from '../history/memory-mark-store';
import { run } from '../delivery/harness';
import { simulatedService } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { campaigns, fates, planOf, settings } from './scenario';
import { expectOneOutcomeEach } from './turn';

law(
	'starts nothing more when cancelled at any moment, ends what is in flight, and does not send the rest',
	cases(300),
	[
		campaigns(['', 'order-1', 'order-2']),
		settings(),
		fates,
		fc.constantFrom(0, 1, 5, 14, 41, 45, 300, 705, 1_400, 5_000),
	],
	async (campaign, given, future, moment) => {
		const clock = virtualClock();
		const service = simulatedService(clock, future);
		const cancel = new AbortController();
		const cancelledAt = clock.now() + moment;
		void clock.wait(moment).then(() => cancel.abort());
		const plan = planOf(campaign);
		const store = memoryMarkStore();
		const slowly = {
			...store,
			record: async (marks: readonly string[]) => {
				await clock.wait(3);
				return await store.record(marks);
			},
		};
		const keys = keysOver(slowly, clock);
		const round = await run({ clock, service }, plan, given, {
			deduplication: keys.openRun(given.uncertain === 'resend', 30_000),
			signal: cancel.signal,
		});
		expectOneOutcomeEach(round);

		for (const { started, ended } of service.log) {
			expect(started).toBeLessThanOrEqual(cancelledAt);
			expect(ended).toBeDefined();
		}
		const sent = new Set(
			service.log.flatMap(({ message, recipients }) =>
				recipients.map((recipient) => `${message} to ${recipient}`),
			),
		);
		round.outcomes.forEach(({ status, reason, request }, index) => {
			const { message, recipient, key } = plan.entries[index]!;
			const wasSent = sent.has(`${message} to ${recipient}`);
			if (request !== undefined) expect(wasSent).toBe(true);
			if (reason !== 'cancelled' || key === '') return;
			expect(status).toBe('notSent');
			const others = plan.entries.filter(
				(other) => other.recipient === recipient && other.key === key,
			);
			if (others.length === 1)
				expect([...store.marks].join()).not.toContain(`claimed ${recipient} ${key}`);
		});
	},
);
