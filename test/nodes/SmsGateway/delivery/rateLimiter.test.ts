import { createRateLimiter } from '../../../../nodes/SmsGateway/delivery/pace';
import { START, virtualClock } from './virtual-clock';

it('refuses a pause when all would be too long together; overlapping ones count once', async () => {
	const clock = virtualClock();
	const rateLimiter = createRateLimiter(0, clock, 2_500);
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(clock.wait(500));
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(clock.wait(5_000));
	expect(rateLimiter.pause(1_001)).toBe(false);
	expect(rateLimiter.pause(1_000)).toBe(true);
	await clock.run(rateLimiter.ready());
	expect(clock.now() - START).toBe(6_500);
	expect(rateLimiter.pause(1)).toBe(false);
});
