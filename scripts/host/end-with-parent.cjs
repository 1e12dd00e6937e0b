// Loaded into n8n before its own code. Its stdin is a pipe from the process that started it, which
// closes however that process ends, kill -9 included; n8n then has five seconds to stop in order.
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
	process.stdin.once('end', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref();
	});
	process.stdin.resume();
	process.stdin.unref();
}
