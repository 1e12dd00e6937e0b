import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { bench, entriesOf, texts } from './plans';
import { answer, failure, fate, type Fate } from './simulated-service';
import { START } from './virtual-clock';

async function attemptOn(fates: Fate[], given: Partial<DeliverySettings & DeliveryTools> = {}) {
	const { run, service } = bench(...fates);
	const delivery = await run(entriesOf(['2290197000001', 'x'.repeat(200)]), given);
	const starts = service.log.map(({ started }) => started - START);
	return { ...delivery, outcome: delivery.outcomes[0]!, starts };
}

const refused = fate(failure('connectionRefused'));
const timeout = fate(failure('timeout'));
const wait = (seconds: string) => fate(answer(429, '', { 'retry-after': seconds }));

it.each([
	['a refused connection', refused],
	['an unknown name', fate(failure('dnsFailure'))],
	['a 429', fate(answer(429))],
])('attempts again after %s, with a growing wait', async (_, unreached) => {
	const { outcome, starts, requests } = await attemptOn([unreached, unreached]);
	expect(outcome.status).toBe('accepted');
	// Half of 500 ms and half of 1 s, as chance has it, after the 10 ms of each answer.
	expect(starts).toStrictEqual([0, 260, 770]);
	expect(requests).toBe(3);
});

describe('an SMS that may have been sent stays unknown', () => {
	it('when the run is cancelled before the next attempt', async () => {
		const cancel = new AbortController();
		const { run, service, clock } = bench(timeout);
		void clock.wait(20).then(() => cancel.abort());
		const given = { uncertain: 'resend', signal: cancel.signal } as const;
		const { outcomes } = await run(entriesOf('1'), given);
		expect(outcomes).toMatchObject([{ status: 'unknown', reason: 'timeout' }]);
		expect(service.log).toHaveLength(1);
		expect((await run(entriesOf('1'))).outcomes).toMatchObject([{ reason: 'timeout' }]);
	});
});

it('waits up to five minutes for a 429; if it asks for more, the run ends', async () => {
	expect((await attemptOn([wait('300')])).starts).toStrictEqual([0, 300_010]);
	const { outcome, starts } = await attemptOn([wait('301')]);
	expect(outcome).toMatchObject({ status: 'notSent', reason: 'rateLimited' });
	expect(starts).toHaveLength(1);
});

it('comes again before requests that have not started, also where they have waited longer', async () => {
	const { service, run } = bench(wait('5'));
	await run(entriesOf('1', '2', '3'), { requestsPerSecond: 2 });
	expect(texts(service)).toStrictEqual(['Hi: 1', 'Hi: 1', 'Hi: 2', 'Hi: 3']);
	expect(service.log.map(({ started }) => started - START)).toStrictEqual([0, 5_010, 5_510, 6_010]);
});
