import { createRateLimiter } from '../../../../nodes/SmsGateway/delivery/pace';
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

it('starts everything at once without a limit', async () => {
	expect(await turns(3, 0)).toEqual([0, 0, 0]);
});

it.each([
	[1, [0, 1000, 2000]],
	[4, [0, 250, 500]],
	[0.5, [0, 2000, 4000]],
])('with %d per second, starts requests evenly, not in a burst', async (limit, expected) => {
	expect(await turns(3, limit)).toEqual(expected);
});

it('does not make up for unused time with a burst', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(2, clock);
	await clock.run(rateLimiter.acquire());
	await clock.run(clock.wait(10_000));
	await clock.run(rateLimiter.acquire());
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(10_500);
});

it('holds back requests that come during a pause', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	rateLimiter.pause(3_000);
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(3_000);
});

it('holds back requests that wait already, and keeps their distance after the pause', async () => {
	const came = await turns(4, 10, (rateLimiter, clock) =>
		later(clock, 150, () => void rateLimiter.pause(5_000)),
	);
	expect(came).toEqual([0, 100, 5_150, 5_250]);
});

it('waits for the longest of several pauses', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	rateLimiter.pause(1_000);
	const goesOn: boolean[] = [];
	later(clock, 500, () => void goesOn.push(rateLimiter.pause(2_000)));
	later(clock, 600, () => void goesOn.push(rateLimiter.pause(100)));
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(2_500);
	expect(goesOn).toEqual([true, true]);
});

it('refuses a pause when all would be too long together; overlapping ones count once', async () => {
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

it('keeps the distance after a short pause', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	await clock.run(rateLimiter.acquire());
	rateLimiter.pause(10);
	await clock.run(rateLimiter.acquire());
	expect(clock.now() - START).toBe(1_000);
});

it('takes no place when asked whether it is ready', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	for (let times = 0; times < 5; times++) await clock.run(rateLimiter.ready());
	expect(clock.now()).toBe(START);
	await clock.run(rateLimiter.acquire());
	await clock.run(rateLimiter.ready());
	expect(clock.now() - START).toBe(1_000);
});

it.each(['acquire', 'ready'] as const)('ends %s when the run is cancelled', async (wait) => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	const cancel = new AbortController();
	rateLimiter.pause(60_000);
	later(clock, 20, () => cancel.abort());
	expect(await clock.run(rateLimiter[wait](cancel.signal))).not.toBe(STUCK);
	expect(clock.now() - START).toBe(20);
	expect(await clock.run(rateLimiter[wait](cancel.signal))).not.toBe(STUCK);
	expect(clock.now() - START).toBe(20);
});
