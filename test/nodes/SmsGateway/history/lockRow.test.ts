import { createLock, withoutLock, type LockRow } from '../../../../nodes/SmsGateway/history/lock';
import { START } from '../delivery/virtual-clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HELD = -9e15;

/** What the row holds where a process put a stamp into it so many milliseconds after the start. */
const stamp = (after: number) => HELD + (START + after) * 1000;

/**
 * A row, and a process that asks for it: each time it waits, so much time passes as comes next, and
 * after the last it no longer wants the lock.
 *
 * @param value undefined where nobody has inserted the row
 */
function waiting(steps: readonly number[], value: number | undefined = HELD, chance = 0) {
	let now = START;
	const left = [...steps];
	const waits: number[] = [];
	const asked: Array<{ at: number; numbers: readonly number[] }> = [];
	const at = () => now - START;
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
		latency: 0,
		asked,
		waits,
		clock,
		pass: (milliseconds: number) => void (now += milliseconds),
		removed: [] as number[],
		/** What comes before an answer; n8n's own answer where it is undefined. */
		answer: undefined as (() => ReadonlySet<number> | undefined) | undefined,
		worked: jest.fn(async () => {}),
		hold: async () => await lock.hold(world.worked, () => left.length > 0),
		state: () => lock.state(),
		/** When it asked with how many numbers. */
		questions: () => asked.map((one) => [one.at, one.numbers.length]),
	};
	const row: LockRow = {
		async raise(numbers) {
			asked.push({ at: at(), numbers });
			if (world.answer) return world.answer();
			const own = world.value ?? -Infinity;
			world.value = Math.max(own, ...numbers);
			now += world.latency;
			return new Set(numbers.filter((one) => one > own));
		},
		async remove() {
			world.removed.push(at());
			world.value = undefined;
		},
	};
	const lock = createLock(row, clock);
	return world;
}

describe('who waits for the lock', () => {
	it('asks with two hands first, then with one, and suspects its holder after 300 ms', async () => {
		const world = waiting([1, 298, 1, 1]);
		await world.hold();
		expect(world.questions()).toEqual([
			[0, 1],
			[0, 1],
			[1, 1],
			[299, 1],
			// A stamp that is out of date, and as the row has none that is not, one of now.
			[300, 2],
			[300, 2],
		]);
		expect(world.asked.map(({ numbers }) => numbers[0])).toEqual(Array(6).fill(HELD));
		expect(world.asked.slice(-2).map(({ numbers }) => numbers[1])).toEqual([
			stamp(300 - 9000),
			stamp(300),
		]);
		expect(world.worked).not.toHaveBeenCalled();
	});

	it.each([
		[0, 0.5],
		[0.5, 1],
		[0.9, 1.4],
	])(
		'pauses for 5 ms, then longer each time, and never for long: chance of %d',
		async (chance, factor) => {
			const { hold, waits } = waiting(Array(30).fill(1), HELD, chance);
			await hold();
			expect(waits[0]).toBeCloseTo(5 * factor);
			expect(waits[1]).toBeCloseTo(6 * factor);
			expect(waits[2]).toBeCloseTo(7.2 * factor);
			expect(waits.at(-1)).toBeCloseTo(50 * factor);
			expect(Math.max(...waits)).toBeCloseTo(50 * factor);
		},
	);

	it('breaks it when its stamp has stood for eight seconds, and then has it', async () => {
		const world = waiting([300, 7999, 1, 5, 5]);
		await world.hold();
		expect(world.questions().slice(4)).toEqual([
			[8299, 1],
			[8300, 3],
			// Free now: with two hands, as this process has not seen yet that one of them gets it.
			[8305, 2],
			[8305, 2],
			[8305, 2],
		]);
		expect(world.asked[5]!.numbers).toEqual([HELD, stamp(300), stamp(300) + 1]);
		expect(world.removed[0]).toBe(8300);
		expect(world.worked).toHaveBeenCalledTimes(1);
		expect(world.state()).toBe('works');
	});

	it.each([
		[3999, true],
		[4000, false],
	])('breaks it only where the answer comes soon: %i ms', async (latency, isBroken) => {
		const world = waiting([300, 8000, 1]);
		Object.defineProperty(world, 'latency', {
			get: () => (world.asked.at(-1)!.numbers.length === 3 ? latency : 0),
		});
		await world.hold();
		expect(world.removed.length > 0).toBe(isBroken);
	});

	it.each([
		['has given it on since', (world: ReturnType<typeof waiting>) => (world.value = HELD)],
		['was stamped by another', (world: ReturnType<typeof waiting>) => (world.value = stamp(9000))],
	])('does not break it where its holder %s', async (_, change) => {
		const world = waiting([300, 4000, 4000, 1]);
		const wait = world.clock.wait;
		world.clock.wait = async (milliseconds) => {
			await wait(milliseconds);
			if (world.waits.length === 3) change(world);
		};
		await world.hold();
		expect(world.questions().some(([, count]) => count === 3)).toBe(true);
		expect(world.removed).toEqual([]);
	});

	it('leaves the stamp of another alone for 18 seconds', async () => {
		const world = waiting([300, 9000, 9000, 1, 1], stamp(60_000));
		await world.hold();
		expect(world.questions().slice(2)).toEqual([
			[300, 2],
			[9300, 2],
			[18_300, 2],
			// Longer than anybody keeps one: of a clock that is ahead, so by a day more.
			[18_301, 2],
			[18_301, 2],
		]);
		expect(world.asked.at(-1)!.numbers).toEqual([HELD, stamp(18_301 + DAY)]);
		expect(world.state()).toBe('works');
	});

	it('leaves the row to another node for an hour where its number is greater than any stamp', async () => {
		const world = waiting([300, 18_001, 1], 7);
		await world.hold();
		expect(world.worked).toHaveBeenCalledTimes(1);
		expect(world.state()).toBe('taken');
		expect(world.value).toBe(7);
		expect(world.removed).toEqual([]);
		world.pass(HOUR - 1);
		expect(world.state()).toBe('taken');
		world.pass(1);
		expect(world.state()).toBe('works');
	});

	it('has it where it is free by the time it would put a stamp', async () => {
		const world = waiting([300, 1]);
		const { wait } = world.clock;
		world.clock.wait = async (milliseconds) => {
			await wait(milliseconds);
			world.value = undefined;
		};
		await world.hold();
		expect(world.worked).toHaveBeenCalledTimes(1);
		expect(world.value).toBeUndefined();
	});
});

describe('where the database fails', () => {
	const GONE = new Error('the database is gone.');
	const failing = (failures: number) => {
		const world = waiting([1, 1, 1]);
		let left = failures;
		const raised = [new Set([HELD]), new Set<number>()];
		world.answer = () => {
			if (left-- > 0) throw GONE;
			return raised.shift() ?? new Set();
		};
		return world;
	};

	it('the work is not done, and the failure is told', async () => {
		const world = failing(2);
		await expect(world.hold()).rejects.toBe(GONE);
		expect(world.worked).not.toHaveBeenCalled();
		expect(world.asked).toHaveLength(2);
		expect(world.removed).toEqual([]);
	});

	it('for one of two hands, the other has it', async () => {
		const world = failing(1);
		await world.hold();
		expect(world.worked).toHaveBeenCalledTimes(1);
		expect(world.removed).toEqual([0]);
		expect(world.state()).toBe('works');
	});

	it('for one of two hands, and the other finds it taken, the failure is told', async () => {
		const world = waiting([1, 1]);
		let hands = 0;
		world.answer = () => {
			if (++hands === 1) throw GONE;
			return new Set();
		};
		await expect(world.hold()).rejects.toBe(GONE);
		expect(world.worked).not.toHaveBeenCalled();
	});
});

describe('where another node has the row', () => {
	it('the work is done without a lock, at once, and the row is left alone for an hour', async () => {
		const world = waiting([1, 1]);
		world.answer = () => undefined;
		await world.hold();
		expect(world.worked).toHaveBeenCalledTimes(1);
		expect(world.waits).toEqual([]);
		expect(world.removed).toEqual([]);
		expect(world.state()).toBe('taken');
		world.pass(HOUR - 1);
		expect(world.state()).toBe('taken');
		world.pass(1);
		expect(world.state()).toBe('works');
	});
});

describe('without a lock', () => {
	it('the work is done at once, however long it takes', async () => {
		const { clock, pass } = waiting([]);
		const lock = withoutLock(clock);
		let age = NaN;
		const end = jest.fn();
		await lock.hold(
			async ({ step, timer }) => {
				pass(99_000);
				age = timer.atMost();
				end(await step(async () => 'done'));
			},
			() => true,
		);
		expect(age).toBe(99_000);
		expect(end).toHaveBeenCalledWith('done');
		expect(lock.state()).toBe('taken');
		expect(withoutLock(clock, 'works').state()).toBe('works');
	});
});
