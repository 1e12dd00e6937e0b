import { startTimer, systemClock } from '../../../nodes/SmsGateway/clock';

function handSleep() {
	const asleep: Array<{ milliseconds: number; wake: () => void }> = [];
	const sleep = async (milliseconds: number) =>
		await new Promise<void>((wake) => asleep.push({ milliseconds, wake }));
	return { asleep, sleep };
}

it('waits as long as it is told, and not at all for nothing', async () => {
	const { asleep, sleep } = handSleep();
	const { wait } = systemClock(sleep);
	let done = false;
	const waiting = wait(250).then(() => (done = true));
	await Promise.resolve();
	expect(done).toBe(false);
	asleep[0]!.wake();
	await waiting;
	await wait(0);
	await wait(-5);
	expect(asleep.map(({ milliseconds }) => milliseconds)).toStrictEqual([250]);
});

it('stops waiting when the signal aborts, and does not begin after it', async () => {
	const { asleep, sleep } = handSleep();
	const clock = systemClock(sleep);
	const cancel = new AbortController();
	const waiting = clock.wait(60_000, cancel.signal);
	cancel.abort();
	await waiting;
	await clock.wait(60_000, cancel.signal);
	expect(asleep).toHaveLength(1);
});

it('leaves little of its sleep behind when the signal aborts', async () => {
	const { asleep, sleep } = handSleep();
	const cancel = new AbortController();
	const waiting = systemClock(sleep).wait(600, cancel.signal);
	for (const index of [0, 1]) {
		asleep[index]!.wake();
		for (let turn = 0; turn < 9; turn++) await Promise.resolve();
	}
	expect(asleep.map(({ milliseconds }) => milliseconds)).toStrictEqual([250, 250, 100]);
	cancel.abort();
	await waiting;
});

it('leaves no listener behind, however often it waits', async () => {
	const cancel = new AbortController();
	const remove = jest.spyOn(cancel.signal, 'removeEventListener');
	const add = jest.spyOn(cancel.signal, 'addEventListener');
	const clock = systemClock(async () => {});
	for (let times = 0; times < 20; times++) await clock.wait(1, cancel.signal);
	expect(add).toHaveBeenCalledTimes(20);
	expect(remove.mock.calls).toStrictEqual(add.mock.calls);
});

it.each([
	['nothing happens to the clocks', { now: 5_000, uptime: 5_000 }, 5_000, 5_000],
	['somebody sets the clock back', { now: -60_000, uptime: 5_000 }, 5_000, 5_000],
	['somebody sets the clock forward', { now: 65_000, uptime: 5_000 }, 5_000, 65_000],
	['the machine sleeps for a minute', { now: 65_000, uptime: 5_000 }, 5_000, 65_000],
])('tells how long ago something was when %s', (_, passed, atLeast, atMost) => {
	let [now, uptime] = [1_000_000, 300];
	const timer = startTimer({ now: () => now, uptime: () => uptime });
	now += passed.now;
	uptime += passed.uptime;

	expect([timer.atLeast(), timer.atMost()]).toStrictEqual([atLeast, atMost]);
});
