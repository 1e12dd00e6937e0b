import { MINUTE } from '../../../../nodes/SmsGateway/clock';
import { RateLimiter } from '../../../../nodes/SmsGateway/delivery/pace';
import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/keys/deduplication';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { said } from '../../../fixtures/causes';
import { bench, entriesOf, reasons, statuses, texts } from './plans';
import { ACCEPTED, answer, failure, fate, type Fate } from './simulated-service';
import { claimed, doubt } from '../keys/marks';
import { START, virtualClock } from './virtual-clock';

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

it('leaves unknown what may have been sent, where the run is cancelled before the next attempt', async () => {
	const cancel = new AbortController();
	const { run, service, clock } = bench(timeout);
	void clock.wait(20).then(() => cancel.abort());
	const given = { uncertain: 'resend', signal: cancel.signal } as const;
	expect(reasons(await run(entriesOf('1'), given))).toStrictEqual(['timeout']);
	expect(reasons(await run(entriesOf('1')))).toStrictEqual(['timeout']);
	expect(service.log).toHaveLength(1);
});

it('has ended its claims by the time that it ends', async () => {
	let isEnded = false;
	const { clock, run } = bench();
	const end = async () => await clock.wait(1).then(() => void (isEnded = true));
	await run(entriesOf('1'), { deduplication: { ...NO_DEDUPLICATION, end } });
	expect(isEnded).toBe(true);
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

it('keeps the order of one phone by each form of its number', async () => {
	const { service, run } = bench(fate(ACCEPTED, { after: 500 }));
	await run(entriesOf(['5491123456789', 'first'], ['541123456789', 'second']));
	const [first, second] = service.log;
	expect(second!.started).toBe(first!.ended);
});

describe('a run that cannot go on', () => {
	const slow = fate(ACCEPTED, { after: 100 });
	const five = entriesOf('1', '2', '3', '4', '5');

	it.each([
		[301, 'rejected'],
		[302, 'unknown'],
		[303, 'unknown'],
		[401, 'rejected'],
		[403, 'rejected'],
	])('ends with a %i: requests in flight finish, the rest is not sent', async (status, ended) => {
		const { service, run } = bench(slow, fate(answer(status)));
		const delivery = await run(five, { concurrency: 2 });
		expect(statuses(delivery)).toStrictEqual(['accepted', ended, 'notSent', 'notSent', 'notSent']);
		expect(reasons(delivery).slice(2)).toStrictEqual(['stopped', 'stopped', 'stopped']);
		expect(service.log).toHaveLength(2);
	});

	it('ends when the service has asked again and again to wait, an hour in all', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '300' }));
		const fates = Array.from({ length: 20 }, () => [wait, fate(ACCEPTED)]).flat();
		const { service, clock, run } = bench(...fates);
		const people = Array.from({ length: 20 }, (_, index) => `${index}`);
		const delivery = await run(entriesOf(...people), { concurrency: 1 });
		const ends = `${'accepted '.repeat(12)}${'notSent '.repeat(8)}`;
		expect(`${statuses(delivery).join(' ')} `).toBe(ends);
		expect(new Set(reasons(delivery).slice(12))).toStrictEqual(new Set(['rateLimited']));
		expect(delivery.outcomes[19]!.causes).toMatchObject([{ minutes: 60, isInAll: true }]);
		expect(service.log).toHaveLength(25);
		expect(clock.now() - START).toBeLessThan(3_601_000);
	});
});

it('leaves the keys in doubt that it holds when it fails unexpectedly', async () => {
	const { store, run } = bench();
	const send = async () => await Promise.reject(new Error('unexpected'));
	await expect(run(entriesOf(['1', 'Hi', 'order-1']), { send })).rejects.toThrow('unexpected');
	expect([...store.marks].sort()).toStrictEqual([claimed('1 order-1'), doubt('1 order-1')]);
});

describe('a safeguard that time brings', () => {
	const CLOSED = withoutRequest('outsideWindow', said('Closed.'));
	/** Open for that many milliseconds, to everyone or to all but one. */
	const openFor =
		(milliseconds: number, always?: string): DeliveryTools['refusalAt'] =>
		({ recipient }, now) =>
			now - START < milliseconds || recipient === always ? undefined : CLOSED;

	it('ends a run where failures stop it', async () => {
		const { service, run } = bench();
		const delivery = await run(entriesOf('1', '2', '3', '4', '5'), {
			requestsPerSecond: 1,
			endsOnFailure: true,
			refusalAt: openFor(500, '5'),
		});
		expect(reasons(delivery).slice(0, 3)).toStrictEqual(['accepted', 'outsideWindow', 'stopped']);
		expect(service.log).toHaveLength(1);
	});

	it('ends a run where failures stop it, also when it keeps a request from a further attempt', async () => {
		const { service, run } = bench(fate(answer(429, '', { 'retry-after': '60' })));
		const delivery = await run(entriesOf('1', '2'), {
			concurrency: 1,
			endsOnFailure: true,
			refusalAt: openFor(30_000, '2'),
		});
		expect(reasons(delivery)).toStrictEqual(['outsideWindow', 'stopped']);
		expect(service.log).toHaveLength(1);
	});

	it('does not hide that an earlier attempt may have been sent', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '60' }));
		const { service, run } = bench(fate(failure('timeout')), wait);
		const given = { uncertain: 'resend', refusalAt: openFor(30_000) } as const;
		const delivery = await run(entriesOf('1'), given);
		expect(reasons(delivery)).toStrictEqual(['timeout']);
		expect(service.log).toHaveLength(2);
	});

	it('does not hide that an SMS may have been sent before', async () => {
		const { service, run } = bench(fate(failure('timeout'), { took: true }));
		await run(entriesOf('1'));
		const given = { uncertain: 'resend', refusalAt: openFor(0) } as const;
		const delivery = await run(entriesOf('1'), given);
		expect(delivery.outcomes[0]).toMatchObject({ status: 'unknown', request: 1, replayed: true });
		expect(service.log).toHaveLength(1);
	});
});

it('refuses a pause when all would be too long together; overlapping ones count once', async () => {
	const clock = virtualClock();
	const limiter = new RateLimiter(0, clock);
	const pause = (milliseconds: number) => limiter.pause(milliseconds);
	for (let minutes = 0; minutes < 56; minutes += 4) {
		expect(pause(5 * MINUTE)).toBeUndefined();
		await clock.run(clock.wait(4 * MINUTE));
	}
	expect(pause(5 * MINUTE + 1)).toMatchObject({ minutes: 6 });
	expect(pause(4 * MINUTE + 1)).toMatchObject({ minutes: 60 });
	expect(pause(4 * MINUTE)).toBeUndefined();
	expect(pause(3 * MINUTE)).toBeUndefined();
});
