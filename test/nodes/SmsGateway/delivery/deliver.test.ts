import { bench, entriesOf, excluding, reasons, statuses, texts } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED } from './simulated-service';
import { START } from './virtual-clock';

const timeout = fate(failure('timeout'), { took: true });

describe('a run', () => {
	it('sends each request once and gives each entry its outcome, in order', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED), timeout);
		const delivery = await run(entriesOf('1', '2', '3', '4'));
		expect(statuses(delivery)).toEqual(['accepted', 'rejected', 'unknown', 'accepted']);
		expect(delivery.outcomes.map(({ request }) => request)).toEqual([1, 2, 3, 4]);
		expect(delivery.requests).toBe(4);
		expect(texts(service)).toEqual(['Hi: 1', 'Hi: 2', 'Hi: 3', 'Hi: 4']);
	});

	it('gives all recipients of a request its outcome', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED));
		const delivery = await run(entriesOf('1', '2', '3'), { batchSize: 2 });
		expect(texts(service)).toEqual(['Hi: 1|2', 'Hi: 3']);
		expect(statuses(delivery)).toEqual(['accepted', 'accepted', 'rejected']);
	});

	it('makes no request for what is settled', async () => {
		const { service, run } = bench();
		const delivery = await run(entriesOf('1', '1', '2'), {
			batchSize: 9,
			refusalOf: excluding('2'),
		});
		expect(reasons(delivery)).toEqual(['accepted', 'duplicate', 'excluded']);
		expect(texts(service)).toEqual(['Hi: 1']);
	});

	it('counts every attempt', async () => {
		const { run } = bench(fate(failure('connectionRefused')), fate(failure('connectionRefused')));
		expect((await run(entriesOf('1'))).requests).toBe(3);
	});

	it('makes no request for no entries', async () => {
		expect(await bench().run([])).toMatchObject({ outcomes: [], requests: 0 });
	});
});

describe('order', () => {
	it('does not start an SMS while an earlier one to the same number is in flight', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 500 }));
		await run(entriesOf(['1', 'first'], ['2', 'other'], ['1', 'second']));
		const [first, other, second] = service.log;
		expect(other!.started).toBe(first!.started);
		expect(second!.started).toBe(first!.ended);
	});

	it('knows a phone by each form of its number', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 500 }));
		await run(entriesOf(['5491123456789', 'first'], ['541123456789', 'second']));
		const [first, second] = service.log;
		expect(second!.started).toBe(first!.ended);
	});

	it('does not start it in a retry either, in which the SMS between them needs no request', async () => {
		const slow = fate(ACCEPTED, { after: 500 });
		const { service, run } = bench(fate(REFUSED), fate(ACCEPTED), fate(REFUSED), slow);
		const entries = entriesOf(['1', 'first'], ['1', 'second'], ['1', 'third']);
		expect(statuses(await run(entries))).toEqual(['rejected', 'accepted', 'rejected']);
		expect(statuses(await run(entries))).toEqual(['accepted', 'accepted', 'accepted']);
		const [first, third] = service.log.slice(3);
		expect([first!.message, third!.message]).toEqual(['first', 'third']);
		expect(third!.started).toBe(first!.ended);
	});
});

describe('a run that cannot go on', () => {
	const slow = fate(ACCEPTED, { after: 100 });
	const five = entriesOf('1', '2', '3', '4', '5');

	it.each([401, 403])(
		'ends with a %i: requests in flight finish, the rest is not sent',
		async (status) => {
			const { service, run } = bench(slow, fate(answer(status)));
			const delivery = await run(five, { concurrency: 2 });
			expect(statuses(delivery)).toEqual(['accepted', 'rejected', 'notSent', 'notSent', 'notSent']);
			expect(reasons(delivery).slice(2)).toEqual(['stopped', 'stopped', 'stopped']);
			expect(service.log).toHaveLength(2);
		},
	);

	it('ends with the first failure if On Error is Stop, else it goes on', async () => {
		const stopped = await bench(slow, fate(REFUSED)).run(five, {
			concurrency: 2,
			stopOnFailure: true,
		});
		expect(reasons(stopped)).toEqual([
			'accepted',
			'refusedByService',
			'stopped',
			'stopped',
			'stopped',
		]);
		const continued = await bench(slow, fate(REFUSED)).run(five, { concurrency: 2 });
		expect(statuses(continued)).toEqual([
			'accepted',
			'rejected',
			'accepted',
			'accepted',
			'accepted',
		]);
	});

	it('ends when the service asks for a wait of more than five minutes', async () => {
		const { service, clock, run } = bench(fate(answer(429, '', { 'retry-after': '7200' })));
		const delivery = await run(five, { concurrency: 1 });
		expect(reasons(delivery)).toEqual(new Array(5).fill('rateLimited'));
		expect(statuses(delivery)).toEqual(new Array(5).fill('notSent'));
		expect(delivery.outcomes[4]!.explanation).toContain('120 minutes');
		expect(service.log).toHaveLength(1);
		expect(clock.now() - START).toBe(10);
	});

	it('ends when the service has asked again and again to wait, an hour in all', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '300' }));
		const fates = Array.from({ length: 40 }, (_, index) =>
			index % 2 === 0 ? wait : fate(ACCEPTED),
		);
		const { service, clock, run } = bench(...fates);
		const people = Array.from({ length: 20 }, (_, index) => `${index}`);
		const delivery = await run(entriesOf(...people), { concurrency: 1 });
		expect(statuses(delivery)).toEqual([
			...new Array<string>(12).fill('accepted'),
			...new Array<string>(8).fill('notSent'),
		]);
		expect(new Set(reasons(delivery).slice(12))).toEqual(new Set(['rateLimited']));
		expect(delivery.outcomes[19]!.explanation).toContain('more than 60 minutes in all');
		expect(service.log).toHaveLength(25);
		expect(clock.now() - START).toBeLessThan(3_601_000);
	});

	it.each([
		[1, 1_000],
		[5, 400],
	])('does not wait in the rate limit for what will not be sent (%i)', async (many, most) => {
		const { clock, run } = bench(fate(answer(401)));
		await run(entriesOf(...Array.from({ length: 50 }, (_, index) => `${index}`)), {
			requestsPerSecond: many,
			concurrency: many,
		});
		expect(clock.now() - START).toBeLessThanOrEqual(most);
	});

	it('ends with a cancellation, and a retry sends the rest', async () => {
		const { service, clock, run } = bench();
		const cancel = new AbortController();
		void clock.wait(1_500).then(() => cancel.abort());
		const delivery = await run(five, { requestsPerSecond: 1, signal: cancel.signal });
		expect(reasons(delivery)).toEqual([
			'accepted',
			'accepted',
			'cancelled',
			'cancelled',
			'cancelled',
		]);
		expect(clock.now() - START).toBe(1_500);
		expect(statuses(await run(five))).toEqual(new Array(5).fill('accepted'));
		expect(service.log).toHaveLength(5);
	});
});

it('leaves the keys in doubt that it holds when it fails unexpectedly', async () => {
	const { store, run } = bench();
	const send = async () => await Promise.reject(new Error('unexpected'));
	await expect(run(entriesOf(['1', 'Hi', 'order-1']), { send })).rejects.toThrow('unexpected');
	expect([...store.marks].sort()).toEqual(['claimed 1 order-1', 'doubt 1 order-1']);
});
