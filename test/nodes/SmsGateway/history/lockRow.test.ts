import { createLock, withoutLock, type LockRow } from '../../../../nodes/SmsGateway/history/lock';
import { START } from '../delivery/virtual-clock';

const HOUR = 3_600_000;
const HELD = -9e15;

/** What the row holds where a process put a stamp into it so many milliseconds after the start. */
const stamp = (after: number) => HELD + (START + after) * 1000;

/**
 * A row, and a process that asks for it: each time it waits, so much time passes as comes next, and
 * after the last it no longer wants the lock.
 */
function waiting(steps: readonly number[], value: number | undefined = HELD, chance = 0) {
	let now = START;
	const left = [...steps];
	const waits: number[] = [];
	const asked: Array<{ at: number; numbers: readonly number[] }> = [];
	const clock = {
		now: () => now,
		uptime: () => now,
		random: () => chance,
		async wait(milliseconds: number) {
			waits.push(milliseconds);
			now += left.shift() ?? 0;
		},
	};
	const world = {
		value: value as number | undefined,
		/** Of a question that may end with breaking the lock. */
		latency: 0,
		asked,
		waits,
		clock,
		pass: (milliseconds: number) => void (now += milliseconds),
		removed: [] as number[],
		worked: jest.fn(async () => {}),
		hold: async () => await lock.hold(world.worked, () => left.length > 0),
		isTaken: () => lock.isTaken(),
	};
	const row: LockRow = {
		async raise(numbers) {
			asked.push({ at: now - START, numbers });
			const own = world.value ?? -Infinity;
			world.value = Math.max(own, ...numbers);
			if (numbers.length === 3) now += world.latency;
			return new Set(numbers.filter((one) => one > own));
		},
		async remove() {
			world.removed.push(now - START);
			world.value = undefined;
		},
	};
	const lock = createLock(row, clock);
	return world;
}

it.each([
	[0, 0.5],
	[0.5, 1],
	[0.9, 1.4],
])('is asked for after 5 ms, then less often: chance of %d', async (chance, factor) => {
	const { hold, waits } = waiting(Array(30).fill(1), HELD, chance);
	await hold();
	expect(waits[0]).toBeCloseTo(5 * factor);
	expect(waits[1]).toBeCloseTo(6 * factor);
	expect(Math.max(...waits)).toBeCloseTo(50 * factor);
});

it('is stamped after 300 ms, and broken when its stamp has stood for eight seconds', async () => {
	const world = waiting([299, 1, 7999, 1, 5, 5]);
	await world.hold();
	expect(world.asked.map(({ at, numbers }) => [at, numbers.length])).toStrictEqual([
		[0, 1],
		[299, 1],
		// A stamp that is out of date, and as the row has none that is not, one of now.
		[300, 2],
		[300, 2],
		[8299, 1],
		[8300, 3],
		[8305, 2],
	]);
	expect(world.removed[0]).toBe(8300);
	expect(world.worked).toHaveBeenCalledTimes(1);
});

it('leaves the stamp of another alone for 18 seconds, and then puts in one of a day later', async () => {
	const world = waiting([300, 9000, 9000, 1, 1], stamp(60_000));
	await world.hold();
	expect(world.asked.slice(1).map(({ at, numbers }) => [at, numbers.length])).toStrictEqual([
		[300, 2],
		[9300, 2],
		[18_300, 2],
		[18_301, 2],
		[18_301, 2],
	]);
	expect(world.asked.at(-1)!.numbers).toStrictEqual([HELD, stamp(18_301 + 24 * HOUR)]);
	expect(world.isTaken()).toBe(false);
});

it.each([
	[3999, true],
	[4000, false],
])('is broken only where the answer comes soon: %i ms', async (latency, isBroken) => {
	const world = waiting([300, 8000, 1]);
	world.latency = latency;
	await world.hold();
	expect(world.removed.length > 0).toBe(isBroken);
});

it.each([
	['was given on since', HELD],
	['has the stamp of another', stamp(9000)],
])('is not broken where it %s', async (_, value) => {
	const world = waiting([300, 4000, 4000, 1]);
	const { wait } = world.clock;
	world.clock.wait = async (milliseconds) => {
		await wait(milliseconds);
		if (world.waits.length === 3) world.value = value;
	};
	await world.hold();
	expect(world.asked.some(({ numbers }) => numbers.length === 3)).toBe(true);
	expect(world.removed).toStrictEqual([]);
});

it('leaves the row to another node for an hour whose number no stamp exceeds', async () => {
	const world = waiting([300, 18_001, 1], 7);
	await world.hold();
	expect(world.worked).toHaveBeenCalledTimes(1);
	expect(world.value).toBe(7);
	expect(world.removed).toStrictEqual([]);
	world.pass(HOUR - 1);
	expect(world.isTaken()).toBe(true);
	world.pass(1);
	expect(world.isTaken()).toBe(false);
});

it('does the work at once where there is no lock, however long it takes', async () => {
	const { pass } = waiting([]);
	const lock = withoutLock();
	const end = jest.fn();
	await lock.hold(
		async (step) => {
			pass(99_000);
			end(await step(async () => 'done'));
		},
		() => true,
	);
	expect(end.mock.calls).toStrictEqual([['done']]);
	expect([lock.isTaken(), withoutLock(false).isTaken()]).toStrictEqual([true, false]);
});
