/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
/** More than any test file waits: without a bound, what waits for ever would name no test. */
const MAX_WAITS = 1_000_000;

// For the file that imports it, which does so before what it tests: the node's waits take no time.
jest.mock('../../nodes/SmsGateway/clock', () => {
	const actual = jest.requireActual<typeof import('../../nodes/SmsGateway/clock')>(
		'../../nodes/SmsGateway/clock',
	);
	let passed = 0;
	let before = 0;
	let waits = 0;
	const now = () => Date.now() + passed - before;
	return {
		...actual,
		now,
		restart: () => (before = passed),
		systemClock: () => ({
			now,
			uptime: () => performance.now() + passed,
			random: () => 0.5,
			async wait(milliseconds: number) {
				if (++waits > MAX_WAITS) throw new Error('It waits for ever');
				passed += milliseconds;
				await new Promise((resolve) => setImmediate(resolve));
			},
		}),
	};
});

/** The node's time, and what lets it begin at that of the process again. */
export const { now, restart } = jest.requireMock<{ now(): number; restart(): void }>(
	'../../nodes/SmsGateway/clock',
);
