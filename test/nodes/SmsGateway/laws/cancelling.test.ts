import * as fc from 'fast-check';
import { createDeduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import { deliver } from '../../../../nodes/SmsGateway/delivery/deliver';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { keysOver, memoryMarkStore } from '../history/memory-mark-store';
import { simulatedService } from '../delivery/simulated-service';
import { STUCK, virtualClock } from '../delivery/virtual-clock';
import { cases } from './cases';
import { campaigns, fates, planOf, settings } from './scenario';
import { expectOneOutcomeEach } from './turn';

test('cancelled at any moment, nothing more starts, what is under way ends, and the rest is not sent', async () => {
	await fc.assert(
		fc.asyncProperty(
			campaigns(['', 'order-1', 'order-2']),
			settings(),
			fates,
			fc.constantFrom(0, 1, 5, 14, 41, 45, 300, 705, 1_400, 5_000),
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
				const delivery = await clock.run(
					deliver(plan, given, {
						send: service.send,
						clock,
						ledger: openLedger(emptyLedgerData()),
						deduplication: createDeduplication(
							keysOver(slowly, clock),
							given.uncertain === 'resend',
						),
						signal: cancel.signal,
					}),
				);
				if (delivery === STUCK) throw new Error('The run never ended');
				expectOneOutcomeEach({ ...delivery, plan });

				for (const { started, ended } of service.log) {
					expect(started).toBeLessThanOrEqual(cancelledAt);
					expect(ended).toBeDefined();
				}
				const sent = new Set(
					service.log.flatMap(({ message, recipients }) =>
						recipients.map((recipient) => `${message} to ${recipient}`),
					),
				);
				delivery.outcomes.forEach(({ status, reason, request }, index) => {
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
		),
		cases(300),
	);
});
