import * as fc from 'fast-check';
import { run } from '../delivery/harness';
import { simulatedService } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { campaigns, fates, planOf, settings } from './scenario';
import { expectOneOutcomeEach } from './turn';

law(
	'starts nothing more when cancelled at any moment, ends what is in flight, and does not send the rest',
	cases(300),
	[campaigns(), settings(), fates, fc.constantFrom(0, 1, 5, 14, 41, 45, 300, 705, 1_400, 5_000)],
	async (campaign, given, future, moment) => {
		const clock = virtualClock();
		const service = simulatedService(clock, future);
		const cancel = new AbortController();
		const cancelledAt = clock.now() + moment;
		void clock.wait(moment).then(() => cancel.abort());
		const plan = planOf(campaign);
		const round = await run({ clock, service }, plan, given, { signal: cancel.signal });
		expectOneOutcomeEach(round);

		const late = service.log.filter(
			({ started, ended }) => started > cancelledAt || ended === undefined,
		);
		expect(late).toStrictEqual([]);
		const sent = new Set(
			service.log.flatMap(({ message, recipients }) =>
				recipients.map((recipient) => `${message} to ${recipient}`),
			),
		);
		round.outcomes.forEach(({ reason, request }, index) => {
			const { message, recipient } = plan.entries[index]!;
			if (request !== undefined) expect(sent).toContain(`${message} to ${recipient}`);
			if (reason === 'cancelled') expect(request).toBeUndefined();
		});
	},
);
