/**
 * How many times as fast as for others time runs for the node: nobody waits for its backoff. With more, a
 * busy machine would take longer than a step of the lock may.
 */
const TIMES = 6;

// For the file that imports it, which does so before what it tests.
jest.mock('../../nodes/SmsGateway/clock', () => {
	const actual = jest.requireActual<typeof import('../../nodes/SmsGateway/clock')>(
		'../../nodes/SmsGateway/clock',
	);
	const up = performance.now();
	return {
		...actual,
		systemClock: (sleep: (milliseconds: number) => Promise<void>) => ({
			...actual.systemClock(async (milliseconds) => await sleep(milliseconds / TIMES)),
			uptime: () => up + (performance.now() - up) * TIMES,
		}),
	};
});
