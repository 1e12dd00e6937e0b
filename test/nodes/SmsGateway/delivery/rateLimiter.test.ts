import { createRateLimiter } from '../../../../nodes/SmsGateway/delivery/rateLimiter';
import { START, STUCK, virtualClock } from './virtual-clock';

/** When, in milliseconds, the turns of that many who ask at once come. */
async function turns(
	count: number,
	requestsPerSecond: number,
	happen: (
		rateLimiter: ReturnType<typeof createRateLimiter>,
		clock: ReturnType<typeof virtualClock>,
	) => void = () => {},
): Promise<number[]> {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(requestsPerSecond, clock);
	const came: number[] = [];
	const all = Array.from({ length: count }, async () => {
		await rateLimiter.acquire();
		came.push(clock.now() - START);
	});
	happen(rateLimiter, clock);
	await clock.run(Promise.all(all));
	return came;
}

const later = (
	clock: ReturnType<typeof virtualClock>,
	milliseconds: number,
	happen: () => void,
): void => void clock.wait(milliseconds).then(happen);

test('without a limit everyone starts at once', async () => {
	expect(await turns(3, 0)).toEqual([0, 0, 0]);
});

test.each([
	[1, [0, 1000, 2000]],
	[4, [0, 250, 500]],
	[0.5, [0, 2000, 4000]],
])('with %d per second the turns come evenly, not in a burst', async (limit, expected) => {
	expect(await turns(3, limit)).toEqual(expected);
});

test('time that nobody used is not made up for in a burst', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(2, clock);
	await clock.run(rateLimiter.acquire());
	await clock.run(clock.wait(10_000));
	await clock.run(rateLimiter.acquire());
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(10_500);
});

test('a pause holds back who comes later', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	rateLimiter.pause(3_000);
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(3_000);
});

test('a pause holds back who waits already, and they keep their distance after it', async () => {
	const came = await turns(4, 10, (rateLimiter, clock) =>
		later(clock, 150, () => void rateLimiter.pause(5_000)),
	);
	expect(came).toEqual([0, 100, 5_150, 5_250]);
});

test('a pause that grows is waited for in full, one that is shorter changes nothing', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	rateLimiter.pause(1_000);
	later(clock, 500, () => rateLimiter.pause(2_000));
	later(clock, 600, () => rateLimiter.pause(100));
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(2_500);
});

test('pauses may last only so long in all, counted once where they overlap', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock, 2_500);
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(clock.wait(500));
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(clock.wait(5_000));
	expect(rateLimiter.pause(1_001)).toBe(false);
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(6_500);
	expect(rateLimiter.pause(1)).toBe(false);
});

test('a short pause does not shorten the distance', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	await clock.run(rateLimiter.acquire());
	rateLimiter.pause(10);
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(1_000);
});

test('being ready takes no place', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	for (let times = 0; times < 5; times++) await clock.run(rateLimiter.ready());
	expect(clock.now()).toBe(START);
	await clock.run(rateLimiter.acquire());
	await clock.run(rateLimiter.ready());
	expect(clock.now() - START).toBe(1_000);
});

test.each(['acquire', 'ready'] as const)(
	'%s ends its wait when the run is cancelled',
	async (wait) => {
		const clock = virtualClock();
		const rateLimiter = createRateLimiter(0, clock);
		const cancel = new AbortController();
		rateLimiter.pause(60_000);
		later(clock, 20, () => cancel.abort());
		expect(await clock.run(rateLimiter[wait](cancel.signal))).not.toBe(STUCK);
		expect(clock.now() - START).toBe(20);
		expect(await clock.run(rateLimiter[wait](cancel.signal))).not.toBe(STUCK);
		expect(clock.now() - START).toBe(20);
	},
);
