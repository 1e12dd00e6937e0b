import { createLock, withoutLock, type LockRow } from '../../../../nodes/SmsGateway/history/lock';
import { settle, START } from '../delivery/virtual-clock';

const HELD = -9e15;

/** What the row holds where a process put a stamp into it so many milliseconds after the start. */
const stamp = (after: number) => HELD + (START + after) * 1000;

/**
 * A row, and a process that asks for it: each time it waits, so much time passes as comes next, and
 * after the last it is over.
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
			if (left.length === 0) await new Promise<never>(() => {});
			now += left.shift()!;
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
		async hold() {
			void lock.hold(world.worked);
			await settle();
		},
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

it('does the work at once where there is no lock, however long it takes', async () => {
	const { pass } = waiting([]);
	const lock = withoutLock();
	const end = jest.fn();
	await lock.hold(async (step) => {
		pass(99_000);
		end(await step(async () => 'done'));
	});
	expect(end.mock.calls).toStrictEqual([['done']]);
	expect([lock.isTaken(), withoutLock(false).isTaken()]).toStrictEqual([true, false]);
});
