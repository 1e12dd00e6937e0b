import { createRateLimiter, type RateLimiter } from '../../../../nodes/SmsGateway/delivery/pace';
import { START, virtualClock } from './virtual-clock';

const later = (
	clock: ReturnType<typeof virtualClock>,
	milliseconds: number,
	happen: () => void,
): void => void clock.wait(milliseconds).then(happen);

async function start(rateLimiter: RateLimiter): Promise<void> {
	await rateLimiter.ready();
	expect(rateLimiter.take()).toBe(true);
}

it('does not make up for unused time with a burst', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(2, clock);
	await clock.run(start(rateLimiter));
	await clock.run(clock.wait(10_000));
	await clock.run(start(rateLimiter));
	await clock.run(start(rateLimiter));
	expect(clock.now() - START).toBe(10_500);
});

it('waits for the longest of several pauses', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock);
	rateLimiter.pause(1_000);
	const goesOn: boolean[] = [];
	later(clock, 500, () => void goesOn.push(rateLimiter.pause(2_000)));
	later(clock, 600, () => void goesOn.push(rateLimiter.pause(100)));
	await clock.run(start(rateLimiter));
	expect(clock.now() - START).toBe(2_500);
	expect(goesOn).toStrictEqual([true, true]);
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
	await clock.run(start(rateLimiter));
	expect(clock.now() - START).toBe(6_500);
	expect(rateLimiter.pause(1)).toBe(false);
});

it('keeps the distance after a short pause', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	await clock.run(start(rateLimiter));
	rateLimiter.pause(10);
	await clock.run(start(rateLimiter));
	expect(clock.now() - START).toBe(1_000);
});

it('takes no place when asked whether it is ready', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(1, clock);
	for (let times = 0; times < 5; times++) await clock.run(rateLimiter.ready());
	expect(clock.now()).toBe(START);
	await clock.run(start(rateLimiter));
	await clock.run(rateLimiter.ready());
	expect(clock.now() - START).toBe(1_000);
});
