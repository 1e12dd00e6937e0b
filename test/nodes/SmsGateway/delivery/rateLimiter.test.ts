import { MINUTE } from '../../../../nodes/SmsGateway/clock';
import { createRateLimiter } from '../../../../nodes/SmsGateway/delivery/pace';
import { virtualClock } from './virtual-clock';

it('refuses a pause when all would be too long together; overlapping ones count once', async () => {
	const clock = virtualClock();
	const { pause } = createRateLimiter(0, clock);
	for (let minutes = 0; minutes < 56; minutes += 4) {
		expect(pause(5 * MINUTE)).toBeUndefined();
		await clock.run(clock.wait(4 * MINUTE));
	}
	expect(pause(5 * MINUTE + 1)).toStrictEqual({ minutes: 6 });
	expect(pause(4 * MINUTE + 1)).toStrictEqual({ minutes: 60, isTotal: true });
	expect(pause(4 * MINUTE)).toBeUndefined();
	expect(pause(3 * MINUTE)).toBeUndefined();
});
