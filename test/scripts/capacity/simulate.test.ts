import { simulate, type Fleet } from '../../../scripts/capacity/simulate';

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
	latency: 50,
	serviceLimit: Infinity,
	workflows: 1,
	lockHold: 0,
	demand: 20,
};

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
		expect(use.processor).toBe(1);
	});

	it('is limited by the places for executions', () => {
		const one = { ...fleet, executionsPerWorker: 1, demand: 1000 };

		expect(simulate(one).smsPerSecond).toBeCloseTo(1000 / 62, 0);
	});

	it('is limited by the lock of one workflow, and by less when there are several', () => {
		const keyed = { ...fleet, workers: 10, lockHold: 15, demand: 500 };

		expect(simulate(keyed).smsPerSecond).toBeCloseTo(1000 / 30, 0);
		expect(simulate({ ...keyed, workflows: 4 }).smsPerSecond).toBeCloseTo(4000 / 30, -1);
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
