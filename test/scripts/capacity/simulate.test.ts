import { simulate as simulateFor, type Fleet } from '../../../scripts/capacity/simulate';

const fleet: Fleet = {
	workers: 1,
	executionsPerWorker: 10,
	coresPerMachine: 1,
	workersPerMachine: 1,
	recipients: 1,
	batchSize: 1,
	concurrency: 5,
	executionCost: 10,
	requestCost: 2,
	sharedCost: 0,
	sharedCores: 1,
	latency: 50,
	serviceLimit: Infinity,
	workflows: 1,
	lockHold: 0,
	demand: 20,
};

/** 20 seconds of it. */
const simulate = (one: Fleet, duration = 20_000, seed = 1) => simulateFor(one, duration, seed);

describe('the simulation of a fleet', () => {
	it('sends what is asked for where everything is idle enough', () => {
		const { smsPerSecond, median, use } = simulate(fleet);

		expect(smsPerSecond).toBeGreaterThan(17);
		expect(median).toBeGreaterThanOrEqual(62);
		expect(median).toBeLessThan(80);
		// 20 executions per second of 12 ms each.
		expect(use.processor).toBeCloseTo(0.24, 1);
		expect(use.lock).toBe(0);
	});

	it('is limited by the processor: one execution per 12 ms', () => {
		const { smsPerSecond, use } = simulate({ ...fleet, demand: 1000 });

		expect(smsPerSecond).toBeCloseTo(1000 / 12, -1);
		expect(use.processor).toBeGreaterThan(0.99);
	});

	it('uses no more cores than the machine has, and no more than it has workers', () => {
		const busy = { ...fleet, demand: 2000, executionsPerWorker: 20 };
		const perSecond = (more: Partial<Fleet>) => simulate({ ...busy, ...more }).smsPerSecond;

		expect(perSecond({ coresPerMachine: 2 })).toBeCloseTo(1000 / 12, -1);
		const four = { workers: 4, workersPerMachine: 4 };
		expect(perSecond({ ...four, coresPerMachine: 2 })).toBeCloseTo(2000 / 12, -1);
		expect(perSecond({ ...four, coresPerMachine: 8 })).toBeCloseTo(4000 / 12, -1);
	});

	it('is limited by the database that all workers share', () => {
		const busy = { ...fleet, workers: 20, sharedCost: 4, demand: 2000 };

		const { smsPerSecond, use } = simulate(busy);

		expect(smsPerSecond).toBeCloseTo(250, -1);
		expect(use.shared).toBeGreaterThan(0.99);
		expect(use.processor).toBeLessThan(0.3);
		expect(simulate({ ...busy, sharedCores: 4 }).smsPerSecond).toBeCloseTo(1000, -2);
	});

	it('takes the cores from the workers where the database runs beside them', () => {
		const beside = { ...fleet, sharedCost: 12, sharedCores: 0, demand: 1000 };

		expect(simulate(beside).smsPerSecond).toBeCloseTo(1000 / 24, -1);
	});

	it('is limited by the places for executions', () => {
		const one = { ...fleet, executionsPerWorker: 1, demand: 1000 };

		expect(simulate(one).smsPerSecond).toBeCloseTo(1000 / 62, 0);
	});

	it('is limited by the lock of one workflow, and by less when there are several', () => {
		const keyed = { ...fleet, workers: 10, lockHold: 15, demand: 500 };

		expect(simulate(keyed, 120_000).smsPerSecond).toBeCloseTo(1000 / 30, 0);
		expect(simulate({ ...keyed, workflows: 4 }, 60_000).smsPerSecond).toBeCloseTo(4000 / 30, -1);
	});

	it('never asks more of the service than it takes', () => {
		const limited = { ...fleet, workers: 10, serviceLimit: 100, demand: 1000 };

		expect(simulate(limited).smsPerSecond).toBeLessThanOrEqual(100);
		expect(simulate(limited).smsPerSecond).toBeGreaterThan(95);
	});

	it('does a hundred recipients in one request', () => {
		const bulk = { ...fleet, recipients: 1000, batchSize: 100, demand: 10_000 };
		const { smsPerSecond, use } = simulate(bulk);

		expect(smsPerSecond).toBeGreaterThan(9000);
		expect(use.processor).toBeCloseTo((10 * (10 + 10 * 2)) / 1000, 1);
	});

	it('is the same in every run with the same seed', () => {
		expect(simulate(fleet, 10_000, 7)).toEqual(simulate(fleet, 10_000, 7));
		expect(simulate(fleet, 10_000, 7)).not.toEqual(simulate(fleet, 10_000, 8));
	});
});
