// Loaded into a program before its own code. Its stdin is a pipe from the process that started it, which
// closes however that process ends, kill -9 included; it then has five seconds to stop in order.
const { isMainThread } = require('node:worker_threads');

// Programs that it starts inherit this, and have another stdin.
if (isMainThread && process.env.ENDS_WITH_PARENT === String(process.ppid)) {
	process.stdin.once('end', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref();
	});
	process.stdin.resume();
	process.stdin.unref();
}
