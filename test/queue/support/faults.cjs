// Loaded into n8n before its own code. SMS_GATEWAY_FAULT says in JSON what goes wrong in it: at the
// first event `at` the process gets the `signal`: SIGKILL, or SIGSTOP and after `seconds` SIGCONT.
const { spawn } = require('node:child_process');
const { subscribe } = require('node:diagnostics_channel');
const { dirname, join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

function install({ at, signal, seconds }) {
	let isOver = false;
	const pass = (event) => {
		if (event !== at || isOver) return;
		isOver = true;
		if (signal === 'SIGSTOP') {
			const resume = `sleep ${seconds}; kill -CONT ${process.pid}`;
			spawn('sh', ['-c', resume], { detached: true, stdio: 'ignore' }).unref();
		}
		process.kill(signal === 'SIGKILL' ? -process.pid : process.pid, signal);
	};
	for (const [channel, event] of [
		['http.client.request.created', 'before sending'],
		['http.client.request.start', 'in flight'],
		['http.client.response.finish', 'before confirming'],
	]) {
		subscribe(channel, ({ request }) => {
			if (request.path.includes('/sms/')) pass(event);
		});
	}
	const n8n = dirname(dirname(process.argv[1]));
	const core = join(dirname(n8n), 'n8n-core', 'dist', 'data-deduplication-service.js');
	const store = require(core).DataDeduplicationService.prototype;
	const { checkProcessedAndRecord } = store;
	// The lock is in the scope of the workflow, what is claimed in that of the node.
	store.checkProcessedAndRecord = async function (items, scope, ...others) {
		const result = await checkProcessedAndRecord.call(this, items, scope, ...others);
		// Not at the mark by which the store is tried, which comes before all claims.
		if (scope === 'node' && items[0] !== 'tried') pass('in the lock');
		return result;
	};
}

if (isMainThread && process.argv[2] === 'execute')
	install(JSON.parse(process.env.SMS_GATEWAY_FAULT));
