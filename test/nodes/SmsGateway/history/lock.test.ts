import * as fc from 'fast-check';
import type { Clock } from '../../../../nodes/SmsGateway/clock';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { START, STUCK, virtualClock, type VirtualClock } from '../delivery/virtual-clock';
import { cases } from '../laws/cases';
import { memoryDatabase, mortalProcess, startProcess } from './processes';

const NODE = { workflow: { id: 'workflow' }, node: { id: 'remove duplicates' } } as never;
const ALWAYS = () => true;
const SECOND = 1000;

/** Resolves when it is held, and holds it for that long. */
async function hold(
	{ lock }: ReturnType<typeof startProcess>,
	clock: Clock,
	milliseconds = 0,
): Promise<number> {
	let since = NaN;
	const held = lock.hold(async ({ step }) => {
		since = clock.now();
		await step(async () => await clock.wait(milliseconds));
	}, ALWAYS);
	await (milliseconds < 8000 ? held : held.catch(() => undefined));
	expect(since).toBeGreaterThanOrEqual(START);
	return since - START;
}

const ended = async <T>(clock: VirtualClock, work: Promise<T>): Promise<T> => {
	const result = await clock.run(work);
	if (result === STUCK) throw new Error('It never ended');
	return result;
};

it.each([
	[4_000, []],
	[4_001, [expect.anything()]],
])("is given back while it is surely one's own: after %i ms", async (milliseconds, rows) => {
	const clock = virtualClock();
	const database = memoryDatabase();
	await ended(clock, hold(startProcess(database, clock), clock, milliseconds));
	expect(database.snapshot()).toEqual(rows);
});

it('is broken within ten seconds where its holder was killed', async () => {
	const clock = virtualClock();
	const database = memoryDatabase();
	const victim = mortalProcess(database, clock);
	void victim.lock.hold(async () => {
		victim.kill();
		await new Promise<never>(() => {});
	}, ALWAYS);
	const since = await ended(clock, hold(startProcess(database, clock), clock));
	expect(since).toBeGreaterThan(8 * SECOND);
	expect(since).toBeLessThan(10 * SECOND);
	expect(database.snapshot()).toEqual([]);
});

it('is not broken where it keeps changing hands', async () => {
	const clock = virtualClock([0.1, 0.9, 0.4]);
	const database = memoryDatabase();
	const clear = jest.spyOn(database, 'clearAllProcessedItems');
	const processes = [1, 2, 3, 4].map(() => startProcess(database, clock));
	const turns = processes.map(async (one) => {
		for (let turn = 0; turn < 100; turn++) await hold(one, clock, 90);
	});
	await ended(clock, Promise.all(turns));
	expect(clear).toHaveBeenCalledTimes(400);
});

describe('who has held it for long', () => {
	it.each([
		['may begin a step while it is surely its own', [4000, 0], undefined],
		['begins no other step', [4001, 0], 'the database is too slow'],
		['may end a step before others think it dead', [3999, 4000], undefined],
		['has lost it where a step ends later', [3999, 4001], 'the database is too slow'],
	] as const)('%s', async (_, steps, problem) => {
		const clock = virtualClock();
		const database = memoryDatabase();
		const { lock } = startProcess(database, clock);
		const held = lock.hold(async ({ step }) => {
			for (const lasts of steps) await step(async () => await clock.wait(lasts));
		}, ALWAYS);
		const result = await ended(
			clock,
			held.then(
				() => undefined,
				(error: Error) => error.message,
			),
		);
		expect(result ?? '').toContain(problem ?? '');
		expect(result === undefined).toBe(problem === undefined);
	});

	it('counts from before it was had, however slow that was', async () => {
		const clock = virtualClock();
		const database = memoryDatabase();
		const { lock } = startProcess(database, clock, async () => await clock.wait(2100));
		const work = jest.fn(async () => {});
		const held = lock.hold(async ({ step }) => await step(work), ALWAYS);
		await expect(ended(clock, held)).rejects.toThrow('the database is too slow');
		expect(work).not.toHaveBeenCalled();
	});

	it('counts also what its clock does not show because it was set', async () => {
		const clock = virtualClock();
		let set = 0;
		const own: Clock = { ...clock, now: () => clock.now() + set };
		const { lock } = startProcess(memoryDatabase(), own);
		const held = lock.hold(async ({ step }) => {
			await clock.wait(5 * SECOND);
			set = -3600 * SECOND;
			await step(async () => {});
		}, ALWAYS);
		await expect(ended(clock, held)).rejects.toThrow('the database is too slow');
	});
});

describe('where a Remove Duplicates node has the row', () => {
	it.each([
		['values', 'entries', 'a', 1],
		// A number could also be of a process whose clock is ahead, so this takes a moment, once.
		['an increasing value', 'latestIncrementalKey', 7, 25],
		['an increasing value below zero', 'latestIncrementalKey', -7, 25],
	] as const)('of %s, works without it and changes nothing', async (_, mode, value, seconds) => {
		const clock = virtualClock();
		const database = memoryDatabase();
		await database.checkProcessedAndRecord([value], 'workflow', NODE, { mode });
		const before = database.snapshot();
		const process = startProcess(database, clock);
		const first = await ended(clock, hold(process, clock));
		expect(first).toBeLessThan(seconds * SECOND);
		expect(process.lock.isTaken()).toBe(true);
		expect((await ended(clock, hold(process, clock))) - first).toBe(0);
		expect(database.snapshot()).toEqual(before);
	});
});

it('takes a stamp from the future for one of a clock that is ahead', async () => {
	const clock = virtualClock();
	const ahead: Clock = { ...clock, now: () => clock.now() + 60 * SECOND };
	const database = memoryDatabase();
	const victim = mortalProcess(database, clock);
	void victim.lock.hold(async () => victim.kill(), ALWAYS);
	const both = [startProcess(database, ahead), startProcess(database, clock)];
	const times = both.map(async (one) => await hold(one, clock));
	for (const since of await ended(clock, Promise.all(times)))
		expect(since).toBeLessThan(30 * SECOND);
	expect(database.snapshot()).toEqual([]);
	expect(both.map(({ lock }) => lock.isTaken())).toEqual([false, false]);
});

test('of any number of processes, killed at any moment, one holds it at a time and nobody waits for 30 s', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(
				fc.record({
					starts: fc.nat({ max: 20 * SECOND }),
					turns: fc.integer({ min: 1, max: 5 }),
					holds: fc.constantFrom(0, 3, 10, 100),
					killedAt: fc.oneof(fc.nat({ max: 60 }), fc.constant(Infinity)),
				}),
				{ minLength: 2, maxLength: 4 },
			),
			fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 20 }),
			async (stories, chance) => {
				const clock = virtualClock(chance);
				const latencies = virtualClock(chance);
				const database = new MemoryDeduplicator(
					async () => await clock.wait(Math.floor(latencies.random() * 4)),
				);
				let lastDeath = 0;
				let holders = 0;
				const lives = stories.map(async ({ starts, turns, holds, killedAt }) => {
					await clock.wait(starts);
					let steps = 0;
					let isHolder = false;
					await new Promise<void>((resolve, reject) => {
						const step = async () => {
							if (++steps < killedAt) return;
							if (isHolder) holders--;
							isHolder = false;
							lastDeath = clock.now();
							resolve();
							await new Promise<never>(() => {});
						};
						const { lock } = startProcess(database, clock, step);
						const work = async () => {
							expect(++holders).toBe(1);
							isHolder = true;
							await clock.wait(holds);
							await step();
							isHolder = false;
							holders--;
						};
						const live = async () => {
							for (let turn = 0; turn < turns; turn++) {
								const asked = clock.now();
								await lock.hold(work, ALWAYS);
								expect(clock.now() - Math.max(asked, lastDeath)).toBeLessThan(30 * SECOND);
							}
						};
						live().then(resolve, reject);
					});
				});
				await ended(clock, Promise.all(lives));
			},
		),
		cases(200),
	);
});
