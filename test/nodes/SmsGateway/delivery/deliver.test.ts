import { bench, entriesOf, reasons, statuses } from './plans';
import { ACCEPTED, answer, fate } from './simulated-service';
import { START } from './virtual-clock';

describe('order', () => {
	it('knows a phone by each form of its number', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 500 }));
		await run(entriesOf(['5491123456789', 'first'], ['541123456789', 'second']));
		const [first, second] = service.log;
		expect(second!.started).toBe(first!.ended);
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
			expect(statuses(delivery)).toStrictEqual([
				'accepted',
				'rejected',
				'notSent',
				'notSent',
				'notSent',
			]);
			expect(reasons(delivery).slice(2)).toStrictEqual(['stopped', 'stopped', 'stopped']);
			expect(service.log).toHaveLength(2);
		},
	);

	it('ends when the service has asked again and again to wait, an hour in all', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '300' }));
		const fates = Array.from({ length: 40 }, (_, index) =>
			index % 2 === 0 ? wait : fate(ACCEPTED),
		);
		const { service, clock, run } = bench(...fates);
		const people = Array.from({ length: 20 }, (_, index) => `${index}`);
		const delivery = await run(entriesOf(...people), { concurrency: 1 });
		expect(statuses(delivery)).toStrictEqual([
			...new Array<string>(12).fill('accepted'),
			...new Array<string>(8).fill('notSent'),
		]);
		expect(new Set(reasons(delivery).slice(12))).toStrictEqual(new Set(['rateLimited']));
		expect(delivery.outcomes[19]!.explanation).toMatchObject([{ minutes: 60, isTotal: true }]);
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
});

it('leaves the keys in doubt that it holds when it fails unexpectedly', async () => {
	const { store, run } = bench();
	const send = async () => await Promise.reject(new Error('unexpected'));
	await expect(run(entriesOf(['1', 'Hi', 'order-1']), { send })).rejects.toThrow('unexpected');
	expect([...store.marks].sort()).toStrictEqual(['claimed 1 order-1', 'doubt 1 order-1']);
});
