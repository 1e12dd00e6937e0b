// Loaded into n8n before its own code. SMS_GATEWAY_FAULT says in JSON what goes wrong in it:
//   at, nth, signal, seconds  at the nth event of that name, the process gets the signal: SIGKILL, or
//                             SIGSTOP and after so many seconds SIGCONT
//   delay                     milliseconds from that event to the signal
//   skew                      milliseconds that its clock is ahead
//   slow                      milliseconds that each removal from the store takes longer
const { spawn } = require('node:child_process');
const { subscribe } = require('node:diagnostics_channel');
const { dirname, join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

/** The name of a fault's moment, and what happens in the process then. */
const EVENTS = {
	'before the lock': 'lock',
	'before a claim': 'record',
	'in the lock': 'recorded',
	'before sending': 'request',
	'in flight': 'requested',
	'before confirming': 'response',
};

function install({ at, nth = 1, delay = 0, signal, seconds, skew = 0, slow = 0 }) {
	let left = nth;
	const pass = (event) => {
		if (event !== EVENTS[at] || --left !== 0) return;
		if (signal === 'SIGSTOP') {
			const resume = `sleep ${seconds}; kill -CONT ${process.pid}`;
			spawn('sh', ['-c', resume], { detached: true, stdio: 'ignore' }).unref();
		}
		const strike = () => process.kill(signal === 'SIGKILL' ? -process.pid : process.pid, signal);
		if (delay > 0) setTimeout(strike, delay);
		else strike();
	};
	for (const [channel, event] of [
		['http.client.request.created', 'request'],
		['http.client.request.start', 'requested'],
		['http.client.response.finish', 'response'],
	]) {
		subscribe(channel, ({ request }) => {
			if (request.path.includes('/sms/')) pass(event);
		});
	}

	const n8n = dirname(dirname(process.argv[1]));
	const core = join(dirname(n8n), 'n8n-core', 'dist', 'data-deduplication-service.js');
	const store = require(core).DataDeduplicationService.prototype;
	const { checkProcessedAndRecord, removeProcessed } = store;
	store.checkProcessedAndRecord = async function (items, scope, ...others) {
		pass(scope === 'node' ? 'record' : 'lock');
		const result = await checkProcessedAndRecord.call(this, items, scope, ...others);
		if (scope === 'node') pass('recorded');
		return result;
	};
	store.removeProcessed = async function (...given) {
		await removeProcessed.apply(this, given);
		await new Promise((resolve) => setTimeout(resolve, slow));
	};

	const System = Date;
	globalThis.Date = class extends System {
		constructor(...given) {
			super(...(given.length > 0 ? given : [System.now() + skew]));
		}
		static now() {
			return System.now() + skew;
		}
	};
}

if (isMainThread && process.argv[2] === 'execute')
	install(JSON.parse(process.env.SMS_GATEWAY_FAULT));
