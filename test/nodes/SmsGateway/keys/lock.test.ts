import * as fc from 'fast-check';
import type { Clock } from '../../../../nodes/SmsGateway/clock';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { settle, START, STUCK, virtualClock, type VirtualClock } from '../delivery/virtual-clock';
import { cases } from '../laws/cases';
import { memoryDatabase, mortalProcess, startProcess } from './processes';

const NODE = { workflow: { id: 'workflow' }, node: { id: 'remove duplicates' } } as never;
const SECOND = 1000;

/** Resolves when it is held, and holds it for that long. */
async function hold(
	{ lock }: ReturnType<typeof startProcess>,
	clock: Clock,
	milliseconds = 0,
): Promise<number> {
	let since = NaN;
	const held = lock.hold(async (step) => {
		since = clock.now();
		await step(async () => await clock.wait(milliseconds));
	});
	await (milliseconds < 8000 ? held : held.catch(() => undefined));
	expect(since).toBeGreaterThanOrEqual(START);
	return since - START;
}

const ended = async <T>(clock: VirtualClock, work: Promise<T>): Promise<T> => {
	const result = await clock.run(work);
	if (result === STUCK) throw new Error('It never ended');
	return result;
};

it('is given back when the work fails', async () => {
	const database = memoryDatabase();
	const { lock } = startProcess(database, virtualClock());
	const failing = lock.hold(async () => {
		throw new Error('no');
	});
	await expect(failing).rejects.toThrow('no');
	expect(database.snapshot()).toStrictEqual([]);
});

it('is given back where the work is done, also if the database is lost just then', async () => {
	const clock = virtualClock();
	const database = memoryDatabase();
	const { lock } = startProcess(database, clock);
	const work = async () => {
		database.failure = new Error('database is locked');
	};
	await ended(clock, lock.hold(work));
	database.failure = undefined;
	expect(await ended(clock, hold(startProcess(database, clock), clock))).toBeLessThan(10 * SECOND);
});

it('is had within a tenth of a second once it is free, with few questions before', async () => {
	const clock = virtualClock();
	const database = memoryDatabase();
	const holding = hold(startProcess(database, clock), clock, 3 * SECOND);
	await settle();
	database.calls.length = 0;
	const since = await ended(clock, hold(startProcess(database, clock), clock));
	expect(since).toBeLessThan(3.1 * SECOND);
	expect(database.calls.length).toBeLessThan(80);
	await ended(clock, holding);
});

it.each([
	[4_000, []],
	[4_001, [expect.anything()]],
])("is given back while it is surely one's own: after %i ms", async (milliseconds, rows) => {
	const clock = virtualClock();
	const database = memoryDatabase();
	await ended(clock, hold(startProcess(database, clock), clock, milliseconds));
	expect(database.snapshot()).toStrictEqual(rows);
});

it('is broken by who suspects first, however many others come later and without any luck', async () => {
	const clock = virtualClock([0]);
	const database = memoryDatabase();
	const victim = mortalProcess(database, clock);
	void victim.lock.hold(async () => victim.kill());
	const later = [100, 5_000, 10_600, 14_000].map(async (starts) => {
		await clock.wait(starts);
		const process = startProcess(database, clock);
		const took = (await hold(process, clock)) - starts;
		return { took, isTaken: process.lock.isTaken() };
	});
	for (const { took, isTaken } of await ended(clock, Promise.all(later))) {
		expect(took).toBeLessThan(10 * SECOND);
		expect(isTaken).toBe(false);
	}
});

it.each([
	[3_999, 13],
	[4_000, 30],
])('is broken only where the answer comes soon: %i ms', async (lasts, seconds) => {
	const clock = virtualClock();
	const database = memoryDatabase();
	const victim = mortalProcess(database, clock);
	void victim.lock.hold(async () => victim.kill());
	const raise = database.checkProcessedAndRecord.bind(database);
	let late = lasts;
	database.checkProcessedAndRecord = async (numbers, ...more) => {
		if (numbers.length === 3) await clock.wait(late);
		if (numbers.length === 3) late = 0;
		return await raise(numbers, ...more);
	};
	const since = await ended(clock, hold(startProcess(database, clock), clock));
	expect(since).toBeGreaterThan((seconds - 10) * SECOND);
	expect(since).toBeLessThan(seconds * SECOND);
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
		['begins no other step', [4001, 0], 'tooSlow'],
		['may end a step before others think it dead', [3999, 4000], undefined],
		['has lost it where a step ends later', [3999, 4001], 'tooSlow'],
	] as const)('%s', async (_, steps, problem) => {
		const clock = virtualClock();
		const database = memoryDatabase();
		const { lock } = startProcess(database, clock);
		const held = lock.hold(async (step) => {
			for (const lasts of steps) await step(async () => await clock.wait(lasts));
		});
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

	it.each([
		[4_000, 0],
		[4_001, 1],
		[20_000, 1],
	])('asks again where it came after %i ms, too late to begin: %i times', async (stands, times) => {
		const clock = virtualClock();
		const database = memoryDatabase();
		let stalls = true;
		const { lock } = startProcess(database, clock, async () => {
			if (stalls) await clock.wait(stands);
			stalls = false;
		});
		let since = NaN;
		const work = async () => void (since = clock.now() - START);
		await ended(
			clock,
			lock.hold(async (step) => await step(work)),
		);
		expect(since).toBeGreaterThanOrEqual(stands + times * 8 * SECOND);
		expect(since).toBeLessThan(stands + times * 10 * SECOND + 1);
		expect(database.snapshot()).toStrictEqual([]);
	});

	it('counts from before it was had, however slow that was', async () => {
		const clock = virtualClock();
		const database = memoryDatabase();
		const { lock } = startProcess(database, clock, async () => await clock.wait(2100));
		const work = jest.fn(async () => {});
		const held = lock.hold(async (step) => await step(work));
		await expect(ended(clock, held)).rejects.toThrow('tooSlow');
		expect(work).not.toHaveBeenCalled();
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
		expect(database.snapshot()).toStrictEqual(before);
	});

	it('asks for it again later', async () => {
		const clock = virtualClock();
		const database = memoryDatabase();
		await database.checkProcessedAndRecord(['a'], 'workflow', NODE, { mode: 'entries' });
		const process = startProcess(database, clock);
		await ended(clock, hold(process, clock));
		await database.clearAllProcessedItems('workflow', NODE);
		await ended(clock, clock.wait(60 * 60 * SECOND));
		expect(process.lock.isTaken()).toBe(false);
		await ended(clock, hold(process, clock));
		expect(process.lock.isTaken()).toBe(false);
	});
});

it('is broken also where a process whose clock is ahead was killed when it had suspected', async () => {
	const clock = virtualClock();
	const ahead: Clock = { ...clock, now: () => clock.now() + 60 * SECOND };
	const database = memoryDatabase();
	const victims = [mortalProcess(database, clock), mortalProcess(database, ahead)];
	void victims[0]!.lock.hold(async () => victims[0]!.kill());
	void hold(victims[1]!, clock);
	void clock.wait(SECOND).then(() => victims[1]!.kill());
	const third = startProcess(database, clock);
	expect(await ended(clock, hold(third, clock))).toBeLessThan(30 * SECOND);
	expect(third.lock.isTaken()).toBe(false);
	expect(database.snapshot()).toStrictEqual([]);
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
								await lock.hold(work);
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
