/**
 * Runs an asynchronous action once at a time. Calls made meanwhile come to one more run at the end,
 * with the arguments of the last call, so that a thousand messages a second ask the server gently.
 */
export function latestOnly(action) {
	let running = false;
	let next;
	return async function run(...args) {
		if (running) {
			next = args;
			return;
		}
		running = true;
		try {
			await action(...args);
		} finally {
			running = false;
			const waiting = next;
			next = undefined;
			if (waiting) void run(...waiting).catch(() => {});
		}
	};
}
