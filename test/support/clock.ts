/**
 * Sets the clock of the test process. It goes on from there, and timers run as ever: what waits for
 * n8n or a socket gets its turn.
 */
export function atTime(now: string): void {
	jest.useFakeTimers({
		now: new Date(now),
		advanceTimers: true,
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
}

export const realClock = (): void => void jest.useRealTimers();
