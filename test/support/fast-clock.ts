/** How many times as fast as for others time runs for the node: nobody waits for its backoff. */
const TIMES = 20;

// For the file that imports it, which does so before what it tests.
jest.mock('../../nodes/SmsGateway/clock', () => {
	const actual = jest.requireActual<typeof import('../../nodes/SmsGateway/clock')>(
		'../../nodes/SmsGateway/clock',
	);
	const [began, up] = [Date.now(), performance.now()];
	return {
		...actual,
		systemClock: (sleep: (milliseconds: number) => Promise<void>) => ({
			...actual.systemClock(async (milliseconds) => await sleep(milliseconds / TIMES)),
			now: () => began + (Date.now() - began) * TIMES,
			uptime: () => up + (performance.now() - up) * TIMES,
		}),
	};
});
